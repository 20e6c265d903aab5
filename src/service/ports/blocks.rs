//! The port for blocks and mutes.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::people::friend::Blocked;
use cardroom_api::id::PlayerId;

/// Stores blocks and mutes.
#[async_trait]
pub trait BlockStore: Send + Sync + 'static {
    /// Adds a block, and ends a friendship between the two.
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError>;
    /// Ends a block; false if there was none.
    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError>;
    /// The players that a player blocks: by identifier, after this one, at most `limit`.
    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError>;
    /// Adds a mute.
    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError>;
    /// Ends a mute; nothing happens if there was none.
    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError>;
    /// The players that a player has muted: by identifier, after this one, at most `limit`.
    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError>;
    /// Which of these players a player does not hear: muted, blocked, or blocking ones.
    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError>;
    /// Whether there was a block, either way, between a player and one of these others at an earlier moment.
    async fn were_apart(
        &self,
        player: PlayerId,
        others: &[PlayerId],
        at: Timestamp,
    ) -> Result<bool, StoreError>;
}

/// The outcome of blocking or muting a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// It is kept, and may have been before.
    Done,
    /// The player's limit is reached.
    TooMany,
    /// There is no such other player.
    NoSuchPlayer,
}
