//! When the schema of a database is brought up to date, and with which one this program works.

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

/// How the release of a schema compares with the one of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaAge {
    /// It is the same.
    Same,
    /// The schema is of an older release; 0 if there is none.
    Older(i64),
    /// The schema is of a newer release.
    Newer(i64),
}

impl SchemaAge {
    /// Of the schema of this release.
    pub fn of(release: i64) -> Self {
        match release.cmp(&DATA_RELEASE.into()) {
            std::cmp::Ordering::Less => Self::Older(release),
            std::cmp::Ordering::Equal => Self::Same,
            std::cmp::Ordering::Greater => Self::Newer(release),
        }
    }
}
