//! The database that a URL names.

use std::sync::Arc;

use super::copy::rows::{RowReader, RowWriter};
use super::copy::{self, CopiedRoom, CopiedRows, CopyError};
use super::postgres::Postgres;
use super::postgres::open::PostgresOpenError;
use super::postgres::timed::TimedPostgres;
use super::schema::Migrate;
use super::sqlite::Sqlite;
use super::sqlite::open::{OnLoss, OpenError};
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;

/// An open database of either kind.
#[derive(Clone, Debug)]
pub enum Database {
    /// A file of SQLite.
    Sqlite(Arc<Sqlite>),
    /// A database on a server of PostgreSQL.
    Postgres(Arc<Postgres>),
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// One of SQLite.
    #[error(transparent)]
    Sqlite(#[from] OpenError),
    /// One of PostgreSQL.
    #[error(transparent)]
    Postgres(#[from] PostgresOpenError),
}

impl Database {
    /// Opens the database of a URL, by its scheme. What to do on a loss is asked for a file only.
    pub async fn open(url: &str, on_loss: OnLoss, migrate: Migrate) -> Result<Self, DatabaseError> {
        Ok(if ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            Self::Postgres(Arc::new(Box::pin(Postgres::open_by(url, migrate)).await?))
        } else {
            Self::Sqlite(Arc::new(Sqlite::open_by(url, on_loss, migrate).await?))
        })
    }

    /// Its store.
    pub fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(sqlite) => Arc::clone(sqlite) as _,
            Self::Postgres(postgres) => Arc::new(TimedPostgres::new(Arc::clone(postgres))),
        }
    }

    /// Copies its card room into another database, which must be empty; reports each table. Nothing is kept of a copy that is not whole.
    pub async fn copy_to(
        &self,
        target: &Self,
        report: impl FnMut(CopiedRows) + Send,
    ) -> Result<CopiedRoom, CopyError> {
        let mut reader = self.row_reader().await?;
        let mut writer: Box<dyn RowWriter> = match target {
            Self::Sqlite(sqlite) => Box::new(sqlite.row_writer().await?),
            Self::Postgres(postgres) => Box::new(postgres.row_writer().await?),
        };
        copy::copy(&mut *reader, &mut *writer, report).await
    }

    /// The hash over all rows of its card room, the same on every database.
    pub async fn hash(&self) -> Result<String, CopyError> {
        copy::hash(&mut *self.row_reader().await?).await
    }

    async fn row_reader(&self) -> Result<Box<dyn RowReader>, StoreError> {
        Ok(match self {
            Self::Sqlite(sqlite) => Box::new(sqlite.row_reader().await?),
            Self::Postgres(postgres) => Box::new(postgres.row_reader().await?),
        })
    }

    /// Finishes what runs, and closes it. Later calls fail.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}
