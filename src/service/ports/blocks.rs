//! The port that keeps who wants nothing to do with whom, and who does not hear whom.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::id::PlayerId;
use crate::service::people::friend::Blocked;

/// Keeps who wants nothing to do with whom.
#[async_trait]
pub trait BlockStore: Send + Sync + 'static {
    /// Keeps that a player blocks another, and ends whatever friendship there was.
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError>;
    /// A player blocks another no more; false where they did not.
    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError>;
    /// Whom a player blocks: by identifier, after this one, at most `limit`.
    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError>;
    /// Keeps that a player does not hear another.
    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError>;
    /// A player hears another again; nothing happens where they did.
    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError>;
    /// Whom a player does not hear by their own wish: by identifier, after this one, at most `limit`.
    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError>;
    /// Which of these a player does not hear: muted, blocked, or blocking the player.
    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError>;
    /// Whether a player and one of these others were apart, whoever blocked whom, at a moment before.
    async fn were_apart(
        &self,
        player: PlayerId,
        others: &[PlayerId],
        at: Timestamp,
    ) -> Result<bool, StoreError>;
}

/// What became of blocking somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// It is kept, and may have been before.
    Done,
    /// The player blocks as many as one may.
    TooMany,
    /// There is no such other player.
    NoSuchPlayer,
}
