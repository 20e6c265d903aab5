//! Players who wait for a chair at a full table.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use cardroom_api::id::PlayerId;

/// How many may wait for a chair at one table.
pub const MOST_WAITING: usize = 20;
/// How long a free chair is kept for a called player.
pub const CALL_TIME: SignedDuration = SignedDuration::from_mins(1);
/// How long a player who has played here may keep a chair that others want. A player who has not been dealt a hand since they sat
/// down has no such time.
pub const REST_TIME: SignedDuration = SignedDuration::from_mins(5);

/// A player who waits for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The player who waits.
    pub player: PlayerId,
    /// Their name when they started to wait.
    pub name: String,
    /// Until when a chair is kept for them; absent before they are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_until: Option<Timestamp>,
}
