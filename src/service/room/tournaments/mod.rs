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
pub mod operating;
pub mod reads;
mod showing;
mod tickets;
mod timing;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio_util::task::TaskTracker;

use crate::service::limits::network_permits::NetworkPermit;
use crate::service::lock::lock;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::shown::ShownTournament;
use cardroom_api::id::TournamentId;
use cardroom_rules::tournament::director::floor::place::TableNumber;

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
    /// Its permit of the quota of its host's network, while it is open. After a restart it has none.
    permit: Mutex<Option<NetworkPermit>>,
    /// When its clock has to look at it next, and how often that was set.
    due: watch::Sender<Option<Timestamp>>,
    /// The tables whose hands may have ended without the director's knowledge: in the change that dealt them. `None` until all were
    /// looked at.
    unknown: Mutex<Option<BTreeSet<TableNumber>>>,
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
                permit: Mutex::default(),
                due: watch::Sender::new(None),
                unknown: Mutex::default(),
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

    /// Holds this permit until the tournament is over.
    pub(super) fn hold(&self, permit: Option<NetworkPermit>) {
        *lock(&self.permit) = permit;
    }

    /// Publishes the tournament, and when its clock has to look at it next.
    pub(super) fn publish(&self, live: Arc<LiveTournament>) {
        if live.is_over() {
            self.hold(None);
        }
        *lock(&self.current) = Some(Arc::clone(&live));
        self.shown.send_replace(Some(Arc::new(ShownTournament::new(live))));
    }

    /// Drops the tournament, so that it is read again.
    pub(super) fn drop_current(&self) {
        *lock(&self.current) = None;
        *lock(&self.unknown) = None;
    }

    /// Notes tables whose hands may have ended without the director's knowledge.
    pub(super) fn mark(&self, tables: impl IntoIterator<Item = TableNumber>) {
        if let Some(unknown) = &mut *lock(&self.unknown) {
            unknown.extend(tables);
        }
    }

    /// The tables, of those that the director believes in a hand, whose hands may have ended without its knowledge.
    pub(super) fn marked(&self, playing: &[TableNumber]) -> Vec<TableNumber> {
        let mut unknown = lock(&self.unknown);
        let unknown = unknown.get_or_insert_with(|| playing.iter().copied().collect());
        unknown.retain(|table| playing.contains(table));
        unknown.iter().copied().collect()
    }

    /// Whether some are not looked at yet.
    pub(super) fn has_marks(&self) -> bool {
        lock(&self.unknown).as_ref().is_none_or(|unknown| !unknown.is_empty())
    }

    /// Notes that a table was looked at.
    pub(super) fn unmark(&self, table: TableNumber) {
        if let Some(unknown) = &mut *lock(&self.unknown) {
            unknown.remove(&table);
        }
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
