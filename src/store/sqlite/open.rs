//! Opening and closing the database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};

use super::committing::Committing;
use super::folding::MOST;
use super::known::Known;
use super::lock::{Lock, NotLocked};
use super::marker::Marker;
use super::writing::{Writing, replaced_where_it_cannot_write};
use super::{Sqlite, commits, upkeep};
use crate::store::{make_folder, warn_of_an_open_folder};

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
    /// Something of it is gone since it was last open.
    #[error(
        "{} is missing or empty, and was there when the house last ran: moves that were acknowledged would be lost. Put it \
        back, or start with --accept-loss",
        .0.display()
    )]
    Lost(PathBuf),
    /// Its folder or its own file cannot be had.
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
    /// SQLite refused the connection of commits.
    #[error("cannot open the database for commits")]
    Commits(#[from] rusqlite::Error),
    /// It was made by another release, or its migration failed.
    #[error("cannot migrate the database")]
    Migration(#[from] MigrateError),
}

/// What to do where something of a database is gone since it was last open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLoss {
    /// Do not open it.
    #[default]
    Refuse,
    /// Open what is left.
    Accept,
}

impl Sqlite {
    /// Opens `sqlite:PATH`, `sqlite::memory:` or a plain path, where nothing of it is gone since it was last open; makes the
    /// folder and the file, takes the lock, and migrates.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_or(url, OnLoss::Refuse).await
    }

    /// The same, whatever is gone.
    pub async fn open_or(url: &str, on_loss: OnLoss) -> Result<Self, OpenError> {
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        match path {
            ":memory:" => Self::in_memory().await,
            _ if path.is_empty() || path.contains("://") || path.contains('?') => {
                Err(OpenError::NotSqlite(url.to_owned()))
            }
            _ => Self::in_file(Path::new(path), on_loss).await,
        }
    }

    async fn in_file(path: &Path, on_loss: OnLoss) -> Result<Self, OpenError> {
        let failed = |source| OpenError::Folder { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(failed)?;
            warn_of_an_open_folder(folder).map_err(failed)?;
        }
        // SQLite names its other files by where a link leads; so do the marker and whoever is refused.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let marker = Marker::beside(path);
        let lock = Lock::take(path).map_err(|error| match error {
            NotLocked::Taken => OpenError::Taken(path.clone()),
            NotLocked::Failed(source) => failed(source),
        })?;
        match marker.lost().map_err(failed)? {
            Some(lost) if on_loss == OnLoss::Refuse => return Err(OpenError::Lost(lost)),
            Some(lost) => tracing::warn!(lost = %lost.display(), "moves may be lost, which is accepted"),
            None => {}
        }
        let options = options().filename(path);
        let write = replaced_where_it_cannot_write(pool(1));
        let write = write.connect_with(options.clone()).await?;
        let read = pool(READERS).connect_lazy_with(options.pragma("query_only", "on"));
        let commits = match begin(&write, path).await {
            Ok(commits) => commits,
            Err(error) => {
                fold_and_close(&write, &marker, &lock).await;
                return Err(error);
            }
        };
        marker.say_open().map_err(failed)?;
        let (write, known) = (Writing::new(write), Known::default());
        Ok(Self { commits, write, read, known, file: Some((marker, lock)) })
    }

    /// One that is gone with the process, under a name that no other has.
    async fn in_memory() -> Result<Self, OpenError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("/cardroom-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let read = pool(1).connect_with(options().filename(&name).vfs("memdb")).await?;
        MIGRATIONS.run(&read).await?;
        let commits = Committing::open(Path::new(&format!("file:{name}?vfs=memdb")), commits::write)?;
        Ok(Self { commits, write: Writing::new(read.clone()), read, known: Known::default(), file: None })
    }

    /// Finishes what runs, folds the write-ahead log into the file, and gives the file free. Whatever comes after
    /// it fails.
    pub async fn close(&self) {
        self.commits.close().await;
        self.read.close().await;
        match &self.file {
            Some((marker, lock)) => fold_and_close(self.write.pool(), marker, lock).await,
            None => self.write.pool().close().await,
        }
    }
}

/// Brings the database to its own form, and opens the connection of commits. From then on there is a write-ahead log, and it
/// has to be there after a crash.
async fn begin(write: &SqlitePool, path: &Path) -> Result<Committing, OpenError> {
    MIGRATIONS.run(write).await?;
    sqlx::query(upkeep::PULSE).bind(0).execute(write).await?;
    Ok(Committing::open(path, commits::write)?)
}

/// Folds the write-ahead log into the file, and gives the file free.
async fn fold_and_close(write: &SqlitePool, marker: &Marker, lock: &Lock) {
    // Folded in before it is said, and said before SQLite takes the log away as its last connection goes: killed at any
    // point, the next start finds what it is told to.
    let folded = sqlx::query("pragma wal_checkpoint(full)").execute(write).await;
    if let Err(error) = folded.map_err(io::Error::other).and_then(|_| marker.say_closed()) {
        tracing::warn!(%error, "the next start asks for the write-ahead log, which may not be needed");
    }
    write.close().await;
    lock.release();
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten: the names of who is gone lie in no free page.
        .pragma("secure_delete", "on")
        // Commits fold it in long before.
        .pragma("wal_autocheckpoint", MOST.to_string())
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
