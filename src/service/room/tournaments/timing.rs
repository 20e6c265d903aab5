//! The clocks of tournaments: levels, breaks, deals, computer players who fill up, and waits that nobody ends.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::directing::Decisions;
use super::{LEASE, TournamentHandle};
use crate::service::ports::error::StoreError;
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

/// How long nobody may have kept the time of a tournament before it counts as a stop of all servers. A server that takes over from
/// another comes sooner.
const STOOD_STILL: SignedDuration = SignedDuration::from_secs(12);

/// How long a tournament rests that is out of order.
const OUT_OF_ORDER: SignedDuration = SignedDuration::from_mins(1);

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
                self.start_tournament(record.id);
            }
            match page.next {
                Some(next) => after = Some(next),
                None => return Ok(()),
            }
        }
    }

    /// Starts the clock of a tournament, unless it runs.
    pub(in crate::service::room) fn start_tournament(self: &Arc<Self>, id: TournamentId) {
        let Some(ends) = self.tournaments.keep(id) else { return };
        let (core, handle) = (Arc::clone(self), self.tournaments.handle(id));
        self.tournaments.clocks.spawn(async move {
            Arc::clone(&core).keep_time_of(handle, ends).await;
            core.let_go_of(id).await;
            core.tournaments.stop_keeping(id);
        });
    }

    /// Saves the time of the tournaments whose time this server keeps, until the room stops, and once more then.
    pub(in crate::service::room) async fn save_clocks(self: Arc<Self>) {
        let mut stopping = self.stopping.subscribe();
        loop {
            let stops = tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => true,
                () = self.clock.sleep_until(later(self.clock.now(), SAVES)) => false,
            };
            let played = self.tournaments.kept().into_iter().filter(|&id| self.is_time_kept(id));
            let played: Vec<TournamentId> = played.collect();
            if !played.is_empty()
                && let Err(error) = self.store.save_clocks(&played, self.clock.now()).await
            {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "the time that was played in tournaments is saved later");
            }
            if stops {
                return;
            }
        }
    }

    fn is_time_kept(&self, id: TournamentId) -> bool {
        let live = self.tournaments.get(id).and_then(|handle| handle.current());
        live.is_some_and(|live| live.director.keeps_time())
    }

    /// Keeps the time of a tournament until it is over, or another server may do it.
    async fn keep_time_of(self: Arc<Self>, handle: Arc<TournamentHandle>, ends: CancellationToken) {
        let mut stopping = self.stopping.subscribe();
        let mut due = handle.due();
        let mut begins = true;
        loop {
            match self.look_at_tournament(&handle, begins).await {
                Ok(true) | Err(RoomError::Failed(Failed::Stopping)) => break,
                Ok(false) => begins = false,
                // An operator may void the hand of the table that is in the way.
                Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(tournament = %handle.id, error, "the tournament is out of order");
                    handle.set_due(Some(later(self.clock.now(), OUT_OF_ORDER)));
                }
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(tournament = %handle.id, error, "the tournament's clock will try again");
                    handle.set_due(Some(later(self.clock.now(), RETRY)));
                }
            }
            let next = *due.borrow_and_update();
            if !begins && self.is_idle(&handle, next) {
                break;
            }
            let sleep = async {
                match next {
                    Some(next) => self.clock.sleep_until(next).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => break,
                () = ends.cancelled() => break,
                () = sleep => {}
                changed = due.changed() => if changed.is_err() { break },
            }
        }
    }

    /// Whether any server may keep the time of a tournament once something is due again.
    fn is_idle(&self, handle: &TournamentHandle, due: Option<Timestamp>) -> bool {
        let keeps_time = handle.current().is_some_and(|live| live.director.keeps_time());
        let is_far = due.is_none_or(|due| due > later(self.clock.now(), LEASE));
        self.tables.is_shared && is_far && !keeps_time
    }

    /// Carries out what is due in a tournament; returns whether it is over.
    async fn look_at_tournament(&self, handle: &TournamentHandle, begins: bool) -> Result<bool, RoomError> {
        let _no_step = self.tables.no_step().await;
        let _turn = handle.directing.lock().await;
        let mut live = self.load_tournament(handle).await?;
        if live.is_over() {
            return Ok(true);
        }
        let now = self.clock.now();
        let mut command = None;
        if begins && let Some(saved) = self.stood_still(&live).await? {
            if let Some(saved) = saved {
                // What was played between the last change and the stop.
                let mut decisions = Decisions::new(&live, saved);
                decisions.accept(&DirectorCommand::SaveClock {}.into())?;
                if self.write_decisions(handle, decisions, Author::Clock, None).await?.is_none() {
                    return Err(Failed::Contended.into());
                }
                live = self.load_tournament(handle).await?;
            }
            command = Some(DirectorCommand::Restart {}.into());
        } else if live.fills_at().is_some_and(|at| at <= now) {
            self.fill_tournament(handle, &live).await?;
            return Ok(false);
        } else if live.expires_at().is_some_and(|at| at <= now) {
            let mut decisions = Decisions::new(&live, now);
            decisions.accept(&DirectorCommand::Cancel {}.into())?;
            let written = self.carry_out_decisions(handle, decisions, Author::Clock, None).await?;
            return Ok(self.after_look(handle, written.is_some()));
        } else if let Some(result) = self.unknown_result(handle, &live).await? {
            command = Some(result);
        }
        let decided = self.decide(handle, &live, Author::Clock, command, None).await?;
        Ok(self.after_look(handle, decided.is_some()))
    }

    /// Whether the tournament is over after a look. If another change came first, it is looked at again.
    fn after_look(&self, handle: &TournamentHandle, is_written: bool) -> bool {
        if !is_written {
            handle.set_due(Some(self.clock.now()));
        }
        handle.current().is_some_and(|live| live.is_over())
    }

    /// Whether a tournament that is played stood still, because no server ran; and then until when its time was kept beyond its last
    /// change.
    async fn stood_still(&self, live: &LiveTournament) -> Result<Option<Option<Timestamp>>, RoomError> {
        if live.director.phase() != Phase::Playing {
            return Ok(None);
        }
        let now = self.clock.now();
        let record = self.store.tournament(live.record.id).await?;
        let saved = record.and_then(|record| record.saved_at).map(|saved| saved.min(now));
        let alive = live.changed_at.max(saved);
        let stood_still = if self.tables.is_shared {
            alive.is_none_or(|alive| later(alive, STOOD_STILL) <= now)
        } else {
            live.changed_at <= Some(self.tables.runs_since)
        };
        if !stood_still {
            return Ok(None);
        }
        Ok(Some(saved.filter(|&saved| live.changed_at < Some(saved) && live.director.keeps_time())))
    }

    /// When its clock has to look at a tournament next.
    pub(super) fn next_look(&self, live: &LiveTournament) -> Option<Timestamp> {
        let due = self.next_step(live, self.clock.now());
        due.into_iter().chain(live.fills_at()).chain(live.expires_at()).min()
    }

    /// From when on a server has to keep the time of a tournament, as the database has it.
    pub(super) fn kept_from(&self, live: &LiveTournament, at: Timestamp) -> Option<Timestamp> {
        if live.is_over() {
            None
        } else if live.director.keeps_time() {
            Some(at)
        } else {
            self.next_look(live)
        }
    }
}
