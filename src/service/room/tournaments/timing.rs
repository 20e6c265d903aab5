//! The clocks of tournaments: levels, breaks, deals, and computer players who fill up.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::TournamentHandle;
use crate::service::lock::lock;
use crate::service::ports::error::StoreError;
use crate::service::ports::shared::TournamentLeaseOutcome;
use crate::service::ports::tournaments::TournamentFilter;
use crate::service::room::deadlines::RETRY;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::room_core::RoomCore;
use crate::service::table::stored::change::Author;
use crate::service::table::time::later;
use crate::service::tournaments::live::LiveTournament;
use cardroom_api::id::TournamentId;
use cardroom_rules::tournament::director::command::DirectorCommand;
use cardroom_rules::tournament::director::state::Phase;

/// How often the time that was played is saved, so that a crash loses no more.
const SAVES: SignedDuration = SignedDuration::from_secs(5);

/// How long the lease of a server on a tournament's time lasts, and how often it is renewed.
const LEASE: SignedDuration = SignedDuration::from_secs(4);
const RENEWS: SignedDuration = SignedDuration::from_secs(1);

/// How many tournaments are read at once.
const ROWS: u32 = 100;

impl RoomCore {
    /// Starts the clocks of all tournaments that have not ended. Those that are played stood still since the server stopped.
    pub(in crate::service::room) async fn start_tournaments(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let filter = TournamentFilter { open: true, after, limit: ROWS, ..TournamentFilter::default() };
            let page = self.store.tournaments(&filter).await?;
            for record in &page.tournaments {
                self.start_tournament(record.id, !self.tables.is_shared);
            }
            match page.next {
                Some(next) => after = Some(next),
                None => return Ok(()),
            }
        }
    }

    /// Starts the clock of a tournament, unless it runs.
    pub(super) fn start_tournament(self: &Arc<Self>, id: TournamentId, is_restart: bool) {
        if !lock(&self.tournaments.running).insert(id) {
            return;
        }
        let (core, handle) = (Arc::clone(self), self.tournaments.handle(id));
        self.tournaments.clocks.spawn(async move {
            Arc::clone(&core).keep_time_of(handle, is_restart).await;
            lock(&core.tournaments.running).remove(&id);
        });
    }

    async fn keep_time_of(self: Arc<Self>, handle: Arc<TournamentHandle>, mut is_restart: bool) {
        let mut stopping = self.stopping.subscribe();
        let mut due = handle.due();
        loop {
            match self.keep_tournament(&handle, is_restart).await {
                Ok(true) | Err(RoomError::Failed(Failed::Stopping)) => break,
                Ok(false) => is_restart = false,
                Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(tournament = %handle.id, error, "the tournament is out of order");
                    break;
                }
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(tournament = %handle.id, error, "the tournament's clock will try again");
                    handle.set_due(Some(later(self.clock.now(), RETRY)));
                }
            }
            let renews = self.tables.is_shared.then(|| later(self.clock.now(), RENEWS));
            let next = due.borrow_and_update().into_iter().chain(renews).min();
            let sleep = async {
                match next {
                    Some(next) => self.clock.sleep_until(next).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => break,
                () = sleep => {}
                changed = due.changed() => if changed.is_err() { break },
            }
        }
        drop(due);
        self.tournaments.forget(handle);
    }

    /// Carries out what is due in a tournament, if no other server keeps its time; returns whether it is over.
    async fn keep_tournament(&self, handle: &TournamentHandle, is_restart: bool) -> Result<bool, RoomError> {
        let Some(shared) = self.store.shared() else {
            return self.look_at_tournament(handle, is_restart).await;
        };
        let lease = self.lease(LEASE);
        match shared.keep_tournament(handle.id, lease).await? {
            TournamentLeaseOutcome::Held => {
                let (_, live) = self.tournament(handle.id).await?;
                handle.set_due(None);
                Ok(live.is_over())
            }
            TournamentLeaseOutcome::Kept => self.look_at_tournament(handle, false).await,
            TournamentLeaseOutcome::TakenOver { lapsed } => {
                // All servers were stopped, and not only the one that kept its time.
                let stood_still = lapsed.is_none_or(|lapsed| later(lapsed, LEASE) < lease.now);
                self.look_at_tournament(handle, stood_still).await
            }
        }
    }

    /// Carries out what is due in a tournament; returns whether it is over.
    async fn look_at_tournament(
        &self,
        handle: &TournamentHandle,
        is_restart: bool,
    ) -> Result<bool, RoomError> {
        let _no_step = self.tables.no_step().await;
        let _turn = handle.directing.lock().await;
        let live = self.load_tournament(handle).await?;
        if live.is_over() {
            return Ok(true);
        }
        let now = self.clock.now();
        if live.fills_at().is_some_and(|at| at <= now) {
            self.fill_tournament(handle, &live).await?;
            return Ok(false);
        }
        let is_played = live.director.phase() == Phase::Playing;
        let command = if is_restart && is_played {
            Some(DirectorCommand::Restart {}.into())
        } else if let Some(result) = self.unknown_result(&live).await? {
            Some(result)
        } else {
            self.saves_at(&live, now).filter(|&at| at <= now).map(|_| DirectorCommand::SaveClock {}.into())
        };
        self.decide(handle, &live, Author::Clock, command, None).await?;
        Ok(handle.current().is_some_and(|live| live.is_over()))
    }

    /// When the time that was played is saved next; `None` if the tournament is not played.
    #[allow(clippy::unused_self, reason = "beside the other deadlines")]
    pub(super) fn saves_at(&self, live: &LiveTournament, now: Timestamp) -> Option<Timestamp> {
        live.director.keeps_time().then(|| live.changed_at.map_or(now, |at| later(at, SAVES)))
    }
}
