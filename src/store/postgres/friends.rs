//! Friendships and requests.

use super::{Postgres, missing};
use crate::service::people::friend::{Friend, FriendCounts};
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::{Befriended, FriendStore};
use async_trait::async_trait;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;
use jiff::Timestamp;

#[async_trait]
impl FriendStore for Postgres {
    async fn befriend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Befriended, StoreError> {
        let _ = (player, other, at, most);
        Err(missing())
    }

    async fn end_friendship(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let _ = (player, other);
        Err(missing())
    }

    async fn friendship(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError> {
        let _ = (player, other);
        Err(missing())
    }

    async fn friends(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Friend>, StoreError> {
        let _ = (player, after, limit);
        Err(missing())
    }

    async fn count_friends(&self, player: PlayerId) -> Result<FriendCounts, StoreError> {
        let _ = (player,);
        Err(missing())
    }

    async fn public_table(&self, player: PlayerId) -> Result<Option<TableId>, StoreError> {
        let _ = (player,);
        Err(missing())
    }
}
