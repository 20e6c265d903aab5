//! The store on SQLite: one connection that writes, a few that read, one process for the folder.

use std::fs::File;

use sqlx::SqlitePool;

mod accounts;
mod blocks;
mod codes;
mod commits;
mod deletion;
mod friends;
mod history;
mod judge;
mod ledger;
mod names;
pub mod open;
mod players;
mod refills;
mod sessions;
mod tables;
mod upkeep;

/// The store on SQLite. [`Sqlite::open`] opens it.
#[derive(Debug)]
pub struct Sqlite {
    /// One connection, so that writes queue here and not on the file's lock.
    write: SqlitePool,
    /// The connections that read; in memory, the one that writes.
    read: SqlitePool,
    /// Locked while this process owns the file; `None` in memory.
    lock: Option<File>,
}
