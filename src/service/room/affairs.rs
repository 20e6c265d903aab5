//! What concerns a player beside single tables, for their streams: read a few times a second at most, and once for all of them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::Mutex as TurnTaking;
use tokio::time::{Instant, sleep_until};

use super::error::RoomError;
use crate::service::id::{PlayerId, TableId};
use crate::service::people::friend::FriendCounts;
use crate::service::ports::store::Store;
use crate::service::table::refused::Refused;
use crate::service::whole::whole;
use crate::service::work::share::Share;
use cardroom_rules::games::game::Chips;

/// How long it takes at least from one reading for a player's streams to the next: each is four questions to the database, and whoever
/// comes and goes as fast as they may makes news each time.
const REST: Duration = Duration::from_millis(250);

/// At how many of their tables a player is followed at most; a cursor holds these and those that they watch.
pub(super) const MOST_SEATED: u32 = 48;

/// Of how many players what was read last is kept.
const MOST_PLAYERS: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();

/// What concerns a player beside single tables.
#[derive(Debug)]
pub(super) struct Affairs {
    pub(super) chips: Chips,
    /// Where they sit,
    pub(super) seated: Vec<TableId>,
    /// and where they wait for a seat.
    pub(super) waiting: Vec<TableId>,
    pub(super) friends: FriendCounts,
}

/// What was read last, by player.
pub(super) struct AllAffairs(Mutex<LruCache<PlayerId, Arc<Kept>>>);

#[derive(Default)]
struct Kept {
    /// When reading last began.
    began: Mutex<Option<Instant>>,
    /// Held by whoever reads: with what is read, and when that began.
    last: TurnTaking<Option<(Instant, Arc<Affairs>)>>,
}

impl Default for AllAffairs {
    fn default() -> Self {
        Self(Mutex::new(LruCache::sparse(MOST_PLAYERS)))
    }
}

impl AllAffairs {
    fn of(&self, player: PlayerId) -> Arc<Kept> {
        let mut all = whole(&self.0);
        Arc::clone(all.get_or_insert(player, Arc::default))
    }

    /// What concerns a player, as it is at this moment or later. It is read in a turn of theirs, unless another stream of theirs has.
    pub(super) async fn since(
        &self,
        moment: Instant,
        player: PlayerId,
        store: &dyn Store,
        share: Option<Arc<Share>>,
    ) -> Result<Arc<Affairs>, RoomError> {
        let kept = self.of(player);
        let mut last = kept.last.lock().await;
        if let Some((began, affairs)) = &*last
            && *began >= moment
        {
            return Ok(Arc::clone(affairs));
        }
        let read = async {
            let began = Instant::now();
            *whole(&kept.began) = Some(began);
            Ok::<_, RoomError>((began, Arc::new(read(player, store).await?)))
        };
        let (began, affairs) = match share {
            Some(share) => share.read(read).await?,
            None => read.await?,
        };
        *last = Some((began, Arc::clone(&affairs)));
        Ok(affairs)
    }

    /// Returns when it may be read again.
    pub(super) async fn rest(&self, player: PlayerId) {
        let began = *whole(&self.of(player).began);
        if let Some(began) = began {
            sleep_until(began + REST).await;
        }
    }
}

async fn read(player: PlayerId, store: &dyn Store) -> Result<Affairs, RoomError> {
    let chips = store.player(player).await?.ok_or(Refused::NoSuchPlayer)?.chips;
    let seated = store.seated(player, None, MOST_SEATED).await?.into_iter().map(|record| record.id).collect();
    let waiting = store.waiting(player).await?;
    Ok(Affairs { chips, seated, waiting, friends: store.count_friends(player).await? })
}
