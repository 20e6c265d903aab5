//! Values that are sent many times without a change.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value that does not change, shared by all who send it, and written as JSON once: a table's options, chairs and open
/// decisions are in each of its views.
pub struct CachedJson<T>(Arc<Cached<T>>);

struct Cached<T> {
    value: T,
    json: OnceLock<Option<Box<RawValue>>>,
    /// Whether it was sent before, or will be sent to many: then its JSON is worth the memory. A value that was just read from
    /// the disk may be sent only once.
    is_sent_again: AtomicBool,
}

impl<T> Clone for CachedJson<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> From<T> for CachedJson<T> {
    fn from(value: T) -> Self {
        Self::with(value, true)
    }
}

impl<T> CachedJson<T> {
    fn with(value: T, is_sent_again: bool) -> Self {
        Self(Arc::new(Cached { value, json: OnceLock::new(), is_sent_again: is_sent_again.into() }))
    }

    /// Whether both are the same object, not only equal.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Default> Default for CachedJson<T> {
    fn default() -> Self {
        T::default().into()
    }
}

impl<T> Deref for CachedJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: PartialEq> PartialEq for CachedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for CachedJson<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Serialize> Serialize for CachedJson<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Cached { value, json, is_sent_again } = &*self.0;
        // For one holder it costs more to keep the JSON than to write it.
        let is_shared = Arc::strong_count(&self.0) > 1;
        let is_kept = is_shared
            && (is_sent_again.load(Ordering::Relaxed) || is_sent_again.swap(true, Ordering::Relaxed));
        let written = || to_raw_value(value).ok();
        let json = if is_kept { Some(json.get_or_init(written)) } else { json.get() };
        match json {
            Some(Some(json)) => json.serialize(to),
            Some(None) | None => value.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CachedJson<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::with(T::deserialize(from)?, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether its JSON is kept, after each time that it is written.
    fn kept_after(value: &CachedJson<Vec<u8>>, times: usize) -> Vec<bool> {
        let of_another = value.clone();
        let is_kept = |_| {
            assert_eq!(serde_json::to_string(&of_another).unwrap(), "[1,2]");
            value.0.json.get().is_some()
        };
        (0..times).map(is_kept).collect()
    }

    #[test]
    fn the_json_of_a_shared_value_is_cached() {
        assert_eq!(kept_after(&vec![1, 2].into(), 2), [true, true]);
        let alone = CachedJson::from(vec![1, 2]);
        assert_eq!(serde_json::to_string(&alone).unwrap(), "[1,2]");
        assert!(alone.0.json.get().is_none());
    }

    #[test]
    fn the_json_of_a_read_value_is_cached_from_the_second_time_on() {
        assert_eq!(kept_after(&serde_json::from_str("[1,2]").unwrap(), 3), [false, true, true]);
    }
}
