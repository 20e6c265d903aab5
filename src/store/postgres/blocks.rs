//! Blocks and mutes.

use super::{Postgres, missing};
use crate::service::people::friend::Blocked;
use crate::service::ports::blocks::{BlockStore, Blocking};
use crate::service::ports::error::StoreError;
use async_trait::async_trait;
use cardroom_api::id::PlayerId;
use jiff::Timestamp;

#[async_trait]
impl BlockStore for Postgres {
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        let _ = (player, other, at, most);
        Err(missing())
    }

    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let _ = (player, other);
        Err(missing())
    }

    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        let _ = (player, after, limit);
        Err(missing())
    }

    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        let _ = (player, other, at, most);
        Err(missing())
    }

    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        let _ = (player, other);
        Err(missing())
    }

    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        let _ = (player, after, limit);
        Err(missing())
    }

    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let _ = (player, speakers);
        Err(missing())
    }

    async fn were_apart(
        &self,
        player: PlayerId,
        others: &[PlayerId],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let _ = (player, others, at);
        Err(missing())
    }
}
