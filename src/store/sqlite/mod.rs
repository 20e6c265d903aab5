//! The store on SQLite: one connection for commits, one for rare writes, a few for reads; one process for the folder.

use sqlx::SqlitePool;

use self::committing::Committing;
use self::lock::Lock;
use self::marker::Marker;
use self::writing::Writing;

mod accounts;
mod batch;
mod batch_facts;
mod batch_statements;
mod blocks;
mod chains;
pub mod checkpoint;
mod codes;
mod commits;
mod committing;
pub mod copying;
mod deletion;
mod friends;
#[cfg(target_os = "linux")]
mod held;
mod history;
mod json_rows;
mod ledger;
mod lock;
mod many_rows;
mod marker;
mod names;
pub mod open;
pub mod pasting;
mod player_total;
mod players;
mod rating_log;
mod ratings;
mod refills;
mod row_scripts;
mod sessions;
mod tables;
mod tips;
mod tournament_commits;
mod tournaments;
mod upkeep;
mod writing;

/// The store on SQLite. [`Sqlite::open`] opens it.
#[derive(Debug)]
pub struct Sqlite {
    /// The connection of commits.
    commits: Committing,
    /// The connection of all other writes.
    write: Writing,
    /// The connections for reads; in memory, the one for writes.
    read: SqlitePool,
    /// The marker of a clean close, and the lock against other processes; `None` in memory.
    file: Option<(Marker, Lock)>,
}
