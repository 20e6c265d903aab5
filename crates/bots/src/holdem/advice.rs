//! Why a good player of Hold'em would act in this way.

use super::class;
use super::intermediate::Intermediate;
use super::notes::Notes;
use super::spot::{Asked, Spot};
use crate::advice::Advises;
use crate::search_rng::SearchRng;
use crate::strategy::Strategy;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::advice::{Advice, Reason};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::street::StreetName;
use cardroom_rules::games::holdem::view::PlayerState;
use cardroom_rules::games::witness::Witness;

/// The best share of starting hands that is raised for its strength.
const STRONG: f32 = 0.35;
/// A bet is for value if the hand beats at least this share of the hands that would call.
const AHEAD: f32 = 0.55;
/// A hand that is behind can improve if it has at least this equity.
const CAN_IMPROVE: f32 = 0.25;
/// A push with this many blinds or fewer is that of a short stack.
const SHORT: u64 = 13;

impl Advises<Holdem> for Intermediate {
    type Advice = Advice;

    fn adviser() -> Self {
        Self::thorough()
    }

    fn advise(&mut self, witness: &Witness<Holdem>, dice: &mut Generator) -> Option<(Action, Advice)> {
        let action = self.act(witness, dice)?;
        let advice = match Asked::of(witness) {
            Asked::Bet(spot) => self.of_bet(&spot, &action, dice),
            Asked::Answer(_) | Asked::Nothing => {
                Advice { reason: of_answer(witness, &action), equity_percent: None, price_percent: None }
            }
        };
        Some((action, advice))
    }
}

/// The reason for an answer if there is no bet.
fn of_answer(witness: &Witness<Holdem>, action: &Action) -> Reason {
    let is_in = |state| !matches!(state, PlayerState::Folded);
    let in_hand = witness.view().players.iter().filter(|player| is_in(player.state)).count();
    match action {
        Action::RunTwice { .. } => Reason::EvenOutLuck,
        Action::Muck {} if in_hand == 1 => Reason::KeepHidden,
        Action::Muck {} => Reason::MuckLoser,
        Action::Show {} => Reason::ShowWinner,
        Action::Fold {} => Reason::WeakHandEarly,
        Action::Check {} | Action::Call {} | Action::Bet { .. } | Action::Raise { .. } => Reason::CheckIsFree,
    }
}

impl Intermediate {
    fn of_bet(&self, spot: &Spot, action: &Action, dice: &mut Generator) -> Advice {
        let equity = self.equity(spot, &mut SearchRng::seeded(dice));
        let (equity_percent, price_percent) = (percent(equity), percent(spot.odds()));
        let pays = equity_percent >= price_percent;
        let is_preflop = spot.street == StreetName::Preflop;
        let reason = match action {
            Action::Call {} if pays => Reason::PriceIsGood,
            Action::Call {} => Reason::HandMayImprove,
            Action::Fold {} if is_preflop && self.notes.raises == 0 => Reason::WeakHandEarly,
            Action::Fold {} if !pays => Reason::PriceIsBad,
            Action::Fold {} => Reason::TheyShowStrength,
            Action::Bet { to } | Action::Raise { to } if is_preflop => opens(spot, &self.notes, *to),
            Action::Bet { .. } | Action::Raise { .. } => bets(spot, equity),
            _ => Reason::CheckIsFree,
        };
        let price_percent = (spot.call > 0).then_some(price_percent);
        Advice { reason, equity_percent: Some(equity_percent), price_percent }
    }
}

/// The reason for a raise before the flop.
fn opens(spot: &Spot, notes: &Notes, to: u64) -> Reason {
    let is_all_in = to >= spot.bet + spot.stack || spot.raise.is_some_and(|(_, most)| to >= most);
    let is_short = spot.effective() + spot.bet <= SHORT * notes.blind;
    if class::standing(spot.hole) <= STRONG {
        Reason::StrongStart
    } else if is_all_in && is_short {
        Reason::ShortStack
    } else if notes.raises == 0 {
        Reason::StealTheBlinds
    } else {
        Reason::Bluff
    }
}

/// The reason for a bet or a raise after the flop.
fn bets(spot: &Spot, equity: f32) -> Reason {
    if spot.ahead(equity) > AHEAD {
        Reason::BetForValue
    } else if spot.street != StreetName::River && equity >= CAN_IMPROVE {
        Reason::SemiBluff
    } else {
        Reason::Bluff
    }
}

/// A share in whole percent.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of 0 to 1, and a cast ends at the bounds of the type"
)]
fn percent(share: f32) -> u8 {
    (100.0 * share).round().min(100.0) as u8
}
