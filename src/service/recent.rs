//! What was asked for last, in memory.

use std::hash::{BuildHasher, Hash};

use lru::LruCache;

/// What is kept under a key, which is asked for now. While fewer are kept than half of the `most` that may be, the order stays as it
/// is: nothing goes by it yet, and to change it touches three other entries.
pub fn ask_for<'a, K: Hash + Eq, V>(
    kept: &'a mut LruCache<K, V, impl BuildHasher>,
    key: &K,
    most: usize,
) -> Option<&'a V> {
    if kept.len() < most.div_ceil(2) { kept.peek(key) } else { kept.get(key) }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use lru::LruCache;

    use super::ask_for;

    #[test]
    fn what_was_asked_for_last_stays_longest() {
        let mut kept = LruCache::sparse(NonZeroUsize::new(6).unwrap());
        for (key, first_to_go) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
            kept.put(key, key);
            assert_eq!(ask_for(&mut kept, &1, 6), Some(&1));
            assert_eq!(kept.peek_lru(), Some((&first_to_go, &first_to_go)), "{key}");
        }
        assert_eq!(ask_for(&mut kept, &5, 6), None);
        let gone = [5, 6, 7].map(|key| kept.push(key, key));
        assert_eq!(gone, [None, None, Some((2, 2))]);
    }
}
