//! The reads of a player's snapshot for one stream: begun when something may have changed, and at most one at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::player_snapshot::PlayerSnapshot;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::RoomCore;
use crate::service::topics::Listener;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::PlayerId;

/// How often the snapshot is read if there are other servers.
const LOOKS_AGAIN: Duration = Duration::from_secs(10);

type Looked = Result<Arc<PlayerSnapshot>, RoomError>;

/// The snapshot of a player, kept up to date for one stream.
pub(super) struct SnapshotReads {
    core: Arc<RoomCore>,
    player: PlayerId,
    /// The fair queue for reads; `None` if reading time is not limited.
    queue: Option<Arc<FairQueue>>,
    news: Listener<PlayerId, ()>,
    /// When the snapshot may have become old.
    heard: Option<Instant>,
    /// When it is read again even if nothing was heard, because another server's hint may have got lost.
    looks_again: Instant,
    /// The read in progress. It runs in a task, so that a client that takes no messages does not hold its permit.
    reading: Option<AbortOnDropHandle<Looked>>,
    /// The result of the last read, until the stream has used it.
    unused: Option<Looked>,
    /// The snapshot in use; `None` before the first read.
    used: Option<Arc<PlayerSnapshot>>,
}

impl SnapshotReads {
    /// Reads the snapshot from now on.
    pub(super) fn new(core: Arc<RoomCore>, player: PlayerId, queue: Option<Arc<FairQueue>>) -> Self {
        let (news, now) = (core.players.news.listen(player), Instant::now());
        Self {
            core,
            player,
            queue,
            news,
            heard: Some(now),
            looks_again: now + LOOKS_AGAIN,
            reading: None,
            unused: None,
            used: None,
        }
    }

    /// Returns when there may be a snapshot to use, or something was heard. Dropping the future loses nothing.
    pub(super) async fn wait(&mut self) {
        self.start();
        tokio::select! {
            _ = self.news.next() => self.heard = Some(Instant::now()),
            () = sleep_until(self.looks_again), if self.core.tables.is_shared => {
                self.heard = Some(Instant::now());
                self.looks_again = Instant::now() + LOOKS_AGAIN;
            }
            looked = result(&mut self.reading) => self.unused = Some(looked),
        }
    }

    /// The snapshot that was read and is not yet in use. The stream waits for the first one.
    pub(super) async fn next(&mut self) -> Result<Option<Arc<PlayerSnapshot>>, RoomError> {
        if self.used.is_none() && self.unused.is_none() {
            let mut stopping = self.core.stopping.subscribe();
            self.start();
            self.unused = tokio::select! {
                looked = result(&mut self.reading) => Some(looked),
                _ = stopping.wait_for(|&stopping| stopping) => return Ok(None),
            };
        }
        match &self.unused {
            Some(Ok(snapshot)) => Ok(Some(Arc::clone(snapshot))),
            _ => self.unused.take().transpose(),
        }
    }

    /// The stream uses this snapshot from now on.
    pub(super) fn used(&mut self, snapshot: Arc<PlayerSnapshot>) {
        self.unused = None;
        self.used = Some(snapshot);
    }

    /// The stream uses its snapshot once more, unless there is a newer one.
    pub(super) fn use_again(&mut self) {
        if self.unused.is_none() {
            self.unused = self.used.clone().map(Ok);
        }
    }

    /// Starts a read if the snapshot may be old: the first one at once, later ones a few times a second at most.
    fn start(&mut self) {
        if self.reading.is_none()
            && let Some(heard) = self.heard.take()
        {
            let (core, queue, player) = (Arc::clone(&self.core), self.queue.clone(), self.player);
            let rests = self.used.is_some();
            let look = async move {
                if rests {
                    core.players.snapshots.until_due(player).await;
                }
                core.players.snapshots.read_since(heard, player, &*core.store, queue).await
            };
            self.reading = Some(AbortOnDropHandle::new(tokio::spawn(look.in_current_span())));
        }
    }
}

/// The result of the read in progress; never returns if there is none.
async fn result(reading: &mut Option<AbortOnDropHandle<Looked>>) -> Looked {
    let Some(handle) = reading else { return std::future::pending().await };
    let looked = handle.await;
    *reading = None;
    looked.map_err(|_| Failed::Stopping)?
}
