//! The last action of a seat in a Hold'em hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{Post, Wager};
use crate::games::game::Chips;

/// A seat's last action on a street: an [`Action`](super::action::Action) that was taken, or a blind or an ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = holdem::LastAction)]
pub enum LastAction {
    /// Posted an ante or a blind.
    Post {
        /// The kind of post.
        post: Post,
        /// The part of it that the seat could pay, in chips.
        amount: Chips,
        /// Whether this was the whole stack.
        all_in: bool,
    },
    /// Folded.
    Fold {},
    /// Checked.
    Check {},
    /// Called, or went all in below the price.
    Call {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after the action.
        to: Chips,
        /// Whether this was the whole stack.
        all_in: bool,
    },
    /// Opened the betting of the street.
    Bet {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after the action.
        to: Chips,
        /// Whether this was the whole stack.
        all_in: bool,
    },
    /// Raised.
    Raise {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after the action.
        to: Chips,
        /// Whether this was the whole stack.
        all_in: bool,
    },
    /// Answered whether to deal the rest of the board twice.
    RunTwice {
        /// Yes or no.
        agree: bool,
    },
    /// Showed the hand by choice. A hand that has to be tabled is not an action.
    Show {},
    /// Mucked the hand.
    Muck {},
}

impl LastAction {
    pub(super) fn call(wager: &Wager) -> Self {
        let Wager { amount, to, all_in, .. } = *wager;
        Self::Call { amount, to, all_in }
    }

    pub(super) fn bet(wager: &Wager) -> Self {
        let Wager { amount, to, all_in, .. } = *wager;
        Self::Bet { amount, to, all_in }
    }

    pub(super) fn raise(wager: &Wager) -> Self {
        let Wager { amount, to, all_in, .. } = *wager;
        Self::Raise { amount, to, all_in }
    }
}
