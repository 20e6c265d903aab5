//! How a database fails.

/// The database failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It did not answer, or refused. It is unknown whether a write was written.
    #[error("the database failed")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It refused a batch of commits. Nothing was written.
    #[error("the database refused what was to be written")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Nothing was written: another process holds a lock and did not release it in time, or the database was out of reach.
    #[error("the database is held by another process, or out of reach")]
    Locked(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It holds data that cannot be.
    #[error("impossible data in {table}.{column} of row {row}")]
    Impossible {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's key.
        row: String,
        /// The error; it reveals nothing hidden.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl StoreError {
    /// The same error, of a batch of which nothing was written.
    #[must_use]
    pub fn into_refused(self) -> Self {
        match self {
            Self::Unavailable(source) => Self::Refused(source),
            error => error,
        }
    }
}
