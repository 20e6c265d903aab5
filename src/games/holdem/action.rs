//! What a seat of a Hold'em hand asks for, and what it is offered.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::{Chips, Told};

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

/// What a seat may do now. An absent amount means that the action is not on offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each is one of the offers a client draws a button for")]
#[schema(as = holdem::Options)]
pub struct Options {
    /// May fold.
    pub fold: bool,
    /// May check.
    pub check: bool,
    /// What a call costs, in chips from the stack.
    pub call: Option<Chips>,
    /// The least total on this street that a bet or raise may make.
    pub raise_min: Option<Chips>,
    /// The largest total on this street that a bet or raise may make.
    pub raise_max: Option<Chips>,
    /// May answer whether to run it twice.
    pub run_twice: bool,
    /// May show the hand.
    pub show: bool,
    /// May muck the hand.
    pub muck: bool,
}

impl Told for Options {}
