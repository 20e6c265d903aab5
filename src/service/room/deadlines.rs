//! When the clock has to look at which table.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use crate::service::id::{IdMap, TableId};
use crate::service::ports::clock::Clock;
use crate::service::table::time::later;
use crate::service::whole::whole;

/// How far ahead deadlines are looked for on disk, and how long before the end of that it is done again: so long the disk may
/// fail, and none is late.
pub(super) const LOOKS_AHEAD: SignedDuration = SignedDuration::from_mins(20);
pub(super) const LOOKS_AGAIN: SignedDuration = SignedDuration::from_mins(10);

/// How long a table waits after its clock met a failure.
pub(super) const RETRY: SignedDuration = SignedDuration::from_secs(1);

/// At most one moment for each table, earliest first; of those that are on disk only the ones that come soon.
///
/// Nearly every move puts its table's moment off. So a table that is put off keeps its place in the queue, and takes its new one only
/// when the old has come.
#[derive(Debug, Default)]
pub struct Deadlines {
    queue: Mutex<Queue>,
    earlier: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    by_time: BTreeSet<(Timestamp, TableId)>,
    by_table: IdMap<TableId, Planned>,
    /// What is on disk is here where it comes before this.
    reached: Timestamp,
}

#[derive(Clone, Copy, Debug)]
struct Planned {
    due: Timestamp,
    /// Where it is in the queue: then, or earlier.
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

    /// Sets or clears the moment for a table, which is on disk: there it is found when it comes near.
    pub fn set_kept(&self, table: TableId, due: Option<Timestamp>) {
        let mut queue = self.queue();
        let due = due.filter(|&due| due < queue.reached);
        self.put(&mut queue, table, due);
    }

    /// From now on what is on disk is here where it comes before this moment. It has to be read after this is said: so a table
    /// whose change is written meanwhile is told of either way.
    pub fn reach(&self, until: Timestamp) {
        self.queue().reached = until;
    }

    /// Takes up what was read from disk. What is here already is newer.
    pub fn find(&self, table: TableId, due: Timestamp) {
        let mut queue = self.queue();
        if !queue.by_table.contains_key(&table) {
            self.put(&mut queue, table, Some(due));
        }
    }

    /// Moves the whole queue with a clock that was set back: what is here alone would come as much later. After a step forward it
    /// comes too early, and an early look does no harm.
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

    /// Sets the moment for a table unless it has an earlier one.
    pub fn hurry(&self, table: TableId, due: Timestamp) {
        let mut queue = self.queue();
        if queue.by_table.get(&table).is_none_or(|planned| planned.due > due) {
            self.put(&mut queue, table, Some(due));
        }
    }

    /// Waits for the next table whose moment has come, and takes it off the list. Cancelling loses nothing.
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

    /// Takes a table off the list whose place in the queue has come; whether its moment has. One that was put off takes its new place.
    fn take(&self, table: TableId, queued: Timestamp) -> bool {
        let mut queue = self.queue();
        // It may have been set anew since it was looked at.
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
        whole(&self.queue)
    }
}
