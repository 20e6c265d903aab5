//! How far the tournament of a followed table is.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::service::room::tournaments::TournamentHandle;
use crate::service::table::time::later;
use crate::service::tournaments::shown::ShownTournament;
use cardroom_api::id::PlayerId;
use cardroom_api::tournament::progress::TournamentProgress;
use cardroom_rules::tournament::director::floor::place::TableNumber;

/// How long a message about it waits. If a hand of this table has changed it, the message about the table has it already.
const MOMENT: SignedDuration = SignedDuration::from_millis(100);

/// The shortest time between two messages about it.
const REST: SignedDuration = SignedDuration::from_secs(2);

/// The tournament of a followed table.
pub(super) struct FollowedProgress {
    table: TableNumber,
    caller: Option<PlayerId>,
    shown: watch::Receiver<Option<Arc<ShownTournament>>>,
    /// So that the tournament stays in memory.
    _handle: Arc<TournamentHandle>,
    /// What the caller knows.
    known: Option<TournamentProgress>,
    /// When a message is due; `None` if nothing has changed.
    pub(super) at: Option<Timestamp>,
    /// No message is sent before this moment.
    rests_until: Timestamp,
}

impl FollowedProgress {
    pub(super) fn new(
        (table, handle): (TableNumber, Arc<TournamentHandle>),
        caller: Option<PlayerId>,
    ) -> Self {
        let rests_until = Timestamp::MIN;
        Self { table, caller, shown: handle.shown(), _handle: handle, known: None, at: None, rests_until }
    }

    /// Notes that the caller gets this in a view of the table.
    pub(super) fn sent(&mut self, progress: Option<TournamentProgress>) {
        self.known = progress;
    }

    /// Returns once the tournament has changed, and sets when a message is due.
    pub(super) async fn changed(&mut self, now: impl Fn() -> Timestamp) {
        if self.shown.changed().await.is_err() {
            return std::future::pending().await;
        }
        // If the clock was set back, the moment is limited to a rest from now.
        let now = now();
        let next = self.rests_until.min(later(now, REST)).max(later(now, MOMENT));
        self.at.get_or_insert(next);
    }

    /// What the caller does not know yet, if a message about it is due.
    pub(super) fn due(&mut self, now: Timestamp) -> Option<TournamentProgress> {
        self.at.take_if(|at| *at <= now)?;
        let shown = self.shown.borrow().clone()?;
        let progress = shown.progress(self.table, self.caller)?;
        let of_known_version =
            self.known.map(|known| TournamentProgress { version: progress.version, ..known });
        if of_known_version == Some(progress) {
            return None;
        }
        self.known = Some(progress);
        self.rests_until = later(now, REST);
        Some(progress)
    }
}
