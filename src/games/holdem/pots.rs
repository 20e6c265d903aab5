//! Pots: who paid for them, and who can win them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::game::{Chips, Seat};

/// A pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = holdem::Pot)]
pub struct Pot {
    /// In chips.
    pub amount: Chips,
    /// Who can win it, clockwise from left of the button.
    pub eligible: Vec<Seat>,
}
