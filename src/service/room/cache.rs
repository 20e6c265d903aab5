//! The tables that are in memory.

use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;

use super::slot::Slot;
use crate::service::id::TableId;
use crate::service::whole::whole;

/// How many tables stay in memory though nobody uses them; losing one costs a read.
pub const MOST_IDLE: usize = 4_096;

/// The tables that are in memory: only such as exist. Where there are more than [`MOST_IDLE`], the least recently used
/// goes first, but none that somebody writes, waits for or follows.
#[derive(Debug)]
pub struct Cache {
    slots: Mutex<LruCache<TableId, Arc<Slot>>>,
    most_idle: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::holding(MOST_IDLE)
    }
}

impl Cache {
    fn holding(most_idle: usize) -> Self {
        Self { slots: Mutex::new(LruCache::unbounded()), most_idle }
    }

    /// The table's place, where it has one.
    pub fn get(&self, id: TableId) -> Option<Arc<Slot>> {
        self.slots().get(&id).cloned()
    }

    /// The place of a table that exists; a new one where it has none.
    pub fn place(&self, id: TableId) -> Arc<Slot> {
        self.place_or(id, Arc::default())
    }

    /// The place of a table that exists; this one where it has none.
    pub fn place_or(&self, id: TableId, place: Arc<Slot>) -> Arc<Slot> {
        let mut slots = self.slots();
        let slot = Arc::clone(slots.get_or_insert(id, || place));
        // Those in use are taken for recently used, so the next round finds them behind all that are not.
        let mut looked_at = 0;
        while slots.len() > self.most_idle && looked_at < slots.len() {
            match slots.pop_lru() {
                Some((id, slot)) if Arc::strong_count(&slot) > 1 => {
                    slots.push(id, slot);
                    looked_at += 1;
                }
                _ => {}
            }
        }
        slot
    }

    /// The places of all tables in memory.
    pub fn all(&self) -> Vec<Arc<Slot>> {
        self.slots().iter().map(|(_, slot)| Arc::clone(slot)).collect()
    }

    fn slots(&self) -> MutexGuard<'_, LruCache<TableId, Arc<Slot>>> {
        whole(&self.slots)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn id(number: u128) -> TableId {
        TableId(Uuid::from_u128(number))
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let cache = Cache::holding(2);
        cache.place(id(1));
        cache.place(id(2));
        cache.get(id(1));
        cache.place(id(3));
        assert!(cache.get(id(1)).is_some() && cache.get(id(2)).is_none() && cache.get(id(3)).is_some());
    }

    #[test]
    fn what_somebody_uses_stays_however_many_come() {
        let cache = Cache::holding(2);
        let (one, two, three) = (cache.place(id(1)), cache.place(id(2)), cache.place(id(3)));
        for number in 4..100 {
            cache.place(id(number));
        }
        let same =
            |number, slot: &Arc<Slot>| cache.get(id(number)).is_some_and(|got| Arc::ptr_eq(&got, slot));
        assert!(same(1, &one) && same(2, &two) && same(3, &three));
        assert!(cache.slots().len() <= 4);
    }

    #[test]
    fn asking_for_what_is_not_there_takes_no_place() {
        let cache = Cache::default();
        assert!((0..10_000).all(|number| cache.get(id(number)).is_none()));
        assert_eq!(cache.slots().len(), 0);
    }
}
