//! Options as a table has them.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::options::TableOptions;

/// Options that stay as they are, shared by whoever tells of them: they are in each view of a table, and written as JSON once.
#[derive(Clone)]
pub struct SharedOptions(Arc<Written>);

struct Written {
    options: TableOptions,
    json: OnceLock<Option<Box<RawValue>>>,
}

impl From<TableOptions> for SharedOptions {
    fn from(options: TableOptions) -> Self {
        Self(Arc::new(Written { options, json: OnceLock::new() }))
    }
}

impl Deref for SharedOptions {
    type Target = TableOptions;

    fn deref(&self) -> &TableOptions {
        &self.0.options
    }
}

impl PartialEq for SharedOptions {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for SharedOptions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl Serialize for SharedOptions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.json.get_or_init(|| to_raw_value(&**self).ok()) {
            Some(json) => json.serialize(to),
            None => (**self).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for SharedOptions {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        TableOptions::deserialize(from).map(Self::from)
    }
}
