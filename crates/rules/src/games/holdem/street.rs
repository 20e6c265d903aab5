//! The streets of a hand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A round of betting, and the cards before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::StreetName)]
pub enum StreetName {
    /// Before the board.
    Preflop,
    /// Three cards.
    Flop,
    /// The fourth card of the board.
    Turn,
    /// The fifth card of the board.
    River,
}
