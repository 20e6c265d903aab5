//! The connection of commits: on a thread of its own, with prepared statements.
//!
//! A batch is many small statements. Through sqlx each of them switches threads twice; here the whole batch does. So commits, and
//! nothing else, have a connection of rusqlite's, on the same SQLite library.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::checkpoint::{self, Checkpoints, PATIENCE};
use super::tips::Tips;
use crate::service::lock::lock;
use crate::service::ports::commits::{Batch, Committed};
use crate::service::ports::error::StoreError;
use crate::store::column::unavailable;

/// How many prepared statements are cached: more than there are.
const STATEMENTS: usize = 64;
/// How many KiB of pages it caches; SQLite wants it as a negative number. Players' rows lie anywhere; what does not fit is read
/// again with the next batch. With twice as much, a batch takes longer: if pages have moved, SQLite looks at every one of them on
/// a commit.
const CACHE: i64 = -4 * 1024;

/// After how long without a batch the writes of other connections are checkpointed.
const IDLE: Duration = Duration::from_secs(5);

thread_local! {
    /// How many pages the write-ahead log had after this thread's last commit.
    static LOGGED: Cell<u32> = const { Cell::new(0) };
}

/// The function that writes a batch, and the tips that earlier batches left.
pub type WriteBatch = fn(&Connection, &mut Tips, &Batch) -> Result<Vec<Committed>, StoreError>;

/// The connection, and its thread.
#[derive(Debug)]
pub struct Committing {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Job {
    batch: Arc<Batch>,
    answer: oneshot::Sender<Outcome>,
}

/// The outcome of a batch; the outer error is a panic.
type Outcome = Result<Result<Vec<Committed>, StoreError>, Box<dyn Any + Send>>;

/// It has been closed.
#[derive(Debug, thiserror::Error)]
#[error("the connection of commits is closed")]
struct Closed;

impl Committing {
    /// Opens the database of this name, which has been migrated already.
    pub fn open(name: &Path, write: WriteBatch) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)?;
        db.busy_timeout(PATIENCE)?;
        db.set_prepared_statement_cache_capacity(STATEMENTS);
        db.pragma_update(None, "cache_size", CACHE)?;
        db.pragma_update(None, "synchronous", "full")?;
        db.pragma_update(None, "foreign_keys", "on")?;
        // A deleted chair leaves no name in a free page.
        db.pragma_update(None, "secure_delete", "on")?;
        // In place of SQLite's automatic checkpoint.
        db.wal_hook(Some(|_, pages| {
            LOGGED.set(u32::try_from(pages).unwrap_or(u32::MAX));
            Ok(())
        }));
        let (jobs, queue) = mpsc::channel::<Job>();
        let work = move || {
            let mut tips = Tips::default();
            let mut checkpoints = Checkpoints::default();
            loop {
                let Job { batch, answer } = match queue.recv_timeout(IDLE) {
                    Ok(job) => job,
                    Err(RecvTimeoutError::Timeout) => {
                        checkpoint::copy(&db);
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                let outcome = catch_unwind(AssertUnwindSafe(|| write(&db, &mut tips, &batch)));
                // Freed here, and not on the thread that waits for the answer.
                drop(batch);
                answer.send(outcome).ok();
                checkpoints.after_commit(&db, LOGGED.get());
            }
        };
        let thread = thread::Builder::new().name("commits".to_owned()).spawn(work);
        let thread = thread.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) })
    }

    /// Writes a batch.
    pub async fn write(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let jobs = lock(&self.jobs).clone();
        jobs.and_then(|jobs| jobs.send(Job { batch, answer }).ok()).ok_or_else(|| unavailable(Closed))?;
        answered.await.map_err(unavailable)?.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Finishes what was started, and closes the connection. Later calls fail.
    pub async fn close(&self) {
        if let Some(thread) = self.end() {
            // Not on this thread: it may be the only one that handles a second stop signal. Callers have been informed of a panic
            // in the other thread.
            spawn_blocking(|| thread.join().ok()).await.ok();
        }
    }

    /// Accepts nothing more. The first call returns the thread that finishes what was started.
    fn end(&self) -> Option<JoinHandle<()>> {
        drop(lock(&self.jobs).take());
        lock(&self.thread).take()
    }
}

impl Drop for Committing {
    fn drop(&mut self) {
        if let Some(thread) = self.end() {
            thread.join().ok();
        }
    }
}
