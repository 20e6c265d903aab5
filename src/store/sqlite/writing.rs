//! Write permits: the connection of rare writes and the connection of commits write in turn.
//!
//! SQLite lets one of them write at a time. Left to itself, the other would sleep and retry, and might never come in between the
//! batches; so both wait here, in order of arrival. Rare writes wait for each other first, so that a batch waits for at most one
//! of them.

use std::future::ready;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The one connection of rare writes, and the permit to write.
#[derive(Clone, Debug)]
pub struct Writing {
    pool: SqlitePool,
    permit: Arc<Semaphore>,
    /// Held by the rare write that is next.
    rare: Arc<Semaphore>,
}

/// The permit to write, until it is dropped; `None` if the semaphore is closed.
pub struct WritePermit(#[allow(dead_code, reason = "held")] Option<OwnedSemaphorePermit>);

/// The permit of a rare write. The connection is returned before the permit.
struct RareWritePermit {
    _permit: WritePermit,
    _rare: WritePermit,
}

/// A transaction that may write. Dropped, it is rolled back.
pub struct Transaction {
    transaction: sqlx::Transaction<'static, sqlx::Sqlite>,
    _permit: RareWritePermit,
}

/// The connection, for one statement after another.
pub struct RareConnection {
    connection: PoolConnection<sqlx::Sqlite>,
    _permit: RareWritePermit,
}

impl Writing {
    /// With this pool of one connection.
    pub fn new(pool: SqlitePool) -> Self {
        Self { pool, permit: Arc::new(Semaphore::new(1)), rare: Arc::new(Semaphore::new(1)) }
    }

    /// Waits for the permit to write a batch of commits.
    pub async fn permit(&self) -> WritePermit {
        taken(&self.permit).await
    }

    /// Waits for the permit of a rare write.
    async fn rare_permit(&self) -> RareWritePermit {
        let rare = taken(&self.rare).await;
        RareWritePermit { _permit: taken(&self.permit).await, _rare: rare }
    }

    /// Starts a write transaction: rows that it reads do not change until it ends.
    pub async fn begin(&self) -> sqlx::Result<Transaction> {
        let permit = self.rare_permit().await;
        Ok(Transaction { transaction: self.pool.begin_with("begin immediate").await?, _permit: permit })
    }

    /// The connection.
    pub async fn acquire(&self) -> sqlx::Result<RareConnection> {
        let permit = self.rare_permit().await;
        Ok(RareConnection { connection: self.pool.acquire().await?, _permit: permit })
    }

    /// The pool itself, for writes while nothing else writes.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

/// Replaces a connection that cannot write any more, when it is next acquired.
///
/// After an error such as a full disk SQLite rolls back by itself; the rollback that follows fails, and the connection counts as
/// within a transaction forever. And a connection that was opened while the file could not be written can only read, also
/// forever.
pub fn replaced_where_it_cannot_write(pool: SqlitePoolOptions) -> SqlitePoolOptions {
    let only_reads = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&only_reads);
    let pool = pool.after_connect(move |connection, _| {
        let noted = Arc::clone(&noted);
        Box::pin(async move {
            noted.store(can_only_read(connection).await, Ordering::Relaxed);
            Ok(())
        })
    });
    pool.before_acquire(move |connection, _| {
        let can_write = !connection.is_in_transaction() && !only_reads.load(Ordering::Relaxed);
        Box::pin(ready(Ok(can_write)))
    })
}

/// Whether a connection cannot write, whatever others do. If the database or its log may not be written at the moment, SQLite
/// opens it for reading only, and says so on a write.
async fn can_only_read(connection: &mut SqliteConnection) -> bool {
    /// SQLite's code; if it is an extended one, its last byte.
    const READ_ONLY: u32 = 8;
    let written = sqlx::query("update pulse set at = at where false").execute(connection).await;
    let code = written.err().and_then(|error| error.as_database_error()?.code()?.parse().ok());
    code.is_some_and(|code: u32| code & 0xff == READ_ONLY)
}

async fn taken(semaphore: &Arc<Semaphore>) -> WritePermit {
    // It is never closed.
    WritePermit(Arc::clone(semaphore).acquire_owned().await.ok())
}

impl Transaction {
    /// Commits.
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

impl Deref for RareConnection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for RareConnection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;

    #[tokio::test]
    async fn a_connection_that_can_only_read_is_replaced_once_the_file_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new().filename(folder.path().join("db")).create_if_missing(true);
        let pool = replaced_where_it_cannot_write(SqlitePoolOptions::new().max_connections(1));
        let writing = Writing::new(pool.connect_with(options.clone()).await.unwrap());
        let write = async || {
            let write = sqlx::query("create table if not exists pulse (at); insert into pulse values (1)");
            write.execute(&mut *writing.acquire().await?).await
        };
        write().await.unwrap();
        // As if the file cannot be written when the connection has to be replaced.
        writing.pool().set_connect_options(options.clone().read_only(true));
        writing.acquire().await.unwrap().connection.close().await.unwrap();
        for _ in 0..2 {
            let message = write().await.unwrap_err();
            assert!(message.to_string().contains("readonly"), "{message}");
        }
        writing.pool().set_connect_options(options);
        write().await.unwrap();
        writing.begin().await.unwrap().commit().await.unwrap();
    }
}
