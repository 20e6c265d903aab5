//! Limits on what a client has in flight at once: requests, streams.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::service::lock::lock;

/// The number of permits that are in use, by key.
#[derive(Debug)]
pub struct InFlight<K, S = RandomState>(Arc<Mutex<HashMap<K, usize, S>>>);

/// A permit; free again when dropped.
#[derive(Debug)]
pub struct InFlightPermit<K: Copy + Eq + Hash, S: BuildHasher = RandomState> {
    of: K,
    all: InFlight<K, S>,
}

impl<K, S> Clone for InFlight<K, S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, S: Default> Default for InFlight<K, S> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Copy + Eq + Hash, S: BuildHasher> InFlight<K, S> {
    /// A permit for this key; `None` if `most` permits of the key are in use.
    pub fn begin(&self, of: K, most: usize) -> Option<InFlightPermit<K, S>> {
        let mut counts = self.counts();
        let count = counts.entry(of).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(InFlightPermit { of, all: self.clone() })
    }

    /// The number of permits of this key that are in use.
    pub fn count(&self, of: K) -> usize {
        self.counts().get(&of).copied().unwrap_or(0)
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<K, usize, S>> {
        lock(&self.0)
    }
}

impl<K: Copy + Eq + Hash, S: BuildHasher> Drop for InFlightPermit<K, S> {
    fn drop(&mut self) {
        let mut counts = self.all.counts();
        if let Some(count) = counts.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InFlight;

    #[test]
    fn a_dropped_permit_is_free_again() {
        let counted: InFlight<u8> = InFlight::default();
        let first = counted.begin(1, 2);
        let second = counted.begin(1, 2);
        assert!(first.is_some() && second.is_some() && counted.begin(1, 2).is_none());
        assert!(counted.begin(2, 2).is_some());
        drop(first);
        assert!(counted.begin(1, 2).is_some());
        drop(second);
        assert!(counted.counts().is_empty());
    }
}
