//! The players of a hand.

use serde::{Deserialize, Serialize};

use super::event::StoredComputer;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::seat::Seat;

/// A player of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandPlayer {
    /// The number of the seat in the hand.
    pub seat: Seat,
    /// The player who was dealt in there.
    pub player: PlayerId,
    /// Their name; stored with the player, and not with the hand.
    pub name: String,
    /// That a computer played, and how well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<StoredComputer>,
}
