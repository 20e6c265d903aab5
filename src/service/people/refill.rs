//! Chips anew, for who has lost theirs.

use jiff::{SignedDuration, Timestamp};

use crate::service::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

/// On what terms a house gives chips anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefillTerms {
    /// How many chips are given.
    pub chips: Chips,
    /// How long it takes from one to the next.
    pub every: SignedDuration,
    /// Who has as many, those at tables counted, is given none.
    pub below: Chips,
}

/// That a player asks for chips anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// Who.
    pub player: PlayerId,
    /// On what terms.
    pub terms: RefillTerms,
    /// When.
    pub at: Timestamp,
    /// What the movement of chips is called.
    pub movement: MovementId,
    /// The name that the client gives to the request: sent again, nothing more is given.
    pub key: Option<String>,
}
