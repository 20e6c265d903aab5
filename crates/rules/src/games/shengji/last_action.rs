//! The last action of a seat in a Shengji hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::declare::Declaration;
use super::hand::Shengji;
use super::phase::{Phase, Playing, Trick};
use crate::cards::card::Card;
use crate::games::seat::{Seat, Seats};

/// A seat's last action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = shengji::LastAction)]
pub enum LastAction {
    /// Declared trumps.
    Declare {
        /// The card shown.
        card: Card,
        /// Whether both cards of this kind were shown.
        pair: bool,
    },
    /// Had nothing to declare.
    Pass {},
    /// Buried the kitty.
    Bury {},
    /// Led or followed.
    Play {
        /// The cards, by group and height; of a throw that failed, the cards that were led.
        cards: Vec<Card>,
    },
}

impl Shengji {
    /// A seat's last action in the current part of the hand.
    pub(super) fn last_action(&self, seat: Seat) -> Option<LastAction> {
        match &self.phase {
            Phase::Dealing(dealing) => last_word(dealing.passed, &dealing.made, seat),
            Phase::Asking(asking) if seat == asking.contract.taker => Some(LastAction::Bury {}),
            Phase::Asking(asking) => last_word(asking.passed, &asking.contract.made, seat),
            Phase::Stolen(contract, _) | Phase::Taking(contract, _) | Phase::Burying(contract) => {
                last_word(Seats::default(), &contract.made, seat)
            }
            Phase::Playing(playing) | Phase::Over(playing, _) => playing.last_action(seat),
            Phase::Opening | Phase::Flipping(_) | Phase::Undeclared => None,
        }
    }
}

/// A seat's last answer while trumps are declared.
fn last_word(passed: Seats, made: &[Declaration], seat: Seat) -> Option<LastAction> {
    if passed.contains(seat) {
        return Some(LastAction::Pass {});
    }
    let own = made.iter().rev().find(|declaration| declaration.seat == seat);
    own.map(|&Declaration { card, pair, .. }| LastAction::Declare { card, pair })
}

impl Playing {
    fn last_action(&self, seat: Seat) -> Option<LastAction> {
        let played = |trick: &Trick| {
            let mut plays = trick.thrown.iter().chain(&trick.plays).enumerate();
            let own = plays.find(|&(place, _)| trick.seat_at(place) == seat);
            own.map(|(_, &cards)| LastAction::Play { cards: self.contract.order.sorted(cards) })
        };
        let is_led = self.trick.thrown.is_some() || !self.trick.plays.is_empty();
        match &self.last {
            Some(last) if !is_led => played(&last.trick),
            None if !is_led => (seat == self.contract.taker).then_some(LastAction::Bury {}),
            _ => played(&self.trick),
        }
    }
}
