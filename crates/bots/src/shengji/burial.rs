//! The choice of the cards to bury: voids if there are trumps to ruff with, and few points.

use super::answers::Plays;
use super::odds::Count;
use super::pile::{Pile, bits};
use super::position::Position;
use super::price::{Prices, Worth};
use super::ranking::{Ranking, TRUMP};

/// The number of cards to bury.
pub const BURIED: u8 = 8;

/// The weights of a kitty, in points.
#[derive(Clone, Copy, Debug)]
pub struct Caution {
    /// The cost of a buried point: the attackers get it several times over if they win the last trick.
    pub point: f32,
    /// The value of running out of a plain group.
    pub void: f32,
}

impl Caution {
    /// Tuned by playing against itself.
    pub const TUNED: Self = Self { point: 0.12, void: 9.0 };
}

/// Sensible kitties, the best first: each choice of plain groups to run out of, completed with the cheapest cards.
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

/// Eight cards: these, and the cheapest others of the hand.
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
