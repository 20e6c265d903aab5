//! The room's clock: it does what is due at each table, and moves all deadlines if the system's clock steps.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use futures::stream::{self, StreamExt};
use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinSet;

use crate::service::id::IdSet;
use crate::service::room::bots::bot_play::start_bots;
use crate::service::room::bots::sending_away::send_bots_away;
use crate::service::room::deadlines::{LOOKS_AGAIN, LOOKS_AHEAD, RETRY};
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::quotas::move_quota::HELD_BACK;
use crate::service::room::room_core::RoomCore;
use crate::service::table::draft::DraftContext;
use crate::service::table::draft::tournament::hand_move::HandMove;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How long a table waits for computer players if the limit is reached: some may be sent away.
const FULL: SignedDuration = SignedDuration::from_secs(5);

/// How often the system's clock is checked for a step.
const LOOKS_AT_CLOCK: SignedDuration = SignedDuration::from_secs(1);

/// How often, once a second, moving a table's deadlines is tried. All tables wait meanwhile, so a table that cannot be written
/// must not stop the server forever.
const MOST_FOLLOWING: usize = 60;

/// How many tables are processed at once. After a long sleep thousands are due, and no table should wait for all others.
const MOST_AT_ONCE: usize = 128;

/// Processes tables when their deadlines come.
#[derive(Clone)]
pub(in crate::service::room) struct Timekeeper {
    core: Arc<RoomCore>,
}

impl Timekeeper {
    pub(in crate::service::room) fn new(core: Arc<RoomCore>) -> Self {
        Self { core }
    }

    /// Processes each table when its deadline has come, until the room stops. Deadlines on disk have been read up to `reached`.
    pub(in crate::service::room) async fn keep_time(self, reached: Timestamp) {
        let mut stopping = self.core.stopping.subscribe();
        let mut ticks = JoinSet::new();
        let mut looking = pin!(self.look_for_deadlines(reached));
        let look_at_clock = || self.core.clock.sleep_until(later(self.core.clock.now(), LOOKS_AT_CLOCK));
        let mut looks_at_clock = pin!(look_at_clock());
        let sending_away = tokio::spawn(send_bots_away(Arc::clone(&self.core)));
        loop {
            tokio::select! {
                // The reference must not be held over another wait.
                () = async { drop(stopping.wait_for(|&stopping| stopping).await) } => break,
                table = self.core.deadlines.next(&*self.core.clock), if ticks.len() < MOST_AT_ONCE => {
                    ticks.spawn(self.clone().tick(table));
                }
                never = &mut looking => match never {},
                () = &mut looks_at_clock => {
                    if self.core.clock.has_stepped()
                        && let Some(reached) = self.follow_clock().await
                    {
                        looking.set(self.look_for_deadlines(reached));
                    }
                    looks_at_clock.set(look_at_clock());
                }
                Some(ticked) = ticks.join_next() => {
                    if let Err(error) = ticked {
                        tracing::error!(%error, "a table's clock failed, and stands still until its next change");
                    }
                }
            }
        }
        while ticks.join_next().await.is_some() {}
        if let Err(error) = sending_away.await {
            tracing::error!(%error, "computer players could not be sent away");
        }
    }

    /// Follows a step of the system's clock, and moves the deadlines of every table with it; returns up to when deadlines have
    /// been read. No change is drafted meanwhile: with the new time and an old deadline it would use up time banks, and play for
    /// people who still have time.
    async fn follow_clock(&self) -> Option<Timestamp> {
        let _no_draft = self.core.tables.no_draft().await;
        let step = self.core.presence.follow_clock()?;
        let now = self.core.clock.now();
        tracing::warn!(
            seconds = step.as_secs(),
            "the system's clock has stepped, and deadlines move with it"
        );
        self.core.deadlines.follow(step);
        let before = later(now, -step);
        let until = later(now.max(before), LOOKS_AHEAD);
        self.core.deadlines.reach(until);
        let mut tables = self.find_due(until).await;
        // A table in memory has idle times that lie in the future now, if the clock was set back. One that is read from disk does
        // not. If the clock was set forward, the step is no time that was played at a level.
        let in_memory = self.core.tables.in_memory().into_iter().filter_map(|handle| handle.table());
        let following = in_memory.filter(|table| step.is_negative() || table.has_running_level());
        tables.extend(following.map(|table| table.record.id));
        let follow = |table| {
            let following = self.clone().follow_clock_at(table, step);
            async move {
                // In a task of its own, so that a panic affects one table only, and not the clock.
                if let Err(error) = tokio::spawn(following).await {
                    tracing::error!(%table, %error, "the table's deadlines have not moved");
                }
            }
        };
        stream::iter(tables.into_iter().map(follow).collect::<Vec<_>>())
            .buffer_unordered(MOST_AT_ONCE)
            .collect::<()>()
            .await;
        Some(until)
    }

    /// Reads the deadlines on disk before this moment, and returns their tables. Tries until it succeeds, or the room stops.
    async fn find_due(&self, until: Timestamp) -> IdSet<TableId> {
        loop {
            match self.core.store.due_tables(Timestamp::MIN, until).await {
                Ok(found) => {
                    for &(table, due) in &found {
                        self.core.deadlines.find(table, due);
                    }
                    return found.into_iter().map(|(table, _)| table).collect();
                }
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(error, "deadlines are loaded again");
                }
            }
            if self.rests_before_another_try().await {
                return IdSet::default();
            }
        }
    }

    /// Moves the deadlines of one table. Tries until it succeeds or cannot, at most [`MOST_FOLLOWING`] times.
    async fn follow_clock_at(self, id: TableId, step: SignedDuration) {
        for _ in 0..MOST_FOLLOWING {
            match self.try_to_follow_clock_at(id, step).await {
                Ok(()) => return,
                Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                    return error.log_out_of_order(id);
                }
                Err(error) => {
                    let is_refused = matches!(error, RoomError::Refused(_));
                    tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "the table's deadlines have not moved");
                    if is_refused {
                        return;
                    }
                }
            }
            if self.rests_before_another_try().await {
                return;
            }
        }
        tracing::error!(table = %id, "the table's deadlines stay as they were before the clock stepped");
    }

    async fn try_to_follow_clock_at(&self, id: TableId, step: SignedDuration) -> Result<(), RoomError> {
        let handle = self.core.tables.handle(id).await?;
        let _lock = handle.write_lock.lock().await;
        for _ in 0..self.core.most_tries() {
            let table = self.core.tables.load(&handle, id).await?;
            let context = self.core.draft_context(&table, None, false).await?;
            let mut draft = self.core.draft(&table, context);
            if !draft.follow(step) {
                return Ok(());
            }
            if self.core.write(&handle, Some(&table), draft.finish(Author::Clock)?).await?.is_some() {
                return Ok(());
            }
        }
        Err(Failed::Contended.into())
    }

    /// Waits a moment after a failure; returns whether the room stops meanwhile.
    async fn rests_before_another_try(&self) -> bool {
        let mut stopping = self.core.stopping.subscribe();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => true,
            () = self.core.clock.sleep_until(later(self.core.clock.now(), RETRY)) => false,
        }
    }

    /// Finds deadlines that are not in memory, forever.
    async fn look_for_deadlines(&self, reached: Timestamp) -> Infallible {
        if self.core.tables.is_shared {
            self.core.take_overdue().await
        } else {
            self.look_ahead(reached).await
        }
    }

    /// Reads deadlines on disk as they come near, forever.
    async fn look_ahead(&self, mut reached: Timestamp) -> Infallible {
        loop {
            self.core.clock.sleep_until(later(reached, -LOOKS_AGAIN)).await;
            let until = later(self.core.clock.now(), LOOKS_AHEAD);
            self.core.deadlines.reach(until);
            match self.core.store.due_tables(reached, until).await {
                Ok(due) => due.into_iter().for_each(|(table, due)| self.core.deadlines.find(table, due)),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "deadlines are loaded again");
                    self.core.clock.sleep_until(later(self.core.clock.now(), RETRY)).await;
                    continue;
                }
            }
            reached = until;
        }
    }

    /// Carries out what is due at a table. After a failure it is tried again, unless the table is out of order.
    async fn tick(self, id: TableId) {
        match self.try_tick(id).await {
            Ok(()) => {}
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                error.log_out_of_order(id);
                self.core.lengthen_lease(id).await;
            }
            // This can happen only if the database was edited by hand.
            Err(RoomError::Refused(Refused::NoSuchTable)) => {
                tracing::error!(table = %id, "a table has a deadline, and does not exist");
            }
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "the table's clock will try again");
                self.core.deadlines.set(id, Some(later(self.core.clock.now(), RETRY)));
            }
        }
    }

    async fn try_tick(&self, id: TableId) -> Result<(), RoomError> {
        if !self.core.has_lease(id).await? {
            return Ok(());
        }
        let handle = self.core.tables.handle(id).await?;
        let lock = self.core.tables.lock(&handle).await;
        let mut full_of_bots = false;
        for _ in 0..self.core.most_tries() {
            let table = self.core.tables.newest(&handle, id).await?;
            if self.is_late_by_a_stop(&table).await? {
                self.core.deadlines.set(id, Some(later(self.core.clock.now(), RETRY)));
                return Ok(());
            }
            let context = self.core.draft_context(&table, None, false).await?;
            let mut draft = self.core.draft(&table, DraftContext { full_of_bots, ..context });
            draft.tick()?;
            if draft.is_empty() {
                // A deadline that has passed without effect is not set again: it would come at once.
                let now = self.core.clock.now();
                let again = full_of_bots.then(|| later(now, FULL));
                let gone =
                    table.deadlines_of_absent(&self.core.presence.gone(&table)).filter(|&due| due > now);
                let due = self.core.own_due(&handle, &table, now);
                self.core.deadlines.set(id, due.into_iter().chain(again).chain(gone).min());
                start_bots(&self.core, &handle, &table);
                self.core.keep_lease(&table).await;
                return Ok(());
            }
            if !self.core.quotas.spend_move(&table.record) {
                self.core.deadlines.set(id, Some(later(self.core.clock.now(), HELD_BACK)));
                return Ok(());
            }
            let commit = draft.finish(Author::Clock)?;
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop(lock);
                let what = HandMove::Tick;
                return Box::pin(self.core.end_hand_of_tournament(place.id, id, what, None)).await.map(drop);
            }
            match self.core.write(&handle, Some(&table), commit).await {
                Ok(Some(_)) => return Ok(()),
                // Another server came first, and keeps the table's time from now on.
                Ok(None) if self.core.tables.is_shared => {
                    return self.core.tables.newest(&handle, id).await.map(drop);
                }
                Ok(None) => {}
                // The hand goes on with those who are there; more are requested later.
                Err(RoomError::Refused(
                    Refused::TooManyBots { .. }
                    | Refused::TooManyBotsOfHost { .. }
                    | Refused::TooManyBotsOfAddress { .. },
                )) if !full_of_bots => {
                    full_of_bots = true;
                }
                Err(error) => return Err(error),
            }
        }
        Err(Failed::Contended.into())
    }

    /// Whether a person at a table of a tournament is late because all servers were stopped, and the clock of the tournament has
    /// not made up for that yet. A server that is alone does so before it ticks.
    async fn is_late_by_a_stop(&self, table: &Table) -> Result<bool, RoomError> {
        let now = self.core.clock.now();
        let is_late = self.core.tables.is_shared && table.first_due_of_people().is_some_and(|due| due <= now);
        match table.record.state.tournament.filter(|_| is_late) {
            Some(place) => Box::pin(self.core.stands_still(place.id)).await,
            None => Ok(false),
        }
    }
}
