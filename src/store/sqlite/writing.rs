//! Who writes when: the connection of rare writes takes turns with the one of commits.
//!
//! SQLite lets one of them write at a time. Left to itself, the other would sleep and try again, and might never come in
//! between the batches; so both wait here, in the order in which they came.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The one connection of rare writes, and the turn to write.
#[derive(Clone, Debug)]
pub struct Writing {
    pool: SqlitePool,
    turn: Arc<Semaphore>,
}

/// The right to write, until it is dropped; `None` where nobody else may want it any more.
pub struct Turn(#[allow(dead_code, reason = "held")] Option<OwnedSemaphorePermit>);

/// A transaction that may write. Dropped, it is rolled back.
pub struct Transaction {
    transaction: sqlx::Transaction<'static, sqlx::Sqlite>,
    _turn: Turn,
}

/// The connection, for one statement after another.
pub struct Connection {
    connection: PoolConnection<sqlx::Sqlite>,
    _turn: Turn,
}

impl Writing {
    /// With this pool of one connection.
    pub fn new(pool: SqlitePool) -> Self {
        Self { pool, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for the right to write.
    pub async fn turn(&self) -> Turn {
        // Nobody closes the semaphore.
        Turn(Arc::clone(&self.turn).acquire_owned().await.ok())
    }

    /// Begins to write: what is read from here on is as it will be when this ends.
    pub async fn begin(&self) -> sqlx::Result<Transaction> {
        let turn = self.turn().await;
        Ok(Transaction { transaction: self.pool.begin_with("begin immediate").await?, _turn: turn })
    }

    /// The connection.
    pub async fn acquire(&self) -> sqlx::Result<Connection> {
        let turn = self.turn().await;
        Ok(Connection { connection: self.pool.acquire().await?, _turn: turn })
    }

    /// The pool itself, for whoever writes while nobody else does.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

impl Transaction {
    /// Keeps what was written.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.transaction.commit().await
    }
}

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

impl Deref for Connection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}
