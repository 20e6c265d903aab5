//! Opening and closing the database.

use std::fs::{self, File, TryLockError};
use std::future::ready;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::Connection;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};

use super::Sqlite;

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

const READERS: u32 = 4;

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It names another kind of database.
    #[error("not an SQLite database: {0}; write sqlite:PATH or sqlite::memory:")]
    NotSqlite(String),
    /// Another process owns it.
    #[error("another process uses the database {}", .0.display())]
    Taken(PathBuf),
    /// Its folder, its lock file or its own file cannot be had.
    #[error("cannot use {}", path.display())]
    Folder {
        /// What was tried.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// SQLite refused.
    #[error("cannot open the database")]
    Database(#[from] sqlx::Error),
    /// It was made by another release, or its migration failed.
    #[error("cannot migrate the database")]
    Migration(#[from] MigrateError),
}

impl Sqlite {
    /// Opens `sqlite:PATH`, `sqlite::memory:` or a plain path; makes the folder and the file, takes the lock, and
    /// migrates.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        let store = match path {
            ":memory:" => Self::in_memory().await?,
            _ if path.is_empty() || path.contains("://") || path.contains('?') => {
                return Err(OpenError::NotSqlite(url.to_owned()));
            }
            _ => Self::in_file(Path::new(path)).await?,
        };
        MIGRATIONS.run(&store.write).await?;
        Ok(store)
    }

    async fn in_file(path: &Path) -> Result<Self, OpenError> {
        let lock = lock(path)?;
        private(path).map_err(|source| OpenError::Folder { path: path.to_owned(), source })?;
        let options = options().filename(path);
        // After an error such as a full disk SQLite rolls back by itself; the rollback that was to follow fails, and the
        // connection counts as within a transaction for ever. So it is replaced.
        let is_clean = |connection: &mut SqliteConnection| Ok(!connection.is_in_transaction());
        let write = pool(1).before_acquire(move |connection, _| Box::pin(ready(is_clean(connection))));
        let write = write.connect_with(options.clone()).await?;
        let read = pool(READERS).connect_lazy_with(options.pragma("query_only", "on"));
        Ok(Self { write, read, lock: Some(lock) })
    }

    async fn in_memory() -> Result<Self, OpenError> {
        let write = pool(1).connect_with(options().in_memory(true)).await?;
        Ok(Self { read: write.clone(), write, lock: None })
    }

    /// Finishes what runs, folds the write-ahead log into the file, and gives the file free. Whatever comes after
    /// it fails.
    pub async fn close(&self) {
        self.read.close().await;
        // SQLite folds the log in when the last connection goes.
        self.write.close().await;
        if let Some(lock) = &self.lock {
            // Where this fails, the lock goes with the file handle.
            drop(lock.unlock());
        }
    }
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
}

/// Connections that stay: a database in memory lives as long as its only one.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

/// Opens a file, or makes it for nobody but the house's own user: the database holds every hidden card.
fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).truncate(false).write(true).open(path)
}

/// Takes the lock beside the database. SQLite's own locks would let a second process in, whose clock would play
/// the same tables.
fn lock(path: &Path) -> Result<File, OpenError> {
    let failed = |path: &Path, source| OpenError::Folder { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let lock = private(&name).map_err(|error| failed(&name, error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::Taken(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(&name, error)),
    }
}
