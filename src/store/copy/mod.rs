//! Copies a whole card room from one database to another, and verifies the copy before it counts.

pub mod copied_table;
mod digest;
pub mod rows;

use std::fmt;

use futures::StreamExt;

use self::copied_table::{CopiedTable, TABLES};
use self::digest::{RoomHasher, TableDigest, TableHasher};
use self::rows::{RowReader, RowWriter};
use crate::service::ports::error::StoreError;
use cardroom_api::house::Audit;

/// How many rows are written at once.
const CHUNK: usize = 500;

/// Why a card room was not copied. The target is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The target has rows.
    #[error("the target is not empty: it has rows in the table {table}. Copy into a new database")]
    NotEmpty {
        /// The first table that has some.
        table: &'static str,
    },
    /// A table could not be read or written.
    #[error("cannot copy the table {table}")]
    Table {
        /// Its name.
        table: &'static str,
        /// Why.
        source: StoreError,
    },
    /// Something else failed.
    #[error("cannot copy the card room")]
    Store(#[from] StoreError),
    /// The copy has other rows.
    #[error("the copy differs in the table {table}: nothing was kept of it")]
    Differs {
        /// The first table that does.
        table: &'static str,
    },
    /// The copy has other chips.
    #[error("the audit of the copy differs: nothing was kept of it")]
    AuditDiffers,
}

/// A copied table: how many rows it has, and their hash.
#[derive(Clone, Copy, Debug)]
pub struct CopiedRows {
    /// Its name.
    pub table: &'static str,
    digest: TableDigest,
}

impl fmt::Display for CopiedRows {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, digest } = self;
        write!(out, "{table:<16} {:>12} rows  {}", digest.rows(), digest.short())
    }
}

/// A copied card room: the hash over all of its rows, and its audit.
#[derive(Clone, Debug)]
pub struct CopiedRoom {
    /// The hash over all rows, in hexadecimal.
    pub hash: String,
    /// The sums of all chips, the same on both sides.
    pub audit: Audit,
}

/// Copies all rows, and compares what was written with what was read, row by row and chip by chip. Reports each table.
///
/// # Errors
/// The target is not empty, a database fails, or the copy differs.
pub async fn copy(
    from: &mut dyn RowReader,
    to: &mut dyn RowWriter,
    mut report: impl FnMut(CopiedRows),
) -> Result<CopiedRoom, CopyError> {
    for table in TABLES {
        if to.has_rows(table).await.map_err(|source| CopyError::Table { table: table.name, source })? {
            return Err(CopyError::NotEmpty { table: table.name });
        }
    }
    let mut all = RoomHasher::default();
    let mut copied = Vec::new();
    for table in TABLES {
        let failed = |source| CopyError::Table { table: table.name, source };
        let digest = copy_table(from, to, table).await.map_err(failed)?;
        all.add(table, digest);
        report(CopiedRows { table: table.name, digest });
        copied.push((table, digest));
    }
    to.finish().await?;
    let audit = from.audit().await?;
    if let Some(written) = to.reader() {
        for (table, digest) in copied {
            let failed = |source| CopyError::Table { table: table.name, source };
            if digest_of(written, table).await.map_err(failed)? != digest {
                return Err(CopyError::Differs { table: table.name });
            }
        }
        if written.audit().await? != audit {
            return Err(CopyError::AuditDiffers);
        }
    }
    to.commit().await?;
    Ok(CopiedRoom { hash: all.hex(), audit })
}

/// The hash over all rows of a card room.
///
/// # Errors
/// The database fails.
pub async fn hash(room: &mut dyn RowReader) -> Result<String, CopyError> {
    let mut all = RoomHasher::default();
    for table in TABLES {
        let failed = |source| CopyError::Table { table: table.name, source };
        all.add(table, digest_of(room, table).await.map_err(failed)?);
    }
    Ok(all.hex())
}

async fn copy_table(
    from: &mut dyn RowReader,
    to: &mut dyn RowWriter,
    table: &'static CopiedTable,
) -> Result<TableDigest, StoreError> {
    let mut digest = TableHasher::of(table);
    let mut rows = from.rows(table).chunks(CHUNK);
    while let Some(chunk) = rows.next().await {
        let chunk = chunk.into_iter().collect::<Result<Vec<_>, _>>()?;
        for row in &chunk {
            digest.add(row);
        }
        to.write(table, chunk).await?;
    }
    Ok(digest.finish())
}

async fn digest_of(from: &mut dyn RowReader, table: &'static CopiedTable) -> Result<TableDigest, StoreError> {
    let mut digest = TableHasher::of(table);
    let mut rows = from.rows(table);
    while let Some(row) = rows.next().await {
        digest.add(&row?);
    }
    Ok(digest.finish())
}
