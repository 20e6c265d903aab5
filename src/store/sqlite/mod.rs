//! The store on SQLite: one connection for commits, one for what is written rarely, a few that read, one process for the
//! folder.

use sqlx::SqlitePool;

use self::committing::Committing;
use self::known::Known;
use self::lock::Lock;
use self::marker::Marker;
use self::writing::Writing;

mod accounts;
mod blocks;
pub mod checkpoint;
mod codes;
mod commits;
mod committing;
mod deletion;
mod friends;
mod heads;
#[cfg(target_os = "linux")]
mod held;
mod history;
mod judge;
mod known;
mod ledger;
mod lock;
mod marker;
mod names;
pub mod open;
mod person_heads;
mod players;
mod refills;
mod sessions;
mod tables;
mod taken;
mod upkeep;
mod writing;

/// The store on SQLite. [`Sqlite::open`] opens it.
#[derive(Debug)]
pub struct Sqlite {
    /// The connection of commits.
    commits: Committing,
    /// The connection of all other writes.
    write: Writing,
    /// The connections that read; in memory, the one that writes.
    read: SqlitePool,
    /// Who is signed in, and what players look like, as far as it is in memory.
    known: Known,
    /// What says whether the file was closed, and what keeps other processes from it; `None` in memory.
    file: Option<(Marker, Lock)>,
}
