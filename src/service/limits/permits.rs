//! Permits by key: how many each player, table or network has in use at once.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::service::lock::lock;

/// The number of permits that are in use, by key. All clones are the same one.
#[derive(Debug)]
pub struct PermitCounts<K, S = RandomState>(Arc<Mutex<InUse<K, S>>>);

#[derive(Debug)]
struct InUse<K, S> {
    of_keys: HashMap<K, usize, S>,
    of_all: usize,
}

/// A permit of a key; given back when it is dropped.
#[derive(Debug)]
pub struct Permit<K: Copy + Eq + Hash, S: BuildHasher = RandomState> {
    of: K,
    among: PermitCounts<K, S>,
}

impl<K, S> Clone for PermitCounts<K, S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, S: Default> Default for PermitCounts<K, S> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(InUse { of_keys: HashMap::default(), of_all: 0 })))
    }
}

impl<K: Copy + Eq + Hash, S: BuildHasher> PermitCounts<K, S> {
    /// A permit of this key; `None` if `most` permits of the key are in use.
    pub fn acquire(&self, of: K, most: usize) -> Option<Permit<K, S>> {
        self.acquire_within(of, most, usize::MAX)
    }

    /// A permit of this key; `None` if `most` permits of the key are in use, or `whole` permits of all keys together.
    pub fn acquire_within(&self, of: K, most: usize, whole: usize) -> Option<Permit<K, S>> {
        let mut in_use = self.lock();
        let InUse { of_keys, of_all } = &mut *in_use;
        let count = of_keys.get(&of).copied().unwrap_or(0);
        if count >= most || *of_all >= whole {
            return None;
        }
        of_keys.insert(of, count + 1);
        *of_all += 1;
        Some(Permit { of, among: self.clone() })
    }

    /// The number of permits of this key that are in use.
    pub fn count(&self, of: K) -> usize {
        self.lock().of_keys.get(&of).copied().unwrap_or(0)
    }

    /// The number of permits of all keys that are in use.
    pub fn count_all(&self) -> usize {
        self.lock().of_all
    }

    fn lock(&self) -> MutexGuard<'_, InUse<K, S>> {
        lock(&self.0)
    }
}

impl<K: Copy + Eq + Hash, S: BuildHasher> Drop for Permit<K, S> {
    fn drop(&mut self) {
        let mut in_use = self.among.lock();
        in_use.of_all -= 1;
        if let Some(count) = in_use.of_keys.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                in_use.of_keys.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PermitCounts;

    #[test]
    fn a_dropped_permit_is_free_again() {
        let counts: PermitCounts<u8> = PermitCounts::default();
        let first = counts.acquire(1, 2);
        let second = counts.acquire(1, 2);
        assert!(first.is_some() && second.is_some() && counts.acquire(1, 2).is_none());
        assert!(counts.acquire(2, 2).is_some());
        drop(first);
        assert!(counts.acquire(1, 2).is_some());
        drop(second);
        assert!(counts.lock().of_keys.is_empty() && counts.count_all() == 0);
    }

    #[test]
    fn all_keys_share_the_whole() {
        let counts: PermitCounts<u8> = PermitCounts::default();
        let held: Vec<_> = (0..10).filter_map(|key| counts.acquire_within(key, 1, 3)).collect();
        assert_eq!((held.len(), counts.count_all()), (3, 3));
        drop(held);
        assert!(counts.acquire_within(9, 1, 3).is_some());
    }
}
