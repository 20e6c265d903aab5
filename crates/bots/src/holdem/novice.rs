//! The novice level: loose and passive, by the strength of its hand now.

use super::class;
use super::simple::answer;
use super::spot::{Spot, ratio};
use super::strength;
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::witness::Witness;

/// Calls with most hands, raises with few, and ignores what the others may hold.
#[derive(Default)]
pub struct Novice {
    /// The price of the first street before any action.
    blind: Chips,
}

impl Strategy<Holdem> for Novice {
    fn begin(&mut self, witness: &Witness<Holdem>) {
        self.blind = witness.view().price;
    }

    fn act(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<Action> {
        let mut dice = SearchRng::seeded(dice);
        answer(witness, |spot| match spot.street {
            StreetName::Preflop => self.before_the_flop(spot, &mut dice),
            _ => after_the_flop(spot, &mut dice),
        })
    }
}

impl Novice {
    /// The share of hands that stays in depends on the price alone.
    fn before_the_flop(&self, spot: &Spot, dice: &mut SearchRng) -> Action {
        let (standing, price) = (class::standing(spot.hole), ratio(spot.price, self.blind));
        let (raises, calls) = match price {
            ..1.5 => (0.06, 0.85),
            1.5..5.0 => (0.03, 0.65),
            5.0..15.0 => (0.015, 0.35),
            _ => (0.01, 0.12),
        };
        if standing < raises && dice.happens(0.7) {
            spot.raise_by(1.0)
        } else if standing < calls {
            spot.stay()
        } else {
            spot.give_up()
        }
    }
}

fn after_the_flop(spot: &Spot, dice: &mut SearchRng) -> Action {
    let strength = strength::now(spot.hole, &spot.board);
    // Each further rival may have a better hand.
    let strength = strength.powf(1.0 + 0.5 * (ratio(spot.rivals.len() as Chips, 1) - 1.0).max(0.0));
    let price = ratio(spot.call, spot.pot.saturating_sub(spot.call));
    if spot.call == 0 {
        let often = match strength {
            0.92.. => 0.7,
            0.75.. => 0.25,
            _ => 0.04,
        };
        let bets = dice.happens(often);
        return if bets { spot.raise_by(0.5) } else { spot.stay() };
    }
    let needs = match price {
        ..0.6 => 0.40,
        0.6..1.1 => 0.50,
        1.1..2.5 => 0.65,
        _ => 0.80,
    };
    if strength > 0.97 && dice.happens(0.5) {
        spot.raise_by(0.7)
    } else if strength > needs || (price < 1.1 && dice.happens(0.1)) {
        spot.stay()
    } else {
        spot.give_up()
    }
}
