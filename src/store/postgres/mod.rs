//! The store on PostgreSQL: one connection for commits, a pool for everything else.
//!
//! Nothing here relies on being the only process: what must hold is held by a version, by a unique key, or by the locks of rows, which
//! each transaction takes in the same order: heads of tables, then players, each by their identifiers.

use sqlx::PgPool;

use self::committing::CommitConnection;
use self::hints::Hints;
use self::losses::Losses;

mod accounts;
mod batch_facts;
mod batch_statements;
mod blocks;
mod codes;
mod commits;
mod committing;
mod connection;
pub mod copying;
mod day_rows;
mod deletion;
mod friends;
mod hints;
mod history;
mod ledger;
mod losses;
mod names;
pub mod open;
mod players;
mod pooler;
mod rating_log;
mod ratings;
mod refills;
mod retry;
mod sessions;
mod shared;
mod tables;
pub mod timed;
mod tournament_commits;
mod tournament_leases;
mod tournaments;
mod upkeep;

/// The store on PostgreSQL. [`Postgres::open`] opens it.
#[derive(Debug)]
pub struct Postgres {
    /// The connection of commits.
    commits: CommitConnection,
    /// The connections of all other statements.
    pool: PgPool,
    /// When a connection was last lost.
    losses: Losses,
    /// The connections for hints.
    hints: Hints,
}
