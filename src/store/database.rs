//! The database that a URL names.

use std::sync::Arc;

use super::postgres::Postgres;
use super::postgres::open::PostgresOpenError;
use super::sqlite::Sqlite;
use super::sqlite::open::{OnLoss, OpenError};
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
    pub async fn open(url: &str, on_loss: OnLoss) -> Result<Self, DatabaseError> {
        Ok(if ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            Self::Postgres(Arc::new(Postgres::open(url).await?))
        } else {
            Self::Sqlite(Arc::new(Sqlite::open_or(url, on_loss).await?))
        })
    }

    /// Its store.
    pub fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(sqlite) => Arc::clone(sqlite) as _,
            Self::Postgres(postgres) => Arc::clone(postgres) as _,
        }
    }

    /// Finishes what runs, and closes it. Later calls fail.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}
