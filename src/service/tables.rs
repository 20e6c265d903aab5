//! The tables that are in memory, each with a turn-taking lock for its writers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as TurnTaking, watch};

use super::id::TableId;
use super::table::Table;

/// How many tables stay in memory though nobody uses them; losing one costs a read.
const MOST_IDLE: usize = 4_096;

/// The tables that are in memory.
#[derive(Debug, Default)]
pub struct Tables {
    slots: Mutex<HashMap<TableId, Arc<Slot>>>,
}

/// One table's place in memory. Whoever watches holds it, so that it is not dropped under them.
#[derive(Debug)]
pub struct Slot {
    /// Held by whoever writes, from judging to publishing.
    pub turn: TurnTaking<()>,
    /// The table as it was last published; `None` where it has to be read first.
    pub current: watch::Sender<Option<Arc<Table>>>,
}

impl Tables {
    /// The table's place, made where there is none.
    pub fn slot(&self, id: TableId) -> Arc<Slot> {
        let mut slots = self.slots();
        if slots.len() > MOST_IDLE && !slots.contains_key(&id) {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        let empty = || Arc::new(Slot { turn: TurnTaking::default(), current: watch::Sender::new(None) });
        Arc::clone(slots.entry(id).or_insert_with(empty))
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Slot>>> {
        // Nothing in here panics between two halves of a write, so a poisoned map is whole.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    /// Lets go of the table, so that it is read again.
    pub fn forget(&self) {
        self.current.send_replace(None);
    }

    /// The table as it was last published.
    pub fn table(&self) -> Option<Arc<Table>> {
        self.current.borrow().clone()
    }
}
