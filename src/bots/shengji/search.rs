//! Weighs candidates by playing them out, all in the same worlds; of the candidates only the better half goes on, until
//! one is left (sequential halving: Karnin, Koren and Somekh, 2013).

use super::evidence::{Evidence, Trust};
use super::mind::Weights;
use super::pile::Pile;
use super::position::SEATS;
use super::ranking::Ranking;
use super::stakes::Stakes;
use super::table::Table;
use super::worlds::{Chance, Hidden, dealt};
use crate::games::shengji::cards::Cards;
use crate::games::shengji::rules::ThrowPenalty;
use crate::games::shengji::throw;

/// What is searched, and by which rules.
pub struct Search<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// What everybody plays by in play-outs.
    pub weights: &'a Weights,
    /// What results are worth.
    pub stakes: &'a Stakes,
    /// Which seat decides.
    pub seat: u8,
    /// The table as the seat sees it: its own hand, and the kitty where it knows it.
    pub table: Table,
    /// How many worlds are dealt, of which the likely ones are drawn.
    pub worlds: u32,
    /// What it does not see.
    pub hidden: Hidden,
    /// What the others have played.
    pub evidence: Evidence,
    /// How much that tells.
    pub trust: &'a Trust,
}

/// A candidate, and what it came to so far.
#[derive(Clone, Copy)]
struct Tried {
    play: Pile,
    sum: f32,
}

/// Worlds to draw from.
struct Pool {
    worlds: Vec<Table>,
    /// The sum of the likelihoods up to each world.
    up_to: Vec<f32>,
}

impl Pool {
    fn drawn(&self, chance: &mut Chance) -> Table {
        let drawn = chance.share() * self.up_to.last().copied().unwrap_or(0.0);
        let place = self.up_to.partition_point(|&up_to| up_to <= drawn);
        self.worlds[place.min(self.worlds.len() - 1)]
    }
}

impl Search<'_> {
    /// The best of these, of which the first is what rules of thumb say, by about so many play-outs.
    pub fn best(&self, candidates: &[Pile], play_outs: u32, chance: &mut Chance) -> Option<Pile> {
        self.halved(candidates, play_outs, chance, |world, play| self.played_out(world, play))
    }

    /// The best of these kitties to bury.
    pub fn best_kitty(&self, kitties: &[Pile], play_outs: u32, chance: &mut Chance) -> Option<Pile> {
        self.halved(kitties, play_outs, chance, |mut world, kitty| {
            let hand = &mut world.hands[usize::from(self.seat)];
            *hand = hand.without(kitty);
            world.kitty = kitty;
            self.finished(world)
        })
    }

    fn halved(
        &self,
        candidates: &[Pile],
        play_outs: u32,
        chance: &mut Chance,
        value: impl Fn(Table, Pile) -> f32,
    ) -> Option<Pile> {
        let mut alive: Vec<Tried> = candidates.iter().map(|&play| Tried { play, sum: 0.0 }).collect();
        let pool = self.pool(chance);
        let rounds = u32::try_from(alive.len()).unwrap_or(1).next_power_of_two().trailing_zeros().max(1);
        while alive.len() > 1 {
            let worlds = play_outs / rounds / u32::try_from(alive.len()).unwrap_or(1);
            for _ in 0..worlds.max(1) {
                let world = pool.drawn(chance);
                for tried in &mut alive {
                    tried.sum += value(world, tried.play);
                }
            }
            alive.sort_by(|one, other| other.sum.total_cmp(&one.sum));
            alive.truncate(alive.len().div_ceil(2));
        }
        alive.first().map(|tried| tried.play)
    }

    /// Worlds, each as likely as it explains what was played.
    fn pool(&self, chance: &mut Chance) -> Pool {
        let worlds: Vec<Table> = (0..self.worlds).map(|_| self.world(chance)).collect();
        let doubt = |world| self.evidence.doubt(self.ranking, self.weights, self.trust, world);
        let doubts: Vec<f32> = worlds.iter().map(doubt).collect();
        let least = doubts.iter().copied().fold(f32::INFINITY, f32::min);
        let mut sum = 0.0;
        let up_to = doubts.into_iter().map(|doubt| {
            sum += (least - doubt).exp();
            sum
        });
        Pool { up_to: up_to.collect(), worlds }
    }

    /// The table with the hidden cards dealt to it.
    fn world(&self, chance: &mut Chance) -> Table {
        let mut table = self.table;
        let piles = dealt(self.ranking, &table.position, &self.hidden, chance);
        for (seat, &pile) in piles.iter().take(SEATS).enumerate() {
            table.hands[seat] = table.hands[seat].with(pile);
        }
        table.kitty = table.kitty.with(piles[SEATS]);
        table
    }

    /// What a candidate comes to in this world.
    fn played_out(&self, mut world: Table, play: Pile) -> f32 {
        let play = if world.position.lead.is_none() { self.stands(&world, play) } else { play };
        world.play(self.ranking, play);
        self.finished(world)
    }

    fn finished(&self, mut world: Table) -> f32 {
        world.play_out(self.ranking, [self.weights; 2]);
        self.stakes.worth(&world.position, self.seat, world.result(self.ranking))
    }

    /// What is led of a throw in this world.
    fn stands(&self, world: &Table, play: Pile) -> Pile {
        let lead = super::shape::Lead::of(self.ranking, play);
        if lead.is_none_or(|lead| !lead.is_throw()) {
            return play;
        }
        let others = (0u8..).zip(world.hands).filter(|&(seat, _)| seat != self.seat);
        let others: Vec<Cards> = others.map(|(_, hand)| self.ranking.cards(hand)).collect();
        let tested =
            throw::test(&self.ranking.order, self.ranking.cards(play), &others, ThrowPenalty::default());
        self.ranking.pile(tested.led)
    }
}
