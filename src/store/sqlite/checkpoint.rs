//! Checkpoints: SQLite copies the write-ahead log into the database, between two batches of commits.
//!
//! SQLite's automatic checkpoint hides a failed sync: the log is overwritten even if the database on the disk lacks its content.
//! Here the result of every checkpoint is read, and a failed sync ends the process while the log is still complete.

use std::time::Duration;

use rusqlite::Connection;

use crate::store::failed_disk::{code_of_rusqlite, end_if_sync_failed};

/// How long to wait for another connection to release the database.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A checkpoint is tried from this many pages of the log on: 4 MB, as SQLite's automatic ones are. Commits wait meanwhile, so larger
/// checkpoints make the slowest moves slower.
const PAGES: u32 = 1_000;

/// From this many pages on, commits wait for readers that keep the log from starting over.
const MOST_PAGES: u32 = 4 * PAGES;

/// How many more pages the log grows before another checkpoint is tried, if it did not start over.
const STEP: u32 = 250;

/// How long commits wait for readers. A reader that takes longer, such as an audit, lets the log grow meanwhile.
const WAIT_FOR_READERS: Duration = Duration::from_millis(100);

/// The result of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Another connection kept it from completing.
    pub is_busy: bool,
    /// How many pages the log has.
    pub logged: i64,
    /// How many of them the database has too.
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
    due: u32,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self { due: PAGES }
    }
}

impl Checkpoints {
    /// After a commit that left the log with this many pages.
    pub fn after_commit(&mut self, db: &Connection, pages: u32) {
        if pages < PAGES {
            self.due = PAGES;
        } else if pages >= self.due {
            self.due = pages.saturating_add(STEP);
            if pages < MOST_PAGES { copy(db) } else { begin_anew(db) }
        }
    }
}

/// Copies as much of the log as no reader needs. If that is all of it, the next commit starts the log over.
pub fn copy(db: &Connection) {
    make(db, "pragma wal_checkpoint(passive)");
}

/// The same, and waits a moment for readers to release the log.
fn begin_anew(db: &Connection) {
    db.busy_timeout(WAIT_FOR_READERS).ok();
    make(db, "pragma wal_checkpoint(restart)");
    db.busy_timeout(PATIENCE).ok();
}

fn make(db: &Connection, checkpoint: &str) {
    let made = db.query_row(checkpoint, [], |row| {
        Ok(Checkpoint { is_busy: row.get(0)?, logged: row.get(1)?, copied: row.get(2)? })
    });
    match made {
        Ok(made) => tracing::debug!(?made, "checkpoint"),
        Err(error) => {
            end_if_sync_failed(code_of_rusqlite(&error), &error);
            // The log keeps everything, and the next checkpoint tries again.
            tracing::warn!(%error, "no checkpoint could be made");
        }
    }
}
