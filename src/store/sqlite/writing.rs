//! Who writes when: the connection of rare writes takes turns with the one of commits.
//!
//! SQLite lets one of them write at a time. Left to itself, the other would sleep and try again, and might never come in
//! between the batches; so both wait here, in the order in which they came. Rare writes wait for each other first: however many there
//! are, a batch waits for one of them.

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
    /// The next of the rare writes has it.
    rare: Arc<Semaphore>,
}

/// The right to write, until it is dropped; `None` where nobody else may want it any more.
pub struct Turn(#[allow(dead_code, reason = "held")] Option<OwnedSemaphorePermit>);

/// The right of a rare write, which lets go of the turn first.
struct RareTurn {
    _turn: Turn,
    _rare: Turn,
}

/// A transaction that may write. Dropped, it is rolled back.
pub struct Transaction {
    transaction: sqlx::Transaction<'static, sqlx::Sqlite>,
    _turn: RareTurn,
}

/// The connection, for one statement after another.
pub struct Connection {
    connection: PoolConnection<sqlx::Sqlite>,
    _turn: RareTurn,
}

impl Writing {
    /// With this pool of one connection.
    pub fn new(pool: SqlitePool) -> Self {
        Self { pool, turn: Arc::new(Semaphore::new(1)), rare: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for the right to write a batch of commits.
    pub async fn turn(&self) -> Turn {
        taken(&self.turn).await
    }

    /// Waits for the right to write something else.
    async fn rare_turn(&self) -> RareTurn {
        let rare = taken(&self.rare).await;
        RareTurn { _turn: taken(&self.turn).await, _rare: rare }
    }

    /// Begins to write: what is read from here on is as it will be when this ends.
    pub async fn begin(&self) -> sqlx::Result<Transaction> {
        let turn = self.rare_turn().await;
        Ok(Transaction { transaction: self.pool.begin_with("begin immediate").await?, _turn: turn })
    }

    /// The connection.
    pub async fn acquire(&self) -> sqlx::Result<Connection> {
        let turn = self.rare_turn().await;
        Ok(Connection { connection: self.pool.acquire().await?, _turn: turn })
    }

    /// The pool itself, for whoever writes while nobody else does.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

async fn taken(semaphore: &Arc<Semaphore>) -> Turn {
    // Nobody closes it.
    Turn(Arc::clone(semaphore).acquire_owned().await.ok())
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
