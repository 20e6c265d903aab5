//! Opening and closing the database.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::sqlite::{SqlitePoolOptions, SqliteSynchronous};
use sqlx::{SqliteConnection, SqlitePool};

use super::checkpoint::{Checkpoint, PATIENCE};
use super::committing::Committing;
use super::lock::{Lock, NotLocked};
use super::marker::Marker;
use super::writing::{Writing, replaced_where_it_cannot_write};
use super::{Sqlite, upkeep};
use crate::service::ports::store::DATA_RELEASE;
use crate::store::schema::{Migrate, SchemaMismatch};
use crate::store::sqlite_code::{end_if_sync_failed, sqlite_code};
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
    /// A part of it is gone since it was last open.
    #[error(
        "{} is missing or empty, and was there when the server last ran: moves that were acknowledged would be lost. Put it \
        back, or start with --accept-loss",
        .0.display()
    )]
    Lost(PathBuf),
    /// Its folder or its own file is not accessible.
    #[error("cannot use {}", path.display())]
    Folder {
        /// The path.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The disk takes nothing more.
    #[error("the disk is full: {} cannot be written", .0.display())]
    Full(PathBuf),
    /// SQLite refused.
    #[error("cannot open the database")]
    Database(#[from] sqlx::Error),
    /// Its schema is of another release.
    #[error(transparent)]
    Schema(#[from] SchemaMismatch),
    /// It is not a card room, or its migration failed.
    #[error("cannot migrate the database")]
    Migration(#[from] MigrateError),
}

impl OpenError {
    /// SQLite's extended code, if SQLite made the error.
    fn code(&self) -> Option<i32> {
        match self {
            Self::Database(error)
            | Self::Migration(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                sqlite_code(error)
            }
            _ => None,
        }
    }
}

/// What to do if a part of a database is gone since it was last open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLoss {
    /// Do not open it.
    #[default]
    Refuse,
    /// Open the rest.
    Accept,
}

impl Sqlite {
    /// Opens `sqlite:PATH`, `sqlite::memory:` or a plain path, if no part of it is gone since it was last open; makes the folder
    /// and the file, takes the lock, and migrates.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_or(url, OnLoss::Refuse).await
    }

    /// The same, whatever is gone.
    pub async fn open_or(url: &str, on_loss: OnLoss) -> Result<Self, OpenError> {
        Self::open_by(url, on_loss, Migrate::AtStart).await
    }

    /// The same, migrated or not. A database in memory always is.
    pub async fn open_by(url: &str, on_loss: OnLoss, migrate: Migrate) -> Result<Self, OpenError> {
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        match path {
            ":memory:" => Self::in_memory().await,
            _ if path.is_empty() || path.contains("://") || path.contains('?') => {
                Err(OpenError::NotSqlite(url.to_owned()))
            }
            _ => {
                let opened = Self::in_file(Path::new(path), on_loss, migrate).await;
                opened.map_err(|error| unless_full(error, folder_of(Path::new(path)), write_a_little))
            }
        }
    }

    async fn in_file(path: &Path, on_loss: OnLoss, migrate: Migrate) -> Result<Self, OpenError> {
        let failed = |source| OpenError::Folder { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_folder(folder).map_err(failed)?;
            warn_of_an_open_folder(folder).map_err(failed)?;
        }
        // SQLite names its other files after the target of a link, and so do the marker and the error of a second process.
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
        let read = pool(READERS).connect_lazy_with(options.clone().pragma("query_only", "on"));
        let commits = match begin(&write, options, migrate).await {
            Ok(commits) => commits,
            Err(error) => {
                // A second sync may succeed after the first one failed, and a checkpoint would trust it.
                end_if_sync_failed(error.code(), &error);
                checkpoint_and_close(&write, &marker, &lock).await;
                return Err(error);
            }
        };
        marker.say_open().map_err(failed)?;
        let write = Writing::new(write);
        Ok(Self { commits, write, read, file: Some((marker, lock)) })
    }

    /// A database in memory, under a unique name.
    async fn in_memory() -> Result<Self, OpenError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("/cardroom-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let options = options().filename(&name).vfs("memdb");
        let read = pool(1).connect_with(options.clone()).await?;
        MIGRATIONS.run(&read).await?;
        let commits = Committing::open(options).await?;
        Ok(Self { commits, write: Writing::new(read.clone()), read, file: None })
    }

    /// Finishes what runs, checkpoints the write-ahead log, and releases the file. Later calls fail.
    pub async fn close(&self) {
        self.commits.close().await;
        self.read.close().await;
        match &self.file {
            Some((marker, lock)) => checkpoint_and_close(self.write.pool(), marker, lock).await,
            None => self.write.pool().close().await,
        }
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The same error, unless the disk is full: SQLite may report that as an I/O error. If a write failed, a small write finds out.
fn unless_full(error: OpenError, folder: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> OpenError {
    let failed = match &error {
        OpenError::Folder { source, .. } => Some(source.kind()),
        OpenError::Database(_) | OpenError::Migration(_) => write(folder).err().map(|error| error.kind()),
        OpenError::NotSqlite(_)
        | OpenError::Taken(_)
        | OpenError::Lost(_)
        | OpenError::Full(_)
        | OpenError::Schema(_) => None,
    };
    match failed {
        Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) => OpenError::Full(folder.to_owned()),
        _ => error,
    }
}

/// Writes as much as SQLite does at a start, and deletes it again.
fn write_a_little(folder: &Path) -> io::Result<()> {
    let mut file = tempfile::tempfile_in(folder)?;
    for _ in 0..16 {
        file.write_all(&[1; 4 * 1024])?;
    }
    file.sync_all()
}

/// Migrates the database, and opens the connection of commits. From then on there is a write-ahead log, which must be there after
/// a crash.
async fn begin(
    write: &SqlitePool,
    options: SqliteConnectOptions,
    migrate: Migrate,
) -> Result<Committing, OpenError> {
    match migrate {
        Migrate::AtStart => MIGRATIONS.run(write).await.map_err(|error| match error {
            MigrateError::VersionMissing(found) if found > i64::from(DATA_RELEASE) => {
                OpenError::Schema(SchemaMismatch::Newer { found })
            }
            error => error.into(),
        })?,
        Migrate::Elsewhere => refuse_another_schema(write).await?,
    }
    sqlx::query(upkeep::WRITE_PROBE).bind(0).execute(write).await?;
    Ok(Committing::open(options).await?)
}

/// Refuses a database that has been migrated by another release, or not at all.
async fn refuse_another_schema(write: &SqlitePool) -> Result<(), OpenError> {
    let has_any: bool = sqlx::query_scalar(HAS_MIGRATIONS).fetch_one(write).await?;
    let found = if has_any { sqlx::query_scalar(RELEASE).fetch_one(write).await? } else { 0 };
    Ok(SchemaMismatch::refuse(found)?)
}

const HAS_MIGRATIONS: &str =
    "select exists (select 1 from sqlite_schema where type = 'table' and name = '_sqlx_migrations')";

const RELEASE: &str = "select coalesce(max(version), 0) from _sqlx_migrations where success";

/// Checkpoints the write-ahead log, and releases the file. The database counts as closed only if it has all of the log.
async fn checkpoint_and_close(write: &SqlitePool, marker: &Marker, lock: &Lock) {
    let connection = write.acquire().await;
    // This call closes the pool at once, and its future waits for the connections. A write that waits for this connection fails now;
    // otherwise it could commit after the checkpoint, to a database that counts as closed.
    let closed = write.close();
    match connection {
        // The marker changes between the checkpoint and the close of the last connection, which deletes the log. So if the
        // process is killed at any point, the next start finds the files that the marker requires.
        Ok(mut connection) => mark(marker, checkpoint(&mut connection).await),
        // The marker has the result of the first close.
        Err(sqlx::Error::PoolClosed) => {}
        Err(error) => mark(marker, Err(error)),
    }
    closed.await;
    lock.release();
}

/// Checkpoints the write-ahead log, and waits for readers as long as any statement does.
async fn checkpoint(connection: &mut SqliteConnection) -> sqlx::Result<Checkpoint> {
    sqlx::query_as("pragma wal_checkpoint(full)").fetch_one(connection).await
}

/// Records in the marker whether the next start needs the write-ahead log, by the last checkpoint.
fn mark(marker: &Marker, last: sqlx::Result<Checkpoint>) {
    match last {
        Ok(made) if made.is_whole() => {
            if let Err(error) = marker.say_closed() {
                tracing::warn!(%error, "the next start asks for the write-ahead log, which it does not need");
            }
            return;
        }
        Ok(_) => {
            tracing::warn!("another program reads the database: the next start needs the write-ahead log");
        }
        Err(error) => {
            end_if_sync_failed(sqlite_code(&error), &error);
            tracing::warn!(%error, "the next start needs the write-ahead log");
        }
    }
    // A start that failed may have found a database that was closed.
    if let Err(error) = marker.say_log_is_needed() {
        tracing::warn!(%error, "the next start may open the database without the write-ahead log, which it needs");
    }
}

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // Deleted data is overwritten, so that names of deleted players are in no free page.
        .pragma("secure_delete", "on")
        // The connection of commits makes checkpoints, and reads their results.
        .pragma("wal_autocheckpoint", "0")
        .busy_timeout(PATIENCE)
}

/// Connections without a timeout: a database in memory lives as long as its only one.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::{MIGRATIONS, OpenError, unless_full};
    use crate::service::ports::store::DATA_RELEASE;

    #[test]
    fn a_full_disk_is_called_one_with_its_folder() {
        let sqlite = || OpenError::Database(sqlx::Error::Io(io::Error::other("disk I/O error")));
        let folder = Path::new("/srv/cardroom");
        let message = |error, kind: Option<io::ErrorKind>| {
            let write = |at: &Path| {
                assert_eq!(at, folder);
                kind.map_or(Ok(()), |kind| Err(kind.into()))
            };
            unless_full(error, folder, write).to_string()
        };
        let full = "the disk is full: /srv/cardroom cannot be written";
        assert_eq!(message(sqlite(), Some(io::ErrorKind::StorageFull)), full);
        assert_eq!(message(sqlite(), Some(io::ErrorKind::QuotaExceeded)), full);
        assert_eq!(message(sqlite(), Some(io::ErrorKind::ReadOnlyFilesystem)), "cannot open the database");
        assert_eq!(message(sqlite(), None), "cannot open the database");
        let marker = OpenError::Folder { path: folder.join("x"), source: io::ErrorKind::StorageFull.into() };
        assert_eq!(message(marker, None), full);
    }

    #[test]
    fn the_release_of_the_data_is_the_last_migration() {
        assert_eq!(MIGRATIONS.iter().map(|migration| migration.version).max(), Some(DATA_RELEASE.into()));
    }
}
