//! When the clock has to look at which table.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use crate::service::id::TableId;
use crate::service::ports::clock::Clock;

/// How long a table waits after its clock met a failure.
pub(super) const RETRY: SignedDuration = SignedDuration::from_secs(1);

/// At most one moment for each table, earliest first.
#[derive(Debug, Default)]
pub struct Deadlines {
    queue: Mutex<Queue>,
    earlier: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    by_time: BTreeSet<(Timestamp, TableId)>,
    by_table: HashMap<TableId, Timestamp>,
}

impl Deadlines {
    /// Sets or clears the moment for a table.
    pub fn set(&self, table: TableId, due: Option<Timestamp>) {
        let mut queue = self.queue();
        let was = match due {
            Some(due) => queue.by_table.insert(table, due),
            None => queue.by_table.remove(&table),
        };
        if let Some(was) = was {
            queue.by_time.remove(&(was, table));
        }
        if let Some(due) = due {
            queue.by_time.insert((due, table));
            if queue.by_time.first() == Some(&(due, table)) {
                self.earlier.notify_one();
            }
        }
    }

    /// Sets the moment for a table unless it has an earlier one.
    pub fn hurry(&self, table: TableId, due: Timestamp) {
        let stands = self.queue().by_table.get(&table).is_some_and(|&planned| planned <= due);
        if !stands {
            self.set(table, Some(due));
        }
    }

    /// Waits for the next table whose moment has come, and takes it off the list. Cancelling loses nothing.
    pub async fn next(&self, clock: &dyn Clock) -> TableId {
        loop {
            let first = self.queue().by_time.first().copied();
            match first {
                Some((due, table)) if due <= clock.now() => {
                    self.set(table, None);
                    return table;
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

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here panics between two halves of a write, so a poisoned queue is whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
