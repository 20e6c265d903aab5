//! Folding the write-ahead log into the database beside commits.
//!
//! SQLite lets whoever commits do it, and all others wait meanwhile: some thousand pages are read, written elsewhere, and brought
//! to the disk. Here another thread does that while commits go on at the log's end. What they have added is folded in by the
//! connection of commits itself, between two of them, so that the next one begins the log anew.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OpenFlags};

use crate::service::work::giving_way::give_way;

/// At how many pages of the log it is folded in: 16 MB. Pages that are written again and again are folded in once.
pub const FOLDED_AT: u32 = 4_000;

/// How many pages the log may have while it is folded in beside; then commits wait.
pub const MOST: u32 = 2 * FOLDED_AT;

/// Folds the log of one database, for the thread that commits.
#[derive(Debug)]
pub struct Folding {
    name: PathBuf,
    /// What folds beside commits, while it does not.
    beside: Option<Connection>,
    running: Option<JoinHandle<Connection>>,
}

impl Folding {
    /// Of the database of this name.
    pub fn of(name: PathBuf) -> Self {
        Self { name, beside: None, running: None }
    }

    /// After a commit, when the log has so many pages.
    pub fn go_on(&mut self, commits: &Connection, pages: u32) {
        let is_over = |running: &mut JoinHandle<Connection>| running.is_finished() || pages >= MOST;
        if let Some(running) = self.running.take_if(is_over) {
            // Where it panicked, the next one opens another connection.
            self.beside = running.join().ok();
            fold(commits);
        } else if self.running.is_none() && pages >= FOLDED_AT && !self.begin() {
            fold(commits);
        }
    }

    /// Begins to fold beside commits; whether that can be done.
    fn begin(&mut self) -> bool {
        let Some(beside) = self.beside.take().or_else(|| open(&self.name).ok()) else { return false };
        let work = move || {
            // Nobody waits for this, but moves wait for what the others do. They get ten times as much of the processor meanwhile, and write
            // half of the pages in it that the log may have then.
            give_way();
            // What came during the first is little, and what comes during the second less: commits wait for that alone.
            fold(&beside);
            fold(&beside);
            beside
        };
        self.running = thread::Builder::new().name("folding".to_owned()).spawn(work).ok();
        self.running.is_some()
    }
}

impl Drop for Folding {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.join().ok();
        }
    }
}

fn open(name: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)?;
    // The database is on the disk before the log that it came from is written over.
    db.pragma_update(None, "synchronous", "full")?;
    Ok(db)
}

/// Folds in what there is and nobody reads any more. What cannot be folded in stays in the log, and is tried again.
fn fold(db: &Connection) {
    if let Err(error) = db.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(())) {
        tracing::debug!(%error, "the write-ahead log is not folded in");
    }
}
