//! The port for friendships.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::friend::{Friend, FriendCounts};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;

/// Stores friendships and requests.
#[async_trait]
pub trait FriendStore: Send + Sync + 'static {
    /// Adds a friendship request of a player to another.
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError>;
    /// Removes a friendship or a request, either way; false if there was none.
    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError>;
    /// How two players stand to each other, as the first one may see it.
    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError>;
    /// A player's friends, and the players with open requests from or to them: by identifier, after this one, at most `limit`.
    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError>;
    /// How many friends a player has, and how many requests they have received.
    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError>;
    /// The public table where a player sits; the newest if there are several.
    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError>;
}

/// The outcome of asking a player to be a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Befriended {
    /// It is kept, and may have been before.
    Done,
    /// The player blocks the other.
    Blocks,
    /// The player's limit of friends and requests is reached.
    TooMany,
    /// The other player's limit of received requests is reached.
    TooManyAsk,
    /// There is no such other player.
    NoSuchPlayer,
}
