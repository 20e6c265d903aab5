//! The intermediate level: a chart before the flop, then equity by simulation against pot odds.

use super::chart::{self, Shares};
use super::notes::{Deeds, Notes};
use super::simple::answer;
use super::spot::{Spot, ratio};
use super::strength;
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::event::Seen;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::witness::Witness;

/// The number of deals that a decision samples, and the number for one that is explained.
const SAMPLES: u32 = 200;
const THOROUGH: u32 = 4_000;

/// Plays sound hands, bets those that are ahead of the others' ranges, and calls if the odds are right.
pub struct Intermediate {
    pub(super) notes: Notes,
    samples: u32,
}

impl Default for Intermediate {
    fn default() -> Self {
        Self { notes: Notes::default(), samples: SAMPLES }
    }
}

impl Strategy<Holdem> for Intermediate {
    fn begin(&mut self, witness: &Witness<Holdem>) {
        self.notes.begin(witness);
    }

    fn watch(&mut self, _: &Witness<Holdem>, seen: &Seen) {
        self.notes.watch(seen);
    }

    fn act(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<Action> {
        let mut dice = SearchRng::seeded(dice);
        answer(witness, |spot| match spot.street {
            StreetName::Preflop => chart::play(spot, &self.notes, Shares::of(spot, &self.notes), &mut dice),
            _ => self.after_the_flop(spot, &mut dice),
        })
    }
}

impl Intermediate {
    /// One that knows its equity to a percent.
    pub(super) fn thorough() -> Self {
        Self { samples: THOROUGH, ..Self::default() }
    }

    /// The equity against the hands that the rivals may hold.
    pub(super) fn equity(&self, spot: &Spot, dice: &mut SearchRng) -> f32 {
        let ranges: Vec<f32> =
            spot.rivals.iter().map(|rival| range(self.notes.deeds(rival.seat), spot.dealt)).collect();
        strength::equity(spot.hole, &spot.board, &ranges, self.samples, dice)
    }

    fn after_the_flop(&self, spot: &Spot, dice: &mut SearchRng) -> Action {
        let equity = self.equity(spot, dice);
        if spot.call == 0 { self.unbet(spot, equity, dice) } else { self.facing(spot, equity, dice) }
    }

    /// Bets a hand that is ahead, and now and then one that is not if the others have shown no strength.
    fn unbet(&self, spot: &Spot, equity: f32, dice: &mut SearchRng) -> Action {
        let ahead = spot.ahead(equity);
        let led = self.notes.opener == Some(spot.seat) && spot.street == StreetName::Flop;
        let bluffs = match (spot.rivals.len(), spot.street) {
            (1, StreetName::River) if equity < 0.25 => 0.08,
            (1, _) if led => 0.30,
            (1, _) if spot.behind == 0 => 0.12,
            (2, _) if led => 0.15,
            _ => 0.05,
        };
        if ahead > 0.78 {
            spot.raise_by(0.8)
        } else if ahead > 0.60 && dice.happens(0.85) {
            spot.raise_by(0.6)
        } else if dice.happens(bluffs) {
            spot.raise_by(0.55)
        } else {
            spot.stay()
        }
    }

    /// Calls by the odds, with a margin that grows with the size of the bet; raises a hand that is far ahead.
    fn facing(&self, spot: &Spot, equity: f32, dice: &mut SearchRng) -> Action {
        let odds = spot.odds();
        let shown = ratio(Chips::from(self.notes.raises.saturating_sub(1)), 1);
        let margin = 0.25 * odds * odds + 0.06 * shown + 0.10;
        let ahead = spot.ahead(equity);
        let is_river = spot.street == StreetName::River;
        let raises = 0.82 + 0.05 * shown;
        if ahead > raises && dice.happens(0.8) {
            return spot.raise_by(0.9);
        }
        // A draw wins more than the odds when it comes in, except on the river.
        let implied = if is_river { 0.0 } else { 0.03 };
        if equity > odds + margin - implied {
            spot.stay()
        } else if !is_river && shown == 0.0 && equity > 0.3 * odds && dice.happens(0.05) {
            spot.raise_by(0.9)
        } else {
            spot.give_up()
        }
    }
}

/// The share of hands that a rival may hold, given its actions.
fn range(deeds: Deeds, dealt: usize) -> f32 {
    let wide = if dealt == 2 { 1.0 } else { 0.6 };
    let preflop = match (deeds.raises, deeds.called) {
        (0, false) => wide,
        (0, true) => 0.55 * wide,
        (1, _) => {
            if dealt == 2 {
                0.7
            } else {
                0.3
            }
        }
        (2, _) => 0.12,
        _ => 0.05,
    };
    let shown = i32::from(deeds.bets) + i32::from(deeds.calls > 0);
    preflop * 0.85_f32.powi(shown.min(4))
}
