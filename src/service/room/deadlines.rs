//! The deadlines of all tables.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use crate::service::id::IdMap;
use crate::service::lock::lock;
use crate::service::ports::clock::Clock;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How far ahead deadlines are read from disk, and how long before the end of that they are read again. The disk may fail in
/// between, and no deadline is late.
pub(in crate::service::room) const LOOKS_AHEAD: SignedDuration = SignedDuration::from_mins(20);
pub(super) const LOOKS_AGAIN: SignedDuration = SignedDuration::from_mins(10);

/// How long a table waits after its clock has failed.
pub(in crate::service::room) const RETRY: SignedDuration = SignedDuration::from_secs(1);

/// At most one deadline for each table, earliest first. Of those on disk, only the ones that are due soon are here.
///
/// Nearly every move postpones its table's deadline. So a postponed table keeps its position in the queue, and moves to the new
/// one only when the old one has come.
#[derive(Debug, Default)]
pub struct Deadlines {
    queue: Mutex<Queue>,
    earlier: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    by_time: BTreeSet<(Timestamp, TableId)>,
    by_table: IdMap<TableId, Planned>,
    /// Deadlines on disk before this moment are in the queue.
    reached: Timestamp,
}

#[derive(Clone, Copy, Debug)]
struct Planned {
    due: Timestamp,
    /// Its position in the queue: its deadline, or earlier.
    queued: Timestamp,
}

impl Deadlines {
    /// Sets or clears the moment for a table.
    pub fn set(&self, table: TableId, due: Option<Timestamp>) {
        self.put(&mut self.queue(), table, due);
    }

    fn put(&self, queue: &mut Queue, table: TableId, due: Option<Timestamp>) {
        if let (Some(due), Some(planned)) = (due, queue.by_table.get_mut(&table))
            && planned.queued <= due
        {
            planned.due = due;
            return;
        }
        if let Some(was) = queue.by_table.remove(&table) {
            queue.by_time.remove(&(was.queued, table));
        }
        if let Some(due) = due {
            queue.by_table.insert(table, Planned { due, queued: due });
            queue.by_time.insert((due, table));
            if queue.by_time.first() == Some(&(due, table)) {
                self.earlier.notify_one();
            }
        }
    }

    /// Sets or clears the deadline of a table, which is also on disk. Far ones are left out: they are read when they come near.
    pub fn set_kept(&self, table: TableId, due: Option<Timestamp>) {
        let mut queue = self.queue();
        let due = due.filter(|&due| due < queue.reached);
        self.put(&mut queue, table, due);
    }

    /// Deadlines on disk before this moment belong in the queue from now on. Call this before reading them, so that a table whose
    /// change is written meanwhile is not missed.
    pub fn reach(&self, until: Timestamp) {
        self.queue().reached = until;
    }

    /// Adds a deadline that was read from disk. One that is in the queue already is newer.
    pub fn find(&self, table: TableId, due: Timestamp) {
        let mut queue = self.queue();
        if !queue.by_table.contains_key(&table) {
            self.put(&mut queue, table, Some(due));
        }
    }

    /// Moves the whole queue if the clock was set back; otherwise deadlines that are only here would come too late. After a step
    /// forward they come too early, which does no harm.
    pub fn follow(&self, step: SignedDuration) {
        if !step.is_negative() {
            return;
        }
        let mut queue = self.queue();
        let Queue { by_time, by_table, .. } = &mut *queue;
        by_time.clear();
        for (&table, planned) in by_table {
            planned.due = later(planned.due, step);
            planned.queued = later(planned.queued, step);
            by_time.insert((planned.queued, table));
        }
        self.earlier.notify_one();
    }

    /// Sets the deadline of a table unless it has an earlier one.
    pub fn bring_forward(&self, table: TableId, due: Timestamp) {
        let mut queue = self.queue();
        if queue.by_table.get(&table).is_none_or(|planned| planned.due > due) {
            self.put(&mut queue, table, Some(due));
        }
    }

    /// Waits for the next table whose deadline has come, and removes it. Dropping the future loses nothing.
    pub async fn next(&self, clock: &dyn Clock) -> TableId {
        loop {
            let first = self.queue().by_time.first().copied();
            match first {
                Some((queued, table)) if queued <= clock.now() => {
                    if self.take(table, queued) {
                        return table;
                    }
                }
                Some((due, _)) => {
                    tokio::select! {
                        () = clock.sleep_until(due) => {}
                        () = self.earlier.notified() => {}
                    }
                }
                None => self.earlier.notified().await,
            }
        }
    }

    /// Removes a table whose position in the queue has come; returns whether its deadline has. A postponed table takes its new
    /// position.
    fn take(&self, table: TableId, queued: Timestamp) -> bool {
        let mut queue = self.queue();
        // It may have been set again since the caller looked at it.
        let Some(planned) = queue.by_table.get(&table).copied().filter(|planned| planned.queued == queued)
        else {
            return false;
        };
        self.put(&mut queue, table, None);
        if planned.due > queued {
            self.put(&mut queue, table, Some(planned.due));
        }
        planned.due == queued
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }
}
