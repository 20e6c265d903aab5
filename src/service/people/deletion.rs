//! The end of a player.

use jiff::Timestamp;

use cardroom_api::id::{MovementId, PlayerId};

/// A request to delete a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The player to delete.
    pub player: PlayerId,
    /// The hash of the account's password, which has been verified; `None` for a guest.
    pub password_hash: Option<String>,
    /// The time of the deletion.
    pub at: Timestamp,
    /// The identifier of the movement that returns their last chips to the mint.
    pub movement: MovementId,
}
