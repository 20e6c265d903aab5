//! What a seat of a Dou Dizhu hand did last.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auction::{Auction, Said};
use super::hand::Doudizhu;
use super::phase::{Contract, Move, Phase};
use super::reading::Reading;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::seat::{Seat, Seats};

/// What a seat did last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = doudizhu::LastAction)]
pub enum LastAction {
    /// Showed its hand.
    Show {
        /// What that counts.
        factor: u8,
    },
    /// Bid.
    Bid {
        /// 1, 2 or 3.
        points: u8,
    },
    /// Called for the landlord's place.
    Call {},
    /// Robbed it.
    Rob {},
    /// Doubled its stake.
    Double {},
    /// Wanted none of that, or passed in play.
    Pass {},
    /// Laid cards on the table.
    Play {
        /// Which, in display order.
        cards: Vec<Card>,
        /// What they are declared to be.
        reading: Reading,
    },
}

impl Doudizhu {
    /// What a seat did last in the part of the hand that is played.
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
    /// What a seat answered that was asked to double.
    fn answer_of(&self, seat: Seat) -> LastAction {
        if self.doubled.contains(seat) { LastAction::Double {} } else { LastAction::Pass {} }
    }
}

/// What a seat said last in an auction.
fn last_word(auction: &Auction, seat: Seat) -> Option<LastAction> {
    let word = auction.calls().iter().rev().find(|call| call.seat == seat)?;
    Some(match word.said {
        Said::Bid { points } => LastAction::Bid { points },
        Said::Call {} => LastAction::Call {},
        Said::Rob {} => LastAction::Rob {},
        Said::Pass {} => LastAction::Pass {},
    })
}
