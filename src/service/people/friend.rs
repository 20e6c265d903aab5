//! How two players stand to each other.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::avatar::Avatar;
use crate::service::id::{PlayerId, TableId};

/// How another player stands to you. Blocks do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Friendship {
    /// Neither has asked the other.
    #[default]
    None,
    /// You have asked them, and they have not answered.
    Asked,
    /// They ask you.
    Asking,
    /// You are friends.
    Friend,
}

impl Friendship {
    /// The friendship, from who wants to be a friend of the other.
    pub fn of(wants: bool, is_wanted: bool) -> Self {
        match (wants, is_wanted) {
            (false, false) => Self::None,
            (true, false) => Self::Asked,
            (false, true) => Self::Asking,
            (true, true) => Self::Friend,
        }
    }
}

/// A friend, or a player who has asked or was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Their picture.
    pub avatar: Avatar,
    /// How they stand to the caller.
    pub friendship: Friendship,
    /// Since when.
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
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Their picture.
    pub avatar: Avatar,
    /// Since when.
    pub since: Timestamp,
}
