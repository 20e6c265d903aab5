//! What a seat of a Hold'em hand asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::Chips;

/// What a seat asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = holdem::Action)]
pub enum Action {
    /// Gives the hand up.
    Fold {},
    /// Stays in for nothing, where nothing is to be called.
    Check {},
    /// Matches the price, or goes all in below it.
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
        /// Yes or no; one no is enough for once.
        agree: bool,
    },
    /// Shows the hand, at its turn of the showdown or after winning without one.
    Show {},
    /// Throws the hand away unseen, where it may.
    Muck {},
}
