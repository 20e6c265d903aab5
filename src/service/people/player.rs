//! Who plays.

use std::sync::Arc;

use jiff::Timestamp;

use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Chips;

/// A player: a guest, or one with an account to sign in to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The identifier of the player.
    pub id: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// Their login, in lower case; `None` for a guest.
    pub login: Option<String>,
    /// The time of the first sign-in.
    pub created_at: Timestamp,
    /// Chips away from any table.
    pub chips: Chips,
    /// When they last got a refill.
    pub refilled_at: Option<Timestamp>,
}

/// The name and picture of a player, as others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// The player's name.
    pub name: Arc<str>,
    /// The player's picture.
    pub avatar: Avatar,
}
