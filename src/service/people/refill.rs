//! Refills for players who have lost their chips.

use jiff::{SignedDuration, Timestamp};

use cardroom_api::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

/// The terms on which the server gives refills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefillTerms {
    /// How many chips are given.
    pub chips: Chips,
    /// The time between two refills.
    pub every: SignedDuration,
    /// A player with at least this many chips, including those at tables, gets no refill.
    pub below: Chips,
}

/// A request for a refill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The player who receives the chips.
    pub player: PlayerId,
    /// The terms in force: how many chips, how often, and below which balance.
    pub terms: RefillTerms,
    /// The time of the refill.
    pub at: Timestamp,
    /// The identifier of the movement of chips.
    pub movement: MovementId,
    /// The idempotency key of the request: a repeated request gives nothing more.
    pub key: Option<String>,
}
