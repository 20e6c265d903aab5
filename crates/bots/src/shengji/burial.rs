//! What to bury: voids where there are trumps to ruff with, and few points.

use super::answers::Plays;
use super::odds::Count;
use super::pile::{Pile, bits};
use super::position::Position;
use super::price::{Prices, Worth};
use super::ranking::{Ranking, TRUMP};

/// How many cards are buried.
pub const BURIED: u8 = 8;

/// How kitties are weighed, in points.
#[derive(Clone, Copy, Debug)]
pub struct Caution {
    /// What a buried point may cost: the attackers get it several times over if they win the last trick.
    pub point: f32,
    /// What it is worth to run out of a plain group.
    pub void: f32,
}

impl Caution {
    /// As tuned by playing against itself.
    pub const TUNED: Self = Self { point: 0.12, void: 9.0 };
}

/// Kitties that are worth a thought, the best first: each choice of plain groups to run out of, filled up with what is
/// cheapest.
pub fn kitties(ranking: &Ranking, hand: Pile, worth: &Worth, caution: &Caution) -> Plays {
    let position = Position::new(0);
    let count = Count::new(ranking, &position, Pile::ALL.without(hand));
    let prices = Prices::keeping(&count, worth, hand).with_points(&count, hand, caution.point);
    let mut found: Vec<(Pile, f32)> = Vec::new();
    for choice in 0..1u8 << TRUMP {
        let voided = bits(choice.into()).fold(0, |mask, group| mask | ranking.groups[usize::from(group)]);
        let base = hand.among(voided);
        if base.len() > BURIED.into() {
            continue;
        }
        let kitty = filled(base, hand, &prices);
        let left = hand.without(kitty);
        let is_void = |group: &&u64| left.once & **group == 0;
        let voids = u8::try_from(ranking.groups[..TRUMP].iter().filter(is_void).count()).unwrap_or(0);
        found.push((kitty, prices.of(kitty) - caution.void * f32::from(voids)));
    }
    found.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut plays = Plays::none();
    for (kitty, _) in found {
        plays.add(kitty);
    }
    plays
}

/// Eight cards: these, and the cheapest of the hand beside.
fn filled(base: Pile, hand: Pile, prices: &Prices) -> Pile {
    let mut kitty = base;
    while kitty.len() < BURIED.into() {
        let left = hand.without(kitty);
        let price = |bit: &u8| prices.next(hand, kitty, *bit);
        let Some(bit) = bits(left.once).min_by(|one, other| price(one).total_cmp(&price(other))) else {
            break;
        };
        kitty = kitty.with(Pile::one(bit));
    }
    kitty
}
