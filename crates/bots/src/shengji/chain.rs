//! Samples worlds in proportion to how well they explain the plays: a walk that swaps two hidden cards at a time
//! (Metropolis).
//!
//! The walk starts again at each decision, so a move follows from what was seen and the random numbers alone.

use super::evidence::{Evidence, Trust};
use super::mind::Weights;
use super::pile::{Pile, bits};
use super::position::SEATS;
use super::ranking::Ranking;
use super::table::Table;
use super::worlds::{KITTY, PLACES, buried, copies};
use crate::search_rng::SearchRng;

/// The data that a walk needs.
#[derive(Clone, Copy)]
pub struct Scales<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// The model of the other players.
    pub weights: &'a Weights,
    /// How much that model counts.
    pub trust: &'a Trust,
    /// Their plays so far.
    pub evidence: &'a Evidence,
    /// The cards that each seat has shown and not played; they are not moved.
    pub shown: &'a [Pile; SEATS],
    /// The places of hidden cards, one bit for each seat and one for the kitty.
    pub hidden: u8,
}

/// A walk through worlds.
pub struct Chain<'a> {
    scales: Scales<'a>,
    /// The current world.
    pub world: Table,
    /// How much each seat's plays speak against it.
    doubts: [f32; SEATS],
}

impl<'a> Chain<'a> {
    /// Starts in this world.
    pub fn new(scales: Scales<'a>, world: Table) -> Self {
        let mut chain = Self { scales, world, doubts: [0.0; SEATS] };
        for seat in 0..SEATS {
            chain.doubts[seat] = chain.doubt(&world, seat, f32::INFINITY).unwrap_or(0.0);
        }
        chain
    }

    /// How much all plays speak against the current world.
    pub fn total(&self) -> f32 {
        self.doubts.iter().sum()
    }

    fn doubt(&self, world: &Table, seat: usize, limit: f32) -> Option<f32> {
        let Scales { ranking, weights, trust, evidence, .. } = self.scales;
        evidence.doubt(ranking, weights, trust, world, seat, limit)
    }

    /// Swaps two cards, if the new world is likely enough.
    pub fn step(&mut self, rng: &mut SearchRng) {
        let Some((world, places, bias)) = self.proposal(rng) else { return };
        let taker = usize::from(world.taker);
        let is_touched = |seat: &usize| places.contains(seat) || places.contains(&KITTY) && *seat == taker;
        let before: f32 = (0..SEATS).filter(is_touched).map(|seat| self.doubts[seat]).sum();
        // The threshold is drawn first, so that a hopeless world is given up early.
        let limit = before + (bias / rng.share().max(1e-6)).ln();
        let (mut doubts, mut sum) = (self.doubts, 0.0);
        for seat in (0..SEATS).filter(is_touched) {
            let Some(doubt) = self.doubt(&world, seat, limit - sum) else { return };
            doubts[seat] = doubt;
            sum += doubt;
        }
        if sum <= limit {
            (self.world, self.doubts) = (world, doubts);
        }
    }

    /// Another world, the places of the swapped cards, and how much likelier it is for its kitty.
    fn proposal(&self, rng: &mut SearchRng) -> Option<(Table, [usize; 2], f32)> {
        let places = self.scales.hidden;
        let count = places.count_ones() as usize;
        if count < 2 {
            return None;
        }
        let first = rng.below(count);
        let second = (first + 1 + rng.below(count - 1)) % count;
        let at = |place: usize| bits(places.into()).nth(place).map(usize::from);
        let (first, second) = (at(first)?, at(second)?);
        let (one, other) = (self.drawn(first, rng)?, self.drawn(second, rng)?);
        if one == other || !self.fits(other, first, one) || !self.fits(one, second, other) {
            return None;
        }
        let mut world = self.world;
        for (place, gives, takes) in [(first, one, other), (second, other, one)] {
            let pile = if place == KITTY { &mut world.kitty } else { &mut world.hands[place] };
            *pile = pile.without(Pile::one(gives)).with(Pile::one(takes));
        }
        let ranking = self.scales.ranking;
        let bias = match (first == KITTY, second == KITTY) {
            (true, _) => share(buried(ranking, other), buried(ranking, one)),
            (_, true) => share(buried(ranking, one), buried(ranking, other)),
            _ => 1.0,
        };
        Some((world, [first, second], bias))
    }

    fn pile(&self, place: usize) -> Pile {
        if place == KITTY { self.world.kitty } else { self.world.hands[place] }
    }

    /// A card at this place that may be elsewhere.
    fn drawn(&self, place: usize, rng: &mut SearchRng) -> Option<u8> {
        let shown = self.scales.shown.get(place).copied().unwrap_or_default();
        let loose = self.pile(place).without(shown);
        let count = loose.len() as usize;
        if count == 0 { None } else { copies(loose).nth(rng.below(count)) }
    }

    /// Whether a card may be at this place, when another has left it.
    fn fits(&self, bit: u8, place: usize, without: u8) -> bool {
        if place == KITTY {
            return true;
        }
        let (position, group) = (&self.world.position, self.scales.ranking.group(bit));
        let makes_pair = self.pile(place).without(Pile::one(without)).count(bit) == 1;
        let is_unpaired = position.unpaired[place] >> group & 1 == 1;
        position.voids[place] >> group & 1 == 0 && !(makes_pair && is_unpaired)
    }
}

fn share(of: u8, to: u8) -> f32 {
    f32::from(of) / f32::from(to)
}

/// The places of hidden cards, as a chain needs them.
pub fn hidden(room: &[u8; PLACES]) -> u8 {
    (0..PLACES).filter(|&place| room[place] > 0).fold(0, |hidden, place| hidden | 1 << place)
}
