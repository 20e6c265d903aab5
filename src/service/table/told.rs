//! What stays as it is, and is told again and again.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Something that stays as it is, shared by whoever tells of it, and written as JSON once: a table's options, its chairs and its open
/// decisions are in each of its views.
pub struct Told<T>(Arc<Written<T>>);

struct Written<T> {
    told: T,
    json: OnceLock<Option<Box<RawValue>>>,
    /// Whether it was told before, or is expected to be told to many: then its JSON is worth the memory that it takes. What was just read
    /// from the disk may be told once.
    is_told_again: AtomicBool,
}

impl<T> Clone for Told<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> From<T> for Told<T> {
    fn from(told: T) -> Self {
        Self::told_again(told, true)
    }
}

impl<T> Told<T> {
    fn told_again(told: T, is_told_again: bool) -> Self {
        Self(Arc::new(Written { told, json: OnceLock::new(), is_told_again: is_told_again.into() }))
    }

    /// Whether both are one and the same, and not only equal.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Default> Default for Told<T> {
    fn default() -> Self {
        T::default().into()
    }
}

impl<T> Deref for Told<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.told
    }
}

impl<T: PartialEq> PartialEq for Told<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Told<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Serialize> Serialize for Told<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Written { told, json, is_told_again } = &*self.0;
        // For one holder alone it costs more to keep the JSON than to write it.
        let is_shared = Arc::strong_count(&self.0) > 1;
        let is_kept = is_shared
            && (is_told_again.load(Ordering::Relaxed) || is_told_again.swap(true, Ordering::Relaxed));
        let written = || to_raw_value(told).ok();
        let json = if is_kept { Some(json.get_or_init(written)) } else { json.get() };
        match json {
            Some(Some(json)) => json.serialize(to),
            Some(None) | None => told.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::told_again(T::deserialize(from)?, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether its JSON is kept, after each time that it is told.
    fn kept_after(told: &Told<Vec<u8>>, times: usize) -> Vec<bool> {
        let of_another = told.clone();
        let is_kept = |_| {
            assert_eq!(serde_json::to_string(&of_another).unwrap(), "[1,2]");
            told.0.json.get().is_some()
        };
        (0..times).map(is_kept).collect()
    }

    #[test]
    fn the_json_of_what_is_shared_is_kept() {
        assert_eq!(kept_after(&vec![1, 2].into(), 2), [true, true]);
        let alone = Told::from(vec![1, 2]);
        assert_eq!(serde_json::to_string(&alone).unwrap(), "[1,2]");
        assert!(alone.0.json.get().is_none());
    }

    #[test]
    fn the_json_of_what_was_read_is_kept_from_the_second_time_on() {
        assert_eq!(kept_after(&serde_json::from_str("[1,2]").unwrap(), 3), [false, true, true]);
    }
}
