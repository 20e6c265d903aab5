//! The clocks of tournaments: levels, breaks, deals, computer players who fill up, and waits that nobody ends.

use std::sync::Arc;

use futures::stream::{self, StreamExt, TryStreamExt};
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
use crate::service::tournaments::stored::StoredPhase;
use cardroom_api::id::{TableId, TournamentId};
use cardroom_rules::tournament::director::command::DirectorCommand;

/// How often the time that was played is saved, so that a crash loses no more.
const SAVES: SignedDuration = SignedDuration::from_secs(5);

/// How long nobody may have kept the time of a tournament before it counts as a stop of all servers. A server that takes over from
/// another comes sooner.
const STOOD_STILL: SignedDuration = SignedDuration::from_secs(12);

/// How long a tournament rests that is out of order.
const OUT_OF_ORDER: SignedDuration = SignedDuration::from_mins(1);

/// How many tournaments are read at once.
const ROWS: u32 = 100;

/// How many tables go on at once after a stop.
const MOST_AT_ONCE: usize = 64;

/// A stop of all servers, for a tournament that was played meanwhile.
struct Stop {
    /// The last moment of which is known that a server ran.
    since: Timestamp,
    /// The same, if time was played up to it that no change has saved.
    saved: Option<Timestamp>,
}

impl RoomCore {
    /// Starts the clocks of all tournaments that have not ended. Those that are played stood still since the server stopped; the
    /// decisions at their tables get that time back before any clock runs.
    pub(in crate::service::room) async fn start_tournaments(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let filter = TournamentFilter { open: true, after, limit: ROWS, ..TournamentFilter::default() };
            let page = self.store.tournaments(&filter).await?;
            for record in &page.tournaments {
                if record.phase == StoredPhase::Playing {
                    let error = self.make_up_for_stop(record.id).await.err();
                    if let Some(error) = &error {
                        let error = error as &dyn std::error::Error;
                        tracing::error!(tournament = %record.id, error, "decisions have lost the time of the stop");
                    }
                }
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
            // A room that stops still saves the time that was played.
            if !*core.stopping.borrow() {
                core.tournaments.stop_keeping(id);
            }
        });
    }

    /// Gives the decisions at the tables of a tournament the time back for which the server was stopped.
    async fn make_up_for_stop(&self, id: TournamentId) -> Result<(), RoomError> {
        let handle = self.tournaments.handle(id);
        let _turn = handle.directing.lock().await;
        let live = self.load_tournament(&handle).await?;
        match self.stop_of(&live).await? {
            Some(stop) => self.go_on_after_stop(&live, stop.since).await,
            None => Ok(()),
        }
    }

    /// The same for a stop since this moment. The caller holds the `directing` lock.
    async fn go_on_after_stop(&self, live: &LiveTournament, since: Timestamp) -> Result<(), RoomError> {
        let tables = live.director.open_tables();
        let tables = tables.into_iter().filter_map(|(number, _)| live.table(number).ok());
        let go_on = |table| async move {
            match self.table_goes_on(table, since).await {
                // It stands still until an operator voids its hand.
                Err(RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => Ok(()),
                others => others,
            }
        };
        let going_on: Vec<_> = tables.map(go_on).collect();
        stream::iter(going_on).buffer_unordered(MOST_AT_ONCE).try_collect().await
    }

    async fn table_goes_on(&self, id: TableId, since: Timestamp) -> Result<(), RoomError> {
        let handle = self.tables.handle(id).await?;
        let _lock = handle.write_lock.lock().await;
        for _ in 0..self.most_tries() {
            let table = self.tables.newest(&handle, id).await?;
            let context = self.draft_context(&table, None, false).await?;
            let mut draft = self.draft(&table, context);
            if !draft.go_on_after_stop(since) {
                return Ok(());
            }
            if self.write(&handle, Some(&table), draft.finish(Author::Clock)?).await?.is_some() {
                return Ok(());
            }
        }
        Err(Failed::Contended.into())
    }

    /// Whether no server has kept the time of a tournament for so long that it counts as a stop, and none has made up for it yet.
    pub(in crate::service::room) async fn stands_still(&self, id: TournamentId) -> Result<bool, RoomError> {
        let live = self.read_tournament(&self.tournaments.handle(id)).await?;
        Ok(self.stop_of(&live).await?.is_some())
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
        live.is_some_and(|live| live.is_played())
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
        let is_played = handle.current().is_some_and(|live| live.is_played());
        let is_far = due.is_none_or(|due| due > later(self.clock.now(), LEASE));
        self.tables.is_shared && is_far && !is_played
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
        if begins && let Some(stop) = self.stop_of(&live).await? {
            // A server that is alone has done this before anything else.
            if self.tables.is_shared {
                self.go_on_after_stop(&live, stop.since).await?;
            }
            if let Some(saved) = stop.saved {
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

    /// The stop of all servers after which a tournament that is played has not gone on yet.
    async fn stop_of(&self, live: &LiveTournament) -> Result<Option<Stop>, RoomError> {
        if !live.is_played() {
            return Ok(None);
        }
        let now = self.clock.now();
        let record = self.store.tournament(live.record.id).await?;
        let saved = record.and_then(|record| record.saved_at).map(|saved| saved.min(now));
        let alive = live.changed_at.max(saved);
        let has_stopped = if self.tables.is_shared {
            alive.is_none_or(|alive| later(alive, STOOD_STILL) <= now)
        } else {
            live.changed_at <= Some(self.tables.runs_since)
        };
        if !has_stopped {
            return Ok(None);
        }
        let saved = saved.filter(|&saved| live.changed_at < Some(saved) && live.director.keeps_time());
        Ok(Some(Stop { since: alive.unwrap_or(now), saved }))
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
        } else if live.is_played() {
            Some(at)
        } else {
            self.next_look(live)
        }
    }
}
