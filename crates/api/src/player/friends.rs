//! Other players, and how they stand to the caller: friends, blocked and muted players.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::avatar::Avatar;
use crate::id::{PlayerId, TableId};
use crate::moment;
use crate::rating::player_rating::PlayerRating;
use cardroom_rules::games::viewer::ViewerSafe;

/// A player, to others.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerView {
    /// The identifier of the player.
    pub id: PlayerId,
    /// The player's name.
    #[schema(example = "Ada")]
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// When they first came.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// Their relation to you.
    pub friendship: Friendship,
    /// The public table where they sit; null if there is none, or if you are not friends.
    #[schema(required)]
    pub table: Option<TableId>,
    /// Their ratings, by game; none if they are hidden from leaderboards.
    #[serde(default)]
    pub ratings: Vec<PlayerRating>,
}

/// How another player stands to you. Blocks do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

/// A page of your friends.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FriendsPage {
    /// Your friends, and friend requests from and to you.
    pub friends: Vec<FriendView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<PlayerId>,
}

/// A friend, or a friend request from or to you.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = FriendOfYours)]
pub struct FriendView {
    /// The other player.
    pub player: PlayerId,
    /// The other player's name.
    #[schema(example = "Bob")]
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// Their relation to you: `asked`, `asking` or `friend`.
    pub friendship: Friendship,
    /// The time at which the friendship or the request began.
    #[serde(serialize_with = "moment::exact")]
    pub since: Timestamp,
    /// The public table where a friend sits; null if there is none.
    #[schema(required)]
    pub table: Option<TableId>,
}

/// The result of a friend request.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FriendshipNow {
    /// Their relation to you now.
    pub friendship: Friendship,
}

/// A page of the players whom you block.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct BlocksPage {
    /// The players whom you block.
    pub blocks: Vec<BlockView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<PlayerId>,
}

/// A player whom you block, or mute.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = BlockedByYou)]
pub struct BlockView {
    /// The blocked player.
    pub player: PlayerId,
    /// The blocked player's name.
    #[schema(example = "Eve")]
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// Since when you block or mute them.
    #[serde(serialize_with = "moment::exact")]
    pub since: Timestamp,
}

/// A page of the players whom you mute.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct MutesPage {
    /// The players whom you mute.
    pub mutes: Vec<BlockView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<PlayerId>,
}

impl ViewerSafe for PlayerView {}
impl ViewerSafe for FriendsPage {}
impl ViewerSafe for FriendshipNow {}
impl ViewerSafe for BlocksPage {}
impl ViewerSafe for MutesPage {}
