//! The connection of commits, which the batches use one after another.

use std::mem;
use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::Mutex;
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;

use super::batch::{self, WrittenBatch};
use super::checkpoint::{self, Checkpoints};
use super::tips::Tips;
use crate::service::ports::commits::{Batch, Committed};
use crate::service::ports::error::StoreError;

/// How many prepared statements are cached: more than there are.
const STATEMENTS: usize = 256;
/// How many KiB of pages it caches; SQLite wants it as a negative number. Players' rows lie anywhere; what does not fit is read
/// again with the next batch. With twice as much, a batch takes longer: if pages have moved, SQLite looks at every one of them on
/// a commit.
const CACHE: &str = "-4096";

/// After how long without a batch the writes of other connections are checkpointed.
const IDLE: Duration = Duration::from_secs(5);

/// The connection. It is not from a pool, which would test and replace it.
#[derive(Debug)]
pub struct Committing {
    options: SqliteConnectOptions,
    state: Arc<Mutex<State>>,
    /// The task that makes checkpoints while there are no batches.
    _idle: AbortOnDropHandle<()>,
}

#[derive(Debug)]
enum State {
    /// The connection, if the last batch left it sound.
    Open(Option<Box<CommitConnection>>),
    Closed,
}

#[derive(Debug)]
struct CommitConnection {
    db: SqliteConnection,
    /// The tips that earlier batches left.
    tips: Tips,
    checkpoints: Checkpoints,
    /// Whether a batch was written since the last look.
    is_used: bool,
}

impl Committing {
    /// Opens the database of these options, which has been migrated already.
    pub async fn open(options: SqliteConnectOptions) -> sqlx::Result<Self> {
        let options = options
            .pragma("cache_size", CACHE)
            .statement_cache_capacity(STATEMENTS)
            .disable_statement_logging();
        let connection = CommitConnection::open(&options).await?;
        let state = Arc::new(Mutex::new(State::Open(Some(connection))));
        let idle = AbortOnDropHandle::new(tokio::spawn(copy_while_idle(Arc::downgrade(&state))));
        Ok(Self { options, state, _idle: idle })
    }

    /// Writes a batch. If it fails or is dropped, the connection is closed, and the next batch opens another.
    pub async fn write(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        let mut state = Arc::clone(&self.state).lock_owned().await;
        let State::Open(kept) = &mut *state else {
            return Err(sqlx::Error::PoolClosed.into());
        };
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => CommitConnection::open(&self.options).await?,
        };
        let WrittenBatch { verdicts, logged } = match connection.write(&batch).await {
            Ok(written) => written,
            Err(error) => {
                // This also rolls back.
                connection.close().await;
                return Err(error);
            }
        };
        if !connection.checkpoints.is_due(logged) {
            *kept = Some(connection);
            return Ok(verdicts);
        }
        // The next batch waits for a checkpoint, the answers to this one do not.
        tokio::spawn(async move {
            let CommitConnection { db, checkpoints, .. } = &mut *connection;
            checkpoints.make(db, logged).await;
            if let State::Open(kept) = &mut *state {
                *kept = Some(connection);
            }
        });
        Ok(verdicts)
    }

    /// Waits for what runs, and closes the connection. Later calls fail.
    pub async fn close(&self) {
        let before = mem::replace(&mut *self.state.lock().await, State::Closed);
        if let State::Open(Some(connection)) = before {
            connection.close().await;
        }
    }
}

impl CommitConnection {
    async fn open(options: &SqliteConnectOptions) -> sqlx::Result<Box<Self>> {
        let (tips, checkpoints) = (Tips::default(), Checkpoints::default());
        Ok(Box::new(Self { db: options.connect().await?, tips, checkpoints, is_used: false }))
    }

    async fn write(&mut self, batch: &Batch) -> Result<WrittenBatch, StoreError> {
        self.is_used = true;
        batch::write(&mut self.db, &mut self.tips, batch).await
    }

    async fn close(self: Box<Self>) {
        if let Err(error) = self.db.close().await {
            tracing::warn!(%error, "the connection of commits could not be closed");
        }
    }
}

/// Checkpoints what other connections have written, until the connection is closed.
async fn copy_while_idle(state: Weak<Mutex<State>>) {
    loop {
        sleep(IDLE).await;
        let Some(state) = state.upgrade() else { return };
        match &mut *state.lock().await {
            State::Open(Some(connection)) => {
                if !mem::take(&mut connection.is_used) {
                    checkpoint::copy(&mut connection.db).await;
                }
            }
            State::Open(None) => {}
            State::Closed => return,
        }
    }
}
