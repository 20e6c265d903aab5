//! What was asked for last, in memory.

use std::hash::{BuildHasher, Hash};

use lru::LruCache;

/// What is kept under a key, which is asked for now. While fewer are kept than half of the `most` that may be, the order stays as it
/// is: nothing goes by it yet, and to change it touches three others.
pub fn ask_for<'a, K: Hash + Eq, V>(
    kept: &'a mut LruCache<K, V, impl BuildHasher>,
    key: &K,
    most: usize,
) -> Option<&'a V> {
    if kept.len() < most.div_ceil(2) { kept.peek(key) } else { kept.get(key) }
}

#[cfg(test)]
mod tests {
    use lru::LruCache;

    use super::ask_for;

    #[test]
    fn what_was_asked_for_last_stays_longest() {
        let mut kept = LruCache::unbounded();
        for (key, most_is_near) in [(1, false), (2, true), (3, true)] {
            kept.put(key, key);
            assert_eq!(ask_for(&mut kept, &1, 4), Some(&1));
            assert_eq!(kept.peek_lru() != Some((&1, &1)), most_is_near, "{key}");
        }
        assert_eq!(ask_for(&mut kept, &4, 4), None);
    }
}
