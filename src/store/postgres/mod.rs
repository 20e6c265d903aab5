//! The store on PostgreSQL: one connection for commits, a pool for everything else.
//!
//! Nothing here relies on being the only process: what must hold is held by a version, by a unique key, or by the locks of rows, which
//! each transaction takes in the same order: heads of tables, then players, each by their identifiers.

use sqlx::PgPool;

use self::committing::CommitConnection;

mod accounts;
mod batch_facts;
mod batch_rows;
mod blocks;
mod codes;
mod commits;
mod committing;
mod connection;
mod deletion;
mod friends;
mod history;
mod ledger;
mod names;
pub mod open;
mod players;
mod refills;
mod retry;
mod sessions;
mod tables;
mod tournament_commits;
mod tournaments;
mod upkeep;

/// The store on PostgreSQL. [`Postgres::open`] opens it.
#[derive(Debug)]
pub struct Postgres {
    /// The connection of commits.
    commits: CommitConnection,
    /// The connections of all other statements.
    pool: PgPool,
}
