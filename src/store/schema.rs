//! When the schema of a database is brought up to date, and with which one this program works.

use std::cmp::Ordering;

use thiserror::Error;

use crate::service::ports::store::DATA_RELEASE;

/// When a database is migrated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Migrate {
    /// When it is opened.
    #[default]
    AtStart,
    /// Not here. A database of an older release is refused.
    Elsewhere,
}

/// A database has the schema of another release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SchemaMismatch {
    /// A newer release has migrated it.
    #[error(
        "the database has the schema of release {found}, and this program knows only releases up to {DATA_RELEASE}: start a newer one"
    )]
    Newer {
        /// The release of its schema.
        found: i64,
    },
    /// It has not been migrated yet, and is not to be migrated now.
    #[error(
        "the database has the schema of release {found}, and this program needs release {DATA_RELEASE}: run `cardroom migrate`"
    )]
    Older {
        /// The release of its schema; 0 if it has none.
        found: i64,
    },
}

impl SchemaMismatch {
    /// Refuses the schema of a release that is not this program's.
    pub fn refuse(found: i64) -> Result<(), Self> {
        match found.cmp(&DATA_RELEASE.into()) {
            Ordering::Less => Err(Self::Older { found }),
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(Self::Newer { found }),
        }
    }
}
