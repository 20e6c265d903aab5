//! The port that keeps who wants whom for a friend.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::id::{PlayerId, TableId};
use crate::service::people::friend::{Friend, FriendCounts, Friendship};

/// Keeps who wants whom for a friend.
#[async_trait]
pub trait FriendStore: Send + Sync + 'static {
    /// Keeps that a player wants another for a friend.
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError>;
    /// Forgets that either wants the other for a friend; false where neither did.
    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError>;
    /// How two players stand to each other, as the first is told.
    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError>;
    /// The friends of a player, whom they asked and who asks them: by identifier, after this one, at most `limit`.
    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError>;
    /// How many friends a player has, and how many ask to be one.
    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError>;
    /// The public table where a player sits; the newest where there are more.
    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError>;
}

/// What became of asking for a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Befriended {
    /// It is kept, and may have been before.
    Done,
    /// The player blocks the other.
    Blocks,
    /// The player has as many friends and requests as one may.
    TooMany,
    /// As many ask the other as may.
    TooManyAsk,
    /// There is no such other player.
    NoSuchPlayer,
}
