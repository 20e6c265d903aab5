//! What stays as it is, and is told again and again.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Something that stays as it is, shared by whoever tells of it, and written as JSON once: a table's options, its chairs and its open
/// decisions are in each of its views.
pub struct Told<T>(Arc<Written<T>>);

struct Written<T> {
    told: T,
    json: OnceLock<Option<Box<RawValue>>>,
}

impl<T> Clone for Told<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> From<T> for Told<T> {
    fn from(told: T) -> Self {
        Self(Arc::new(Written { told, json: OnceLock::new() }))
    }
}

impl<T> Told<T> {
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
        let Written { told, json } = &*self.0;
        // For one holder alone it costs more to keep the JSON than to write it.
        let is_shared = Arc::strong_count(&self.0) > 1;
        let json = if is_shared { Some(json.get_or_init(|| to_raw_value(told).ok())) } else { json.get() };
        match json {
            Some(Some(json)) => json.serialize(to),
            Some(None) | None => told.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Self::from)
    }
}
