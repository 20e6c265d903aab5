//! The end of a player.

use jiff::Timestamp;

use crate::service::id::{MovementId, PlayerId};

/// That a player is to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// Who.
    pub player: PlayerId,
    /// The hash of the account's password, which they have shown to know; `None` for a guest.
    pub password_hash: Option<String>,
    /// When.
    pub at: Timestamp,
    /// What the movement of their last chips is called, back to where all chips come from.
    pub movement: MovementId,
}
