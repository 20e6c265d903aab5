//! How two players stand to each other.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::avatar::Avatar;
use crate::service::id::{PlayerId, TableId};

/// How another player stands to you, as far as you are told.
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
    /// By who wants whom.
    pub fn of(wants: bool, is_wanted: bool) -> Self {
        match (wants, is_wanted) {
            (false, false) => Self::None,
            (true, false) => Self::Asked,
            (false, true) => Self::Asking,
            (true, true) => Self::Friend,
        }
    }
}

/// A friend, or who is to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// Who.
    pub player: PlayerId,
    /// What they are called.
    pub name: String,
    /// What they look like.
    pub avatar: Avatar,
    /// How they stand to the asker.
    pub friendship: Friendship,
    /// Since when.
    pub since: Timestamp,
    /// The public table where they sit; only of friends.
    pub table: Option<TableId>,
}

/// How many friends a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FriendCounts {
    /// Friends.
    pub friends: u32,
    /// Those who ask to be.
    pub asking: u32,
}

/// Whom a player blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Who.
    pub player: PlayerId,
    /// What they are called.
    pub name: String,
    /// What they look like.
    pub avatar: Avatar,
    /// Since when.
    pub since: Timestamp,
}
