//! Blocks and mutes between players.

use std::sync::Arc;

use super::friend::Blocked;
use super::friends::{Friends, Page, SocialError};
use crate::service::ports::blocks::Blocking;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use cardroom_api::id::PlayerId;

/// How many players one player may block, and how many they may mute.
pub const MOST_BLOCKED: u32 = 500;

/// Blocks and mutes between players.
#[derive(Clone)]
pub struct Blocks {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    friends: Friends,
}

impl Blocks {
    /// Over this store and clock; a block ends a friendship.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, friends: Friends) -> Self {
        Self { store, clock, friends }
    }

    /// Blocks a player, and ends a friendship with them.
    pub async fn block(&self, player: PlayerId, other: PlayerId) -> Result<(), SocialError> {
        if player == other {
            return Err(SocialError::Yourself);
        }
        judged(self.store.block(player, other, self.clock.now(), MOST_BLOCKED).await?)?;
        self.friends.notify([player, other]);
        Ok(())
    }

    /// Ends a block. Nothing happens if there is none.
    pub async fn end(&self, player: PlayerId, other: PlayerId) -> Result<(), SocialError> {
        if self.store.unblock(player, other).await? {
            self.friends.notify([player, other]);
        }
        Ok(())
    }

    /// The players that a player blocks.
    pub async fn list(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Page<Blocked>, SocialError> {
        let blocked = self.store.blocked(player, after, limit + 1).await?;
        Ok(Page::cut(blocked, limit, |blocked| blocked.player))
    }

    /// Mutes a player.
    pub async fn mute(&self, player: PlayerId, other: PlayerId) -> Result<(), SocialError> {
        if player == other {
            return Err(SocialError::Yourself);
        }
        judged(self.store.mute(player, other, self.clock.now(), MOST_BLOCKED).await?)
    }

    /// Ends a mute.
    pub async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), SocialError> {
        Ok(self.store.unmute(player, other).await?)
    }

    /// The players that a player has muted.
    pub async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Page<Blocked>, SocialError> {
        let muted = self.store.muted(player, after, limit + 1).await?;
        Ok(Page::cut(muted, limit, |muted| muted.player))
    }
}

fn judged(blocking: Blocking) -> Result<(), SocialError> {
    match blocking {
        Blocking::Done => Ok(()),
        Blocking::TooMany => Err(SocialError::TooManyBlocked { most: MOST_BLOCKED }),
        Blocking::NoSuchPlayer => Err(SocialError::NoSuchPlayer),
    }
}
