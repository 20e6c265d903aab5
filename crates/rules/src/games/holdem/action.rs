//! The actions of a seat in a Hold'em hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::Chips;

/// An action of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = holdem::Action)]
pub enum Action {
    /// Folds.
    Fold {},
    /// Checks: stays in without chips, if there is nothing to call.
    Check {},
    /// Calls: matches the price, or goes all in below it.
    Call {},
    /// Opens the betting of a street.
    Bet {
        /// The seat's total on this street after the action.
        to: Chips,
    },
    /// Raises a bet or a blind.
    Raise {
        /// The seat's total on this street after the action.
        to: Chips,
    },
    /// Answers whether to deal the rest of the board twice.
    RunTwice {
        /// True for twice. One answer of false decides for once.
        agree: bool,
    },
    /// Shows the hand, at its turn in the showdown or after winning without one.
    Show {},
    /// Mucks the hand, if it may.
    Muck {},
}
