//! A snapshot of a player for their streams: read a few times a second at most, and once for all streams of the player.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep_until};

use crate::service::lock::lock;
use crate::service::people::friend::FriendCounts;
use crate::service::ports::store::Store;
use crate::service::room::error::RoomError;
use crate::service::table::refused::Refused;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_rules::games::game::Chips;

/// The shortest time between two reads for one player. Each makes five queries, and a player who sits down and stands up quickly
/// would cause one each time.
const REST: Duration = Duration::from_millis(250);

/// At how many of their tables a player is followed at most; a cursor holds these and the watched ones.
pub(super) const MOST_SEATED: u32 = 48;

/// Of how many players the last snapshot is kept.
const MOST_PLAYERS: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();

/// What concerns a player apart from single tables.
#[derive(Debug)]
pub(super) struct PlayerSnapshot {
    pub(super) chips: Chips,
    /// The tables where they sit,
    pub(super) seated: Vec<TableId>,
    /// and those where they wait for a seat.
    pub(super) waiting: Vec<TableId>,
    /// The tournaments in which they play.
    pub(super) tournaments: Vec<TournamentId>,
    pub(super) friends: FriendCounts,
}

/// The last snapshot of each player.
pub(in crate::service::room) struct PlayerSnapshots(Mutex<LruCache<PlayerId, Arc<SnapshotEntry>>>);

#[derive(Default)]
struct SnapshotEntry {
    /// When reading last began.
    began: Mutex<Option<Instant>>,
    /// The last snapshot, and when its read started. It is locked during a read.
    last: AsyncMutex<Option<(Instant, Arc<PlayerSnapshot>)>>,
}

impl Default for PlayerSnapshots {
    fn default() -> Self {
        Self(Mutex::new(LruCache::sparse(MOST_PLAYERS)))
    }
}

impl PlayerSnapshots {
    fn of(&self, player: PlayerId) -> Arc<SnapshotEntry> {
        let mut all = lock(&self.0);
        Arc::clone(all.get_or_insert(player, Arc::default))
    }

    /// A snapshot that was read at this moment or later. It is read with a permit of the fair queue, unless another stream of the
    /// player has done so.
    pub(super) async fn read_since(
        &self,
        moment: Instant,
        player: PlayerId,
        store: &dyn Store,
        queue: Option<Arc<FairQueue>>,
    ) -> Result<Arc<PlayerSnapshot>, RoomError> {
        let kept = self.of(player);
        let mut last = kept.last.lock().await;
        if let Some((began, snapshot)) = &*last
            && *began >= moment
        {
            return Ok(Arc::clone(snapshot));
        }
        let read = async {
            let began = Instant::now();
            *lock(&kept.began) = Some(began);
            Ok::<_, RoomError>((began, Arc::new(read(player, store).await?)))
        };
        let (began, snapshot) = match queue {
            Some(queue) => queue.read(read).await?,
            None => read.await?,
        };
        *last = Some((began, Arc::clone(&snapshot)));
        Ok(snapshot)
    }

    /// Returns when it may be read again.
    pub(super) async fn until_due(&self, player: PlayerId) {
        let began = *lock(&self.of(player).began);
        if let Some(began) = began {
            sleep_until(began + REST).await;
        }
    }
}

async fn read(player: PlayerId, store: &dyn Store) -> Result<PlayerSnapshot, RoomError> {
    let chips = store.player(player).await?.ok_or(Refused::NoSuchPlayer)?.chips;
    let seated = store.seated(player, None, MOST_SEATED).await?.into_iter().map(|record| record.id).collect();
    let waiting = store.waiting(player).await?;
    let tournaments = store.registered(player).await?;
    Ok(PlayerSnapshot { chips, seated, waiting, tournaments, friends: store.count_friends(player).await? })
}
