//! Checkpoints: SQLite copies the write-ahead log into the database, between two batches of commits.
//!
//! SQLite's automatic checkpoint hides a failed sync: the log is overwritten even if the database on the disk lacks its content.
//! Here the result of every checkpoint is read, and a failed sync ends the process while the log is still complete.

use std::time::Duration;

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};

use crate::store::sqlite_code::{end_if_sync_failed, sqlite_code};

/// How long to wait for another connection to release the database.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A checkpoint is tried from this many pages of the log on: 4 MB, as SQLite's automatic ones are. Commits wait meanwhile, so larger
/// checkpoints make the slowest moves slower.
const PAGES: i64 = 1_000;

/// From this many pages on, commits wait for readers that keep the log from starting over.
const MOST_PAGES: i64 = 4 * PAGES;

/// How many more pages the log grows before another checkpoint is tried, if it did not start over.
const STEP: i64 = 250;

/// How long commits wait for readers. A reader that takes longer, such as an audit, lets the log grow meanwhile.
const WAIT_FOR_READERS: Duration = Duration::from_millis(100);

/// The result of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Checkpoint {
    /// Another connection kept it from completing.
    #[sqlx(rename = "busy")]
    pub is_busy: bool,
    /// How many pages the log has.
    #[sqlx(rename = "log")]
    pub logged: i64,
    /// How many of them the database has too.
    #[sqlx(rename = "checkpointed")]
    pub copied: i64,
}

impl Checkpoint {
    /// Whether the database has all of the log.
    pub fn is_whole(self) -> bool {
        !self.is_busy && self.logged == self.copied
    }
}

/// The schedule of checkpoints on the connection of commits.
#[derive(Debug)]
pub struct Checkpoints {
    /// The number of pages of the log at which the next one is due.
    due: i64,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self { due: PAGES }
    }
}

impl Checkpoints {
    /// Whether a checkpoint is due after a commit that left the log with this many pages.
    pub fn is_due(&mut self, pages: i64) -> bool {
        if pages < PAGES {
            self.due = PAGES;
        }
        pages >= self.due
    }

    /// Makes one that is due, with this many pages in the log.
    pub async fn make(&mut self, db: &mut SqliteConnection, pages: i64) {
        self.due = pages.saturating_add(STEP);
        if pages < MOST_PAGES { copy(db).await } else { begin_anew(db).await }
    }
}

/// Copies as much of the log as no reader needs. If that is all of it, the next commit starts the log over.
pub async fn copy(db: &mut SqliteConnection) {
    make(db, "pragma wal_checkpoint(passive)").await;
}

/// The same, and waits a moment for readers to release the log.
async fn begin_anew(db: &mut SqliteConnection) {
    wait_for_others(db, WAIT_FOR_READERS).await;
    make(db, "pragma wal_checkpoint(restart)").await;
    wait_for_others(db, PATIENCE).await;
}

/// Sets how long the connection waits for others.
async fn wait_for_others(db: &mut SqliteConnection, time: Duration) {
    let statement = format!("pragma busy_timeout = {}", time.as_millis());
    sqlx::query(AssertSqlSafe(statement)).execute(db).await.ok();
}

/// Makes a checkpoint. A failed sync ends the process.
async fn make(db: &mut SqliteConnection, checkpoint: &'static str) {
    let made: sqlx::Result<Checkpoint> = sqlx::query_as(checkpoint).fetch_one(db).await;
    match made {
        Ok(made) => tracing::debug!(?made, "checkpoint"),
        Err(error) => {
            end_if_sync_failed(sqlite_code(&error), &error);
            // The log keeps everything, and the next checkpoint tries again.
            tracing::warn!(%error, "no checkpoint could be made");
        }
    }
}
