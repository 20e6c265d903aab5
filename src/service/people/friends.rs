//! Friends: asking, accepting, ending.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::friend::Friend;
use crate::service::limits::rate_limiter::{RateLimiter, TooOften};
use crate::service::page::cut;
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::friends::Befriended;
use crate::service::ports::store::Store;
use crate::service::topics::Topics;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::player::friends::Friendship;

/// How many friends and own requests one player may have, and how many requests one player may receive.
pub const MOST_FRIENDS: u32 = 200;
/// How many requests one player may send in an hour.
const ASKS_PER_HOUR: NonZeroU32 = NonZeroU32::new(60).unwrap();

/// The friendships of all players.
#[derive(Clone)]
pub struct Friends {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    asks: Arc<RateLimiter>,
    /// Notifies players that something about them has changed.
    news: Topics<PlayerId, ()>,
}

/// Why a player was not befriended or blocked.
#[derive(Debug, thiserror::Error)]
pub enum SocialError {
    /// It is the player themselves.
    #[error("this player is you")]
    Yourself,
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// The player blocks the other.
    #[error("you block this player: end that first")]
    Blocks,
    /// The limit of friends and requests is reached.
    #[error("{of} {most} friends and requests, and may have no more", of = if *.theirs { "they have" } else { "you have" })]
    TooManyFriends {
        /// How many one may have.
        most: u32,
        /// Whether it is the other player's limit.
        theirs: bool,
    },
    /// The limit of blocked players is reached.
    #[error("you block {most} players, and may block no more")]
    TooManyBlocked {
        /// How many one may block.
        most: u32,
    },
    /// The player has sent too many requests.
    #[error(transparent)]
    TooOften(#[from] TooOften),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A page of a list that is sorted by player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// The cursor of the next page; `None` on the last.
    pub next: Option<PlayerId>,
}

impl<T> Page<T> {
    /// A page of rows that were read with one row too many, which shows whether there is a next page.
    pub(super) fn cut(mut rows: Vec<T>, limit: u32, key: impl Fn(&T) -> PlayerId) -> Self {
        let next = cut(&mut rows, limit).map(key);
        Self { rows, next }
    }
}

impl Friends {
    /// Over this store and clock. The players concerned are notified through `news`.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, news: Topics<PlayerId, ()>) -> Self {
        let asks = Arc::new(RateLimiter::per_hour(ASKS_PER_HOUR, Arc::clone(&clock)));
        Self { store, clock, asks, news }
    }

    /// Asks a player to be a friend, or accepts their request. A player who blocks the caller is asked like any other and never
    /// notified: a block looks like a request without an answer.
    pub async fn ask(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, SocialError> {
        if player == other {
            return Err(SocialError::Yourself);
        }
        self.asks.spend(player)?;
        match self.store.befriend(player, other, self.clock.now(), MOST_FRIENDS).await? {
            Befriended::Done => {}
            Befriended::Blocks => return Err(SocialError::Blocks),
            Befriended::NoSuchPlayer => return Err(SocialError::NoSuchPlayer),
            Befriended::TooMany => {
                return Err(SocialError::TooManyFriends { most: MOST_FRIENDS, theirs: false });
            }
            Befriended::TooManyAsk => {
                return Err(SocialError::TooManyFriends { most: MOST_FRIENDS, theirs: true });
            }
        }
        self.notify([player, other]);
        Ok(self.store.friendship(player, other).await?)
    }

    /// Ends a friendship, withdraws a request, or declines one. Nothing happens if there is none.
    pub async fn end(&self, player: PlayerId, other: PlayerId) -> Result<(), SocialError> {
        if self.store.end_friendship(player, other).await? {
            self.notify([player, other]);
        }
        Ok(())
    }

    /// A player's friends, and the players with open requests from or to them.
    pub async fn list(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Page<Friend>, SocialError> {
        let friends = self.store.friends(player, after, limit + 1).await?;
        Ok(Page::cut(friends, limit, |friend| friend.player))
    }

    /// How another player stands to this one; and the public table where they sit, if they are a friend.
    pub async fn standing(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(Friendship, Option<TableId>), SocialError> {
        let friendship = self.store.friendship(player, other).await?;
        let table = match friendship {
            Friendship::Friend => self.store.public_table(other).await?,
            Friendship::None | Friendship::Asked | Friendship::Asking => None,
        };
        Ok((friendship, table))
    }

    /// Notifies players that something about their friends has changed.
    pub fn notify(&self, concerned: impl IntoIterator<Item = PlayerId>) {
        for player in concerned {
            self.news.notify(player, ());
        }
    }
}
