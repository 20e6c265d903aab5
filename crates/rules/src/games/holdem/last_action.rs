//! What a seat of a Hold'em hand did last.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{Post, Wager};
use crate::games::game::Chips;

/// What a seat did last on a street: an [`Action`](super::action::Action) that was done, or a blind or an ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = holdem::LastAction)]
pub enum LastAction {
    /// Posted an ante or a blind.
    Post {
        /// What for.
        post: Post,
        /// What it could pay of it, in chips.
        amount: Chips,
        /// Whether that was the whole stack.
        all_in: bool,
    },
    /// Gave the hand up.
    Fold {},
    /// Stayed in for nothing.
    Check {},
    /// Matched the price, or went all in below it.
    Call {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after it.
        to: Chips,
        /// Whether that was the whole stack.
        all_in: bool,
    },
    /// Opened the betting of the street.
    Bet {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after it.
        to: Chips,
        /// Whether that was the whole stack.
        all_in: bool,
    },
    /// Raised.
    Raise {
        /// The chips that left the stack.
        amount: Chips,
        /// The seat's total on this street after it.
        to: Chips,
        /// Whether that was the whole stack.
        all_in: bool,
    },
    /// Answered whether to deal the rest of the board twice.
    RunTwice {
        /// Yes or no.
        agree: bool,
    },
    /// Showed the hand, when asked to show or muck it. Hands that have to be tabled are no action.
    Show {},
    /// Threw the hand away unseen.
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
