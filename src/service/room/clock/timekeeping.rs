//! The room's clock: deadlines, pauses and automatic deals.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use futures::stream::{self, StreamExt};
use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinSet;

use super::deadlines::{LOOKS_AGAIN, LOOKS_AHEAD, RETRY};
use crate::service::id::IdSet;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::quotas::host_quota::HELD_BACK;
use crate::service::room::room_core::{MOST_TRIES, RoomCore, log_out_of_order};
use crate::service::room::tournaments::moves::HandMove;
use crate::service::table::draft::DraftContext;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::Commit;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How long a table waits for computer players if the limit is reached: some may be recalled.
const FULL: SignedDuration = SignedDuration::from_secs(5);

/// How often the system's clock is checked for a step.
const LOOKS_AT_CLOCK: SignedDuration = SignedDuration::from_secs(1);

/// How often, once a second, moving a table's deadlines is tried. All tables wait meanwhile, so a table that cannot be written
/// must not stop the server forever.
const MOST_FOLLOWING: usize = 60;

/// How many tables are processed at once. After a long sleep thousands are due, and no table should wait for all others.
const MOST_AT_ONCE: usize = 128;

impl RoomCore {
    /// Processes each table when its deadline has come, until the room stops. Deadlines on disk have been read up to `reached`.
    pub(in crate::service::room) async fn keep_time(self: Arc<Self>, reached: Timestamp) {
        let mut stopping = self.stopping.subscribe();
        let mut ticks = JoinSet::new();
        let mut looking = pin!(self.look_ahead(reached));
        let look_at_clock = || self.clock.sleep_until(later(self.clock.now(), LOOKS_AT_CLOCK));
        let mut looks_at_clock = pin!(look_at_clock());
        let recalling = tokio::spawn(Arc::clone(&self).recall_bots());
        loop {
            tokio::select! {
                // The reference must not be held over another wait.
                () = async { drop(stopping.wait_for(|&stopping| stopping).await) } => break,
                table = self.deadlines.next(&*self.clock), if ticks.len() < MOST_AT_ONCE => {
                    ticks.spawn(Arc::clone(&self).tick(table));
                }
                never = &mut looking => match never {},
                () = &mut looks_at_clock => {
                    if self.clock.has_stepped()
                        && let Some(reached) = self.follow_clock().await
                    {
                        looking.set(self.look_ahead(reached));
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
        if let Err(error) = recalling.await {
            tracing::error!(%error, "computer players could not be recalled");
        }
    }

    /// Follows a step of the system's clock, and moves the deadlines of every table with it; returns up to when deadlines have
    /// been read. No change is drafted meanwhile: with the new time and an old deadline it would use up time banks, and play for
    /// people who still have time.
    async fn follow_clock(self: &Arc<Self>) -> Option<Timestamp> {
        let _no_draft = self.stepping.write().await;
        let step = self.presence.follow_clock()?;
        let now = self.clock.now();
        tracing::warn!(
            seconds = step.as_secs(),
            "the system's clock has stepped, and deadlines move with it"
        );
        self.deadlines.follow(step);
        let before = later(now, -step);
        let until = later(now.max(before), LOOKS_AHEAD);
        self.deadlines.reach(until);
        let mut tables = self.find_due(until).await;
        if step.is_negative() {
            // A table in memory has idle times that lie in the future now. One that is read from disk does not.
            let in_memory = self.cache.all().into_iter().filter_map(|handle| handle.table());
            tables.extend(in_memory.map(|table| table.record.id));
        }
        let follow = |table| {
            let following = Arc::clone(self).follow_clock_at(table, step);
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
            match self.store.due_tables(Timestamp::MIN, until).await {
                Ok(found) => {
                    for &(table, due) in &found {
                        self.deadlines.find(table, due);
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
    async fn follow_clock_at(self: Arc<Self>, id: TableId, step: SignedDuration) {
        for _ in 0..MOST_FOLLOWING {
            match self.try_to_follow_clock_at(id, step).await {
                Ok(()) => return,
                Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                    return log_out_of_order(id, &error);
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

    async fn try_to_follow_clock_at(
        self: &Arc<Self>,
        id: TableId,
        step: SignedDuration,
    ) -> Result<(), RoomError> {
        let handle = self.handle(id).await?;
        let _lock = handle.write_lock.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(&handle, id).await?;
            let context = self.draft_context(&table, None, false).await?;
            let mut draft = self.draft(&table, context);
            if !draft.follow(step) {
                return Ok(());
            }
            if self.write(&handle, Some(&table), draft.finish(Author::Clock)?).await?.is_some() {
                return Ok(());
            }
        }
        Err(Failed::Contended.into())
    }

    /// Waits a moment after a failure; returns whether the room stops meanwhile.
    async fn rests_before_another_try(&self) -> bool {
        let mut stopping = self.stopping.subscribe();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => true,
            () = self.clock.sleep_until(later(self.clock.now(), RETRY)) => false,
        }
    }

    /// Reads deadlines on disk as they come near, forever.
    async fn look_ahead(&self, mut reached: Timestamp) -> Infallible {
        loop {
            self.clock.sleep_until(later(reached, -LOOKS_AGAIN)).await;
            let until = later(self.clock.now(), LOOKS_AHEAD);
            self.deadlines.reach(until);
            match self.store.due_tables(reached, until).await {
                Ok(due) => due.into_iter().for_each(|(table, due)| self.deadlines.find(table, due)),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "deadlines are loaded again");
                    self.clock.sleep_until(later(self.clock.now(), RETRY)).await;
                    continue;
                }
            }
            reached = until;
        }
    }

    /// Adds the deal of the next hand to a change that ends a hand, if the table waits for nothing between them: both are written
    /// at once, and the clock need not come back. If the hand cannot be dealt, the clock finds out why. With computer players the
    /// clock deals, because what was won of them has to be on disk first.
    pub(in crate::service::room) fn with_deal(&self, commit: Box<Commit>) -> Box<Commit> {
        let table = Arc::clone(&commit.table);
        if commit.hand_ended.is_none()
            // An operator who voids a hand wants nothing else.
            || commit.change.author == Author::Admin
            || !table.deals_by(commit.change.at)
            || !table.is_for_people_alone()
            || table.tops_up().next().is_some()
            || !self.quotas.hosts.may_move(&table.record)
        {
            return commit;
        }
        let mut draft = self.draft(&table, self.people_context());
        match draft.deal().and_then(|()| Ok(draft.finish(Author::Clock)?)) {
            Ok(deal) => Box::new(commit.and_deal(deal)),
            Err(_) => commit,
        }
    }

    /// Sets a deadline for a table with absent people. It is not stored, because presence is not.
    pub(in crate::service::room) fn bring_forward_for_absent(&self, table: &Table) {
        if let Some(due) = self.due_for_absent(table) {
            self.deadlines.bring_forward(table.record.id, due);
        }
    }

    /// The deadline of a table because of its absent people.
    fn due_for_absent(&self, table: &Table) -> Option<Timestamp> {
        table.deadlines_of_absent(&self.presence.gone(table))
    }

    /// Carries out what is due at a table. After a failure it is tried again, unless the table is out of order.
    async fn tick(self: Arc<Self>, id: TableId) {
        match self.try_tick(id).await {
            Ok(()) => {}
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                log_out_of_order(id, &error);
            }
            // This can happen only if the database was edited by hand.
            Err(RoomError::Refused(Refused::NoSuchTable)) => {
                tracing::error!(table = %id, "a table has a deadline, and does not exist");
            }
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "the table's clock will try again");
                self.deadlines.set(id, Some(later(self.clock.now(), RETRY)));
            }
        }
    }

    async fn try_tick(self: &Arc<Self>, id: TableId) -> Result<(), RoomError> {
        let handle = self.handle(id).await?;
        let no_step = self.stepping.read().await;
        let lock = handle.write_lock.lock().await;
        let mut full_of_bots = false;
        for _ in 0..MOST_TRIES {
            let table = self.load(&handle, id).await?;
            let context = self.draft_context(&table, None, false).await?;
            let mut draft = self.draft(&table, DraftContext { full_of_bots, ..context });
            draft.tick()?;
            if draft.is_empty() {
                // A deadline that has passed without effect is not set again: it would come at once.
                let now = self.clock.now();
                let again = full_of_bots.then(|| later(now, FULL));
                let gone = self.due_for_absent(&table).filter(|&due| due > now);
                self.deadlines.set(id, table.due_after(now).into_iter().chain(again).chain(gone).min());
                self.start_bots(&handle, &table);
                return Ok(());
            }
            if !self.quotas.hosts.may_move(&table.record) {
                self.deadlines.set(id, Some(later(self.clock.now(), HELD_BACK)));
                return Ok(());
            }
            let commit = draft.finish(Author::Clock)?;
            if let Some(place) = table.record.state.tournament.filter(|_| commit.ends_hand_of_tournament()) {
                drop((lock, no_step));
                let what = HandMove::Tick;
                return Box::pin(self.end_hand_of_tournament(place.id, id, what, None)).await.map(drop);
            }
            match self.write(&handle, Some(&table), commit).await {
                Ok(Some(_)) => return Ok(()),
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
}
