//! Stored values that many versions of a table share.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use cardroom_api::cached_json::CachedJson;

/// A stored value that does not change, shared by all versions of a table that have it. `S` is its form in answers, which is made
/// once, when it is first sent.
pub struct SharedValue<T, S>(Arc<Inner<T, S>>);

struct Inner<T, S> {
    value: T,
    sent: OnceLock<CachedJson<S>>,
}

impl<T, S> SharedValue<T, S> {
    /// Its form in answers; `make` makes it, if it is sent for the first time.
    pub(super) fn sent_as(&self, make: impl FnOnce(&T) -> S) -> CachedJson<S> {
        self.0.sent.get_or_init(|| make(&self.0.value).into()).clone()
    }
}

impl<T, S> From<T> for SharedValue<T, S> {
    fn from(value: T) -> Self {
        Self(Arc::new(Inner { value, sent: OnceLock::new() }))
    }
}

impl<T, S> Clone for SharedValue<T, S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T, S> Deref for SharedValue<T, S> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: Default, S> Default for SharedValue<T, S> {
    fn default() -> Self {
        T::default().into()
    }
}

impl<T: PartialEq, S> PartialEq for SharedValue<T, S> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: fmt::Debug, S> fmt::Debug for SharedValue<T, S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Serialize, S> Serialize for SharedValue<T, S> {
    fn serialize<To: Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
        (**self).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>, S> Deserialize<'de> for SharedValue<T, S> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(from).map(Self::from)
    }
}
