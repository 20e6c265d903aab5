//! Friends and blocked players.

use jiff::Timestamp;

use cardroom_api::avatar::Avatar;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;

/// A friend, or a player who has asked or was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// The other player.
    pub player: PlayerId,
    /// The other player's name.
    pub name: String,
    /// The other player's picture.
    pub avatar: Avatar,
    /// How they stand to the caller.
    pub friendship: Friendship,
    /// The time at which the friendship or the request began.
    pub since: Timestamp,
    /// The public table where they sit; only for friends.
    pub table: Option<TableId>,
}

/// How many friends a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FriendCounts {
    /// Friends.
    pub friends: u32,
    /// Players who ask to be friends.
    pub asking: u32,
}

/// A player who is blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The blocked player.
    pub player: PlayerId,
    /// The blocked player's name.
    pub name: String,
    /// The blocked player's picture.
    pub avatar: Avatar,
    /// The time at which the player was blocked.
    pub since: Timestamp,
}
