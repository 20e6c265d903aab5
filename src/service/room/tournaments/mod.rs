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

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::service::limits::network_permits::NetworkPermit;
use crate::service::lock::lock;
use crate::service::room::tables::cache::Cache;
use crate::service::tournaments::live::LiveTournament;
use crate::service::tournaments::shown::ShownTournament;
use cardroom_api::id::TournamentId;
use cardroom_rules::tournament::director::floor::place::TableNumber;

/// How many tournaments stay in memory that nobody uses. Evicting one costs a read of its log.
pub const MOST_IDLE_TOURNAMENTS: usize = 256;

/// How long a lease on the time of a tournament lasts. If its server dies, another goes on so much later.
pub(in crate::service::room) const LEASE: SignedDuration = SignedDuration::from_secs(4);

/// The tournaments whose clocks run here, and those that were read lately.
pub(in crate::service::room) struct Tournaments {
    handles: Cache<TournamentId, TournamentHandle>,
    /// The tournaments whose clocks run, and what stops each.
    kept: Mutex<HashMap<TournamentId, CancellationToken>>,
    /// The permits of the quotas of their hosts' networks, while they are open: their own, and those of their computer players.
    permits: Mutex<HashMap<TournamentId, Vec<NetworkPermit>>>,
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
    /// When its clock has to look at it next, and how often that was set.
    due: watch::Sender<Option<Timestamp>>,
    /// The tables whose hands may have ended without the director's knowledge: in the change that dealt them. `None` until all were
    /// looked at.
    unknown: Mutex<Option<BTreeSet<TableNumber>>>,
    /// Held while the database is looked at for those who decide nothing: the number of the last look that has found something.
    pub(super) looking: AsyncMutex<u64>,
    looks: AtomicU64,
    /// The tournament as it was last known, for its tables and its followers. `None` until it was read.
    shown: watch::Sender<Option<Arc<ShownTournament>>>,
}

impl Default for Tournaments {
    fn default() -> Self {
        Self {
            handles: Cache::holding(MOST_IDLE_TOURNAMENTS),
            kept: Mutex::default(),
            permits: Mutex::default(),
            clocks: TaskTracker::default(),
        }
    }
}

impl Tournaments {
    /// The handle of a tournament that exists.
    pub(super) fn handle(&self, id: TournamentId) -> Arc<TournamentHandle> {
        self.get(id).unwrap_or_else(|| self.add(TournamentHandle::new(id)))
    }

    /// Adds the handle of a new tournament, unless it has one.
    pub(super) fn add(&self, handle: Arc<TournamentHandle>) -> Arc<TournamentHandle> {
        self.handles.handle_or(handle.id, handle)
    }

    /// The handle of a tournament in memory.
    pub(super) fn get(&self, id: TournamentId) -> Option<Arc<TournamentHandle>> {
        self.handles.get(id)
    }

    /// The same, and it is no use of it.
    pub(in crate::service::room) fn peek(&self, id: TournamentId) -> Option<Arc<TournamentHandle>> {
        self.handles.peek(id)
    }

    /// The tournaments that somebody on this server follows, or whose tables.
    pub(in crate::service::room) fn followed(&self) -> Vec<TournamentId> {
        let followed = |handle: &Arc<TournamentHandle>| handle.shown.receiver_count() > 0;
        self.handles.all().iter().filter(|handle| followed(handle)).map(|handle| handle.id).collect()
    }

    /// Notes that the clock of a tournament runs here, and returns what stops it; `None` if it runs already.
    pub(super) fn keep(&self, id: TournamentId) -> Option<CancellationToken> {
        let mut kept = lock(&self.kept);
        if kept.contains_key(&id) {
            return None;
        }
        let ends = CancellationToken::new();
        kept.insert(id, ends.clone());
        Some(ends)
    }

    /// Notes that a clock has stopped.
    pub(super) fn stop_keeping(&self, id: TournamentId) {
        lock(&self.kept).remove(&id);
    }

    /// Stops the clock of a tournament.
    pub(in crate::service::room) fn stop_clock(&self, id: TournamentId) {
        if let Some(ends) = lock(&self.kept).get(&id) {
            ends.cancel();
        }
    }

    /// Whether the clock of a tournament runs here.
    pub(super) fn is_kept(&self, id: TournamentId) -> bool {
        lock(&self.kept).contains_key(&id)
    }

    /// The tournaments whose clocks run here.
    pub(in crate::service::room) fn kept(&self) -> Vec<TournamentId> {
        lock(&self.kept).keys().copied().collect()
    }

    /// Holds these permits until the tournament is over.
    pub(super) fn hold(&self, id: TournamentId, permits: impl IntoIterator<Item = NetworkPermit>) {
        let mut permits = permits.into_iter().peekable();
        if permits.peek().is_some() {
            lock(&self.permits).entry(id).or_default().extend(permits);
        }
    }

    /// The tournaments that hold permits.
    pub(in crate::service::room) fn charged(&self) -> Vec<TournamentId> {
        lock(&self.permits).keys().copied().collect()
    }

    /// Gives back the permits of tournaments that have ended.
    pub(in crate::service::room) fn release(&self, ended: &[TournamentId]) {
        let mut permits = lock(&self.permits);
        for id in ended {
            permits.remove(id);
        }
    }
}

impl TournamentHandle {
    /// The handle of a tournament that is not in memory.
    pub(super) fn new(id: TournamentId) -> Arc<Self> {
        Arc::new(Self {
            id,
            directing: Arc::default(),
            current: Mutex::default(),
            due: watch::Sender::new(None),
            unknown: Mutex::default(),
            looking: AsyncMutex::default(),
            looks: AtomicU64::default(),
            shown: watch::Sender::new(None),
        })
    }

    /// The tournament as it was last written.
    pub(in crate::service::room) fn current(&self) -> Option<Arc<LiveTournament>> {
        lock(&self.current).clone()
    }

    /// Publishes the tournament, unless a later version is known.
    pub(super) fn publish(&self, live: Arc<LiveTournament>) {
        let mut current = lock(&self.current);
        if current.as_ref().is_some_and(|known| known.record.version > live.record.version) {
            return;
        }
        *current = Some(Arc::clone(&live));
        self.shown.send_replace(Some(Arc::new(ShownTournament::new(live))));
    }

    /// How many looks at the database have begun.
    pub(super) fn looks_begun(&self) -> u64 {
        self.looks.load(Ordering::SeqCst)
    }

    /// Begins a look, and returns its number; the first is 1.
    pub(super) fn begin_look(&self) -> u64 {
        self.looks.fetch_add(1, Ordering::SeqCst) + 1
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
    pub(in crate::service::room) fn shown(&self) -> watch::Receiver<Option<Arc<ShownTournament>>> {
        self.shown.subscribe()
    }
}
