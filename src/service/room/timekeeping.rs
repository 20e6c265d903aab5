//! The room's clock: deadlines that pass, pauses that end, hands that deal themselves.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use futures::stream::{self, StreamExt};
use jiff::{SignedDuration, Timestamp};
use tokio::task::JoinSet;

use super::deadlines::{LOOKS_AGAIN, LOOKS_AHEAD, RETRY};
use super::error::{Failed, RoomError};
use super::origins::HELD_BACK;
use super::shared::{MOST_TRIES, Shared, alarm};
use crate::service::id::{IdSet, TableId};
use crate::service::table::change::Author;
use crate::service::table::commit::Commit;
use crate::service::table::draft::Surroundings;
use crate::service::table::live::Table;
use crate::service::table::refused::Refused;
use crate::service::table::time::later;

/// How long a table waits for computer players where the house has no more: some may leave for it.
const FULL: SignedDuration = SignedDuration::from_secs(5);

/// How often it is looked whether the system's clock has stepped.
const LOOKS_AT_CLOCK: SignedDuration = SignedDuration::from_secs(1);

/// How often it is tried, once a second, to move a table's deadlines. All tables wait meanwhile, so one that cannot be written does not
/// stop the house for ever.
const MOST_FOLLOWING: usize = 60;

/// How many tables are looked at at once: after a long sleep thousands are due, and the players of none are to wait behind all.
const MOST_AT_ONCE: usize = 128;

impl Shared {
    /// Looks at each table when its moment has come, until the room stops. What is on disk has been looked for up to here.
    pub(super) async fn keep_time(self: Arc<Self>, reached: Timestamp) {
        let mut stopping = self.stopping.subscribe();
        let mut ticks = JoinSet::new();
        let mut looking = pin!(self.look_ahead(reached));
        let look_at_clock = || self.clock.sleep_until(later(self.clock.now(), LOOKS_AT_CLOCK));
        let mut looks_at_clock = pin!(look_at_clock());
        let recalling = tokio::spawn(Arc::clone(&self).recall_bots());
        loop {
            tokio::select! {
                // The reference that it gives may not be held over another wait.
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
            tracing::error!(%error, "computer players could not be sent for");
        }
    }

    /// Follows a step of the system's clock, and moves the deadlines of every table with it; up to when they have been looked for then.
    /// No change is drafted meanwhile: by the new time and an old deadline it would use up time banks, and play for people whose
    /// time is not over.
    async fn follow_clock(self: &Arc<Self>) -> Option<Timestamp> {
        let _no_draft = self.stepping.write().await;
        let step = self.attendance.follow_clock()?;
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
            // A table in memory says that its players are idle since a moment that is yet to come. One that is read from disk does not.
            let in_memory = self.cache.all().into_iter().filter_map(|slot| slot.table());
            tables.extend(in_memory.map(|table| table.record.id));
        }
        let follow = |table| {
            let following = Arc::clone(self).follow_clock_at(table, step);
            async move {
                // In a task of its own: a table that fails badly takes no other with it, nor the clock.
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

    /// Takes up the deadlines on disk that come before this moment, and tells at which tables. It is tried until it is done, or the
    /// room stops.
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
                    tracing::warn!(error, "deadlines are looked for again");
                }
            }
            if self.rests_before_another_try().await {
                return IdSet::default();
            }
        }
    }

    /// Moves the deadlines of one table. It is tried until it is done or cannot be, and [`MOST_FOLLOWING`] times at most.
    async fn follow_clock_at(self: Arc<Self>, id: TableId, step: SignedDuration) {
        for _ in 0..MOST_FOLLOWING {
            match self.try_to_follow_clock_at(id, step).await {
                Ok(()) => return,
                Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => {
                    return alarm(id, &error);
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
        let slot = self.slot(id).await?;
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(&slot, id).await?;
            let around = self.surroundings(&table, None, false).await?;
            let mut draft = self.draft(&table, around);
            if !draft.follow(step) {
                return Ok(());
            }
            if self.write(&slot, Some(&table), draft.finish(Author::Clock)?).await?.is_some() {
                return Ok(());
            }
        }
        Err(Failed::Contended.into())
    }

    /// Waits a moment after a failure; whether the room stops meanwhile.
    async fn rests_before_another_try(&self) -> bool {
        let mut stopping = self.stopping.subscribe();
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => true,
            () = self.clock.sleep_until(later(self.clock.now(), RETRY)) => false,
        }
    }

    /// Takes up the deadlines on disk that come near, again and again.
    async fn look_ahead(&self, mut reached: Timestamp) -> Infallible {
        loop {
            self.clock.sleep_until(later(reached, -LOOKS_AGAIN)).await;
            let until = later(self.clock.now(), LOOKS_AHEAD);
            self.deadlines.reach(until);
            match self.store.due_tables(reached, until).await {
                Ok(due) => due.into_iter().for_each(|(table, due)| self.deadlines.find(table, due)),
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "deadlines are looked for again"
                    );
                    self.clock.sleep_until(later(self.clock.now(), RETRY)).await;
                    continue;
                }
            }
            reached = until;
        }
    }

    /// The change that ends a hand, and with it the deal of the next one where the table waits for nothing between them: both wait for the
    /// disk once, and nobody has to come back for the second. Where that cannot be dealt the clock finds out why. With
    /// computers it is the clock's: what was won of them has to be on disk before it.
    pub(super) fn with_deal(&self, commit: Box<Commit>) -> Box<Commit> {
        let table = Arc::clone(&commit.table);
        if commit.hand_ended.is_none()
            // Whoever mends a table asks for nothing else.
            || commit.change.author == Author::Admin
            || !table.deals_by(commit.change.at)
            || !table.is_for_people_alone()
            || table.tops_up().next().is_some()
            || !self.origins.may_move(&table.record)
        {
            return commit;
        }
        let mut draft = self.draft(&table, self.around_people());
        match draft.deal().and_then(|()| Ok(draft.finish(Author::Clock)?)) {
            Ok(deal) => Box::new(commit.and_deal(deal)),
            Err(_) => commit,
        }
    }

    /// Looks at a table in time where people are gone from it: no record has that.
    pub(super) fn hurry_without_gone(&self, table: &Table) {
        if let Some(due) = self.due_without_gone(table) {
            self.deadlines.hurry(table.record.id, due);
        }
    }

    /// When the clock has to look at a table because people are gone from it.
    fn due_without_gone(&self, table: &Table) -> Option<Timestamp> {
        table.deadlines_of_gone(&self.attendance.gone(table))
    }

    /// Does what time brings to a table. After a failure it is looked at again, unless it is out of order.
    async fn tick(self: Arc<Self>, id: TableId) {
        match self.try_tick(id).await {
            Ok(()) => {}
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => alarm(id, &error),
            // Only where somebody has written to the database.
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
        let slot = self.slot(id).await?;
        let _no_step = self.stepping.read().await;
        let _turn = slot.turn.lock().await;
        let mut full_of_bots = false;
        for _ in 0..MOST_TRIES {
            let table = self.load(&slot, id).await?;
            let around = self.surroundings(&table, None, false).await?;
            let mut draft = self.draft(&table, Surroundings { full_of_bots, ..around });
            draft.tick()?;
            if draft.is_empty() {
                // A moment that has passed and brought nothing is not waited for again: it would come at once.
                let now = self.clock.now();
                let again = full_of_bots.then(|| later(now, FULL));
                let gone = self.due_without_gone(&table).filter(|&due| due > now);
                self.deadlines.set(id, table.due_after(now).into_iter().chain(again).chain(gone).min());
                self.ask_bots(&slot, &table);
                return Ok(());
            }
            if !self.origins.may_move(&table.record) {
                self.deadlines.set(id, Some(later(self.clock.now(), HELD_BACK)));
                return Ok(());
            }
            match self.write(&slot, Some(&table), draft.finish(Author::Clock)?).await {
                Ok(Some(_)) => return Ok(()),
                Ok(None) => {}
                // Those who are there play; the others are asked for again.
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
