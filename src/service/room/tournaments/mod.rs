//! Tournaments in the card room: what their directors decide is carried out at their tables.
//!
//! Whatever happens in a tournament is decided while its `directing` lock is held; then its tables are locked. A move at one of its
//! tables takes the table's lock alone. If it ends the hand, it is given up, and drafted again under the lock of the tournament.

mod carrying_out;
pub mod commands;
mod directing;
mod entrants;
mod keeping;
pub(in crate::service::room) mod moves;
mod naming;
pub mod operating;
pub mod reads;
mod showing;
mod tickets;
mod timing;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio_util::task::TaskTracker;

use crate::service::limits::network_permits::NetworkPermit;
use crate::service::lock::lock;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::shown::ShownTournament;
use cardroom_api::id::TournamentId;

/// The tournaments that have not ended, and those that were read lately.
#[derive(Default)]
pub(in crate::service::room) struct Tournaments {
    handles: Mutex<HashMap<TournamentId, Arc<TournamentHandle>>>,
    /// The tournaments whose clocks run.
    running: Mutex<HashSet<TournamentId>>,
    /// The clocks of the tournaments that have not ended.
    pub(in crate::service::room) clocks: TaskTracker,
}

/// One tournament in memory.
pub(in crate::service::room) struct TournamentHandle {
    /// The identifier of the tournament.
    pub(super) id: TournamentId,
    /// Held while anything is decided in the tournament, and until it is written.
    pub(super) directing: Arc<AsyncMutex<()>>,
    current: Mutex<Option<Arc<LiveTournament>>>,
    /// Its permits of the quotas of its host's network, while it is open: its own, and those of its computer players. After a
    /// restart it has none.
    permits: Mutex<Vec<NetworkPermit>>,
    /// When its clock has to look at it next, and how often that was set.
    due: watch::Sender<Option<Timestamp>>,
    /// The tournament as it was last known, for its tables and its followers. `None` until it was read.
    shown: watch::Sender<Option<Arc<ShownTournament>>>,
}

impl Tournaments {
    /// The handle of a tournament that exists.
    pub(super) fn handle(&self, id: TournamentId) -> Arc<TournamentHandle> {
        let new = || {
            Arc::new(TournamentHandle {
                id,
                directing: Arc::default(),
                current: Mutex::default(),
                permits: Mutex::default(),
                due: watch::Sender::new(None),
                shown: watch::Sender::new(None),
            })
        };
        Arc::clone(lock(&self.handles).entry(id).or_insert_with(new))
    }

    /// The handle of a tournament in memory.
    pub(super) fn get(&self, id: TournamentId) -> Option<Arc<TournamentHandle>> {
        lock(&self.handles).get(&id).cloned()
    }

    /// Drops a tournament that has ended, or was never written, unless others use it.
    pub(super) fn forget(&self, handle: Arc<TournamentHandle>) {
        let id = handle.id;
        drop(handle);
        let mut handles = lock(&self.handles);
        if handles.get(&id).is_some_and(|handle| Arc::strong_count(handle) == 1) {
            handles.remove(&id);
        }
    }
}

impl TournamentHandle {
    /// The tournament as it was last written.
    pub(super) fn current(&self) -> Option<Arc<LiveTournament>> {
        lock(&self.current).clone()
    }

    /// Holds these permits until the tournament is over.
    pub(super) fn hold(&self, permits: impl IntoIterator<Item = NetworkPermit>) {
        lock(&self.permits).extend(permits);
    }

    /// Publishes the tournament, and when its clock has to look at it next.
    pub(super) fn publish(&self, live: Arc<LiveTournament>) {
        if live.is_over() {
            lock(&self.permits).clear();
        }
        *lock(&self.current) = Some(Arc::clone(&live));
        self.shown.send_replace(Some(Arc::new(ShownTournament::new(live))));
    }

    /// Drops the tournament, so that it is read again.
    pub(super) fn drop_current(&self) {
        *lock(&self.current) = None;
    }

    /// Sets when its clock has to look at it next.
    pub(super) fn set_due(&self, due: Option<Timestamp>) {
        self.due.send_replace(due);
    }

    /// When its clock has to look at it next.
    pub(super) fn due(&self) -> watch::Receiver<Option<Timestamp>> {
        self.due.subscribe()
    }

    /// The tournament as it was last known; it wakes with each change.
    pub(super) fn shown(&self) -> watch::Receiver<Option<Arc<ShownTournament>>> {
        self.shown.subscribe()
    }
}
