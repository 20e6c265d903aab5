//! The tables and the tournaments that are in memory.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard};

use lru::LruCache;

use super::table_handle::TableHandle;
use crate::service::lock::lock;
use cardroom_api::id::TableId;

/// How many unused tables stay in memory. Evicting one costs a read.
pub const MOST_IDLE: usize = 4_096;

/// The handles of what is in memory; only of what exists. If there are more than its number, by default [`MOST_IDLE`], the least
/// recently used is evicted, but never one that is being written, awaited or followed.
#[derive(Debug)]
pub struct Cache<Id: Hash + Eq = TableId, Handle = TableHandle> {
    handles: Mutex<LruCache<Id, Arc<Handle>>>,
    most_idle: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::holding(MOST_IDLE)
    }
}

impl Cache {
    /// The handle of an existing table; a new one if it is not in memory.
    pub fn handle(&self, id: TableId) -> Arc<TableHandle> {
        self.handle_or(id, Arc::default())
    }

    /// The tables that somebody on this server follows.
    pub fn followed(&self) -> Vec<TableId> {
        let handles = self.handles();
        handles.iter().filter(|(_, handle)| handle.is_followed()).map(|(&id, _)| id).collect()
    }
}

impl<Id: Hash + Eq + Copy, Handle> Cache<Id, Handle> {
    /// An empty cache that holds so many that are not used.
    pub fn holding(most_idle: usize) -> Self {
        Self { handles: Mutex::new(LruCache::unbounded()), most_idle }
    }

    /// A handle, if it is in memory.
    pub fn get(&self, id: Id) -> Option<Arc<Handle>> {
        self.handles().get(&id).cloned()
    }

    /// A handle of something that exists; this one if it is not in memory.
    pub fn handle_or(&self, id: Id, new: Arc<Handle>) -> Arc<Handle> {
        let mut handles = self.handles();
        let handle = Arc::clone(handles.get_or_insert(id, || new));
        // Those in use count as recently used, so the next round finds them behind all unused ones.
        let mut looked_at = 0;
        while handles.len() > self.most_idle && looked_at < handles.len() {
            match handles.pop_lru() {
                Some((id, handle)) if Arc::strong_count(&handle) > 1 => {
                    handles.push(id, handle);
                    looked_at += 1;
                }
                _ => {}
            }
        }
        handle
    }

    /// A handle, if it is in memory. This is no use of it.
    pub fn peek(&self, id: Id) -> Option<Arc<Handle>> {
        self.handles().peek(&id).cloned()
    }

    /// All handles in memory.
    pub fn all(&self) -> Vec<Arc<Handle>> {
        self.handles().iter().map(|(_, handle)| Arc::clone(handle)).collect()
    }

    fn handles(&self) -> MutexGuard<'_, LruCache<Id, Arc<Handle>>> {
        lock(&self.handles)
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
        let cache: Cache = Cache::holding(2);
        cache.handle(id(1));
        cache.handle(id(2));
        cache.get(id(1));
        cache.handle(id(3));
        assert!(cache.get(id(1)).is_some() && cache.get(id(2)).is_none() && cache.get(id(3)).is_some());
    }

    #[test]
    fn tables_in_use_stay_in_the_cache() {
        let cache: Cache = Cache::holding(2);
        let (one, two, three) = (cache.handle(id(1)), cache.handle(id(2)), cache.handle(id(3)));
        for number in 4..100 {
            cache.handle(id(number));
        }
        let same = |number, handle: &Arc<TableHandle>| {
            cache.get(id(number)).is_some_and(|got| Arc::ptr_eq(&got, handle))
        };
        assert!(same(1, &one) && same(2, &two) && same(3, &three));
        assert!(cache.handles().len() <= 4);
    }

    #[test]
    fn unknown_tables_take_no_room_in_the_cache() {
        let cache = Cache::default();
        assert!((0..10_000).all(|number| cache.get(id(number)).is_none()));
        assert_eq!(cache.handles().len(), 0);
    }
}
