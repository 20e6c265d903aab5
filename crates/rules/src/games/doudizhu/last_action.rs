//! The last action of a seat in a Dou Dizhu hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::{Auction, Said};
use super::hand::Doudizhu;
use super::phase::{Contract, Move, Phase};
use super::reading::Reading;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::seat::{Seat, Seats};

/// A seat's last action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::LastAction)]
pub enum LastAction {
    /// Showed its hand.
    Show {
        /// The factor for the stake.
        factor: u8,
    },
    /// Bid.
    Bid {
        /// 1, 2 or 3.
        points: u8,
    },
    /// Called to be the landlord.
    Call {},
    /// Robbed the landlord's place.
    Rob {},
    /// Doubled its stake.
    Double {},
    /// Declined any of these, or passed in play.
    Pass {},
    /// Played cards.
    Play {
        /// The cards, in display order.
        cards: Vec<Card>,
        /// The reading of the cards as a play.
        reading: Reading,
    },
}

impl Doudizhu {
    /// A seat's last action in the current part of the hand.
    pub(super) fn last_action(&self, seat: Seat) -> Option<LastAction> {
        let shown = self.is_open(seat).then(|| LastAction::Show { factor: self.shown[seat.index()] });
        let passed = |seats: Seats| seats.contains(seat).then_some(LastAction::Pass {});
        match &self.phase {
            Phase::Opening(answered) => shown.or_else(|| passed(*answered)),
            Phase::Dealing(dealing) => shown.or_else(|| passed(dealing.hidden)),
            Phase::Auction(auction) | Phase::Void(auction) => last_word(auction, seat),
            Phase::Drawing(contract) => {
                contract.auction.as_ref().and_then(|auction| last_word(auction, seat))
            }
            Phase::Doubling(contract, answered) => {
                let order = contract.landlord.and_after(SEATS);
                let has_answered = order.take((*answered).into()).any(|each| each == seat);
                has_answered.then(|| contract.answer_of(seat))
            }
            Phase::Showing(contract) => self.setup.rules.doubling.then(|| contract.answer_of(seat)),
            Phase::Playing(playing) | Phase::Over(playing, _) => {
                playing.round.iter().rev().find_map(|done| match done {
                    Move::Played(laid) if laid.seat == seat => {
                        Some(LastAction::Play { cards: laid.cards.clone(), reading: laid.reading })
                    }
                    Move::Passed(by) if *by == seat => Some(LastAction::Pass {}),
                    Move::Played(_) | Move::Passed(_) => None,
                })
            }
        }
    }
}

impl Contract {
    /// The answer of a seat that was asked to double.
    fn answer_of(&self, seat: Seat) -> LastAction {
        if self.doubled.contains(seat) { LastAction::Double {} } else { LastAction::Pass {} }
    }
}

/// The last call of a seat in an auction.
fn last_word(auction: &Auction, seat: Seat) -> Option<LastAction> {
    let word = auction.calls().iter().rev().find(|call| call.seat == seat)?;
    Some(match word.said {
        Said::Bid { points } => LastAction::Bid { points },
        Said::Call {} => LastAction::Call {},
        Said::Rob {} => LastAction::Rob {},
        Said::Pass {} => LastAction::Pass {},
    })
}
