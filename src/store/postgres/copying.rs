//! Reading and writing a whole card room.

use async_trait::async_trait;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Executor, Postgres as Dialect, Row, Transaction};

use super::{Postgres, ledger};
use crate::service::ports::error::StoreError;
use crate::store::copy::copied_table::{ColumnKind, CopiedTable};
use crate::store::copy::rows::{CopiedRow, RowReader, RowWriter, summed};
use cardroom_api::house::Audit;

/// Reads a card room in one snapshot.
pub struct PostgresReader(Transaction<'static, Dialect>);

/// Writes a card room in one transaction.
pub struct PostgresWriter {
    /// Reads within the same transaction. `None` after the commit.
    reader: Option<PostgresReader>,
}

impl Postgres {
    /// A reader of the whole card room, as it is now.
    pub async fn row_reader(&self) -> Result<PostgresReader, StoreError> {
        let begin = "begin isolation level repeatable read read only";
        let mut transaction = self.pool.begin_with(begin).await?;
        transaction.execute(sqlx::raw_sql(WITHOUT_LIMITS)).await?;
        Ok(PostgresReader(transaction))
    }

    /// A writer of a whole card room. No other connection writes players meanwhile.
    pub async fn row_writer(&self) -> Result<PostgresWriter, StoreError> {
        let mut transaction = self.pool.begin().await?;
        transaction.execute(sqlx::raw_sql(WITHOUT_LIMITS)).await?;
        transaction.execute(sqlx::raw_sql("lock table players in exclusive mode")).await?;
        Ok(PostgresWriter { reader: Some(PostgresReader(transaction)) })
    }
}

#[async_trait]
impl RowReader for PostgresReader {
    fn rows<'a>(&'a mut self, table: &'static CopiedTable) -> BoxStream<'a, Result<CopiedRow, StoreError>> {
        let rows = sqlx::query(AssertSqlSafe(select(table))).fetch(&mut *self.0);
        rows.map_err(StoreError::from).map(move |row| copied(table, &row?)).boxed()
    }

    async fn audit(&mut self) -> Result<Audit, StoreError> {
        ledger::audit(&mut self.0).await
    }
}

#[async_trait]
impl RowWriter for PostgresWriter {
    async fn has_rows(&mut self, table: &'static CopiedTable) -> Result<bool, StoreError> {
        let exists = format!("select exists (select 1 from {})", table.name);
        Ok(sqlx::query_scalar(AssertSqlSafe(exists)).fetch_one(&mut **self.transaction()?).await?)
    }

    async fn write(&mut self, table: &'static CopiedTable, rows: Vec<CopiedRow>) -> Result<(), StoreError> {
        let mut columns = vec![Vec::with_capacity(rows.len()); table.columns.len()];
        for row in rows {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
        let mut insert = sqlx::query(AssertSqlSafe(insert(table)));
        for column in columns {
            insert = insert.bind(column);
        }
        insert.execute(&mut **self.transaction()?).await?;
        Ok(())
    }

    async fn finish(&mut self) -> Result<(), StoreError> {
        // The next statements are planned by what is there now.
        self.transaction()?.execute(sqlx::raw_sql("analyze")).await?;
        Ok(())
    }

    fn reader(&mut self) -> Option<&mut dyn RowReader> {
        self.reader.as_mut().map(|reader| reader as _)
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        let reader = self.reader.take().ok_or(sqlx::Error::PoolClosed)?;
        Ok(reader.0.commit().await?)
    }
}

impl PostgresWriter {
    fn transaction(&mut self) -> Result<&mut Transaction<'static, Dialect>, StoreError> {
        Ok(self.reader.as_mut().map(|reader| &mut reader.0).ok_or(sqlx::Error::PoolClosed)?)
    }
}

/// A copy takes as long as it takes, and waits for the other database.
const WITHOUT_LIMITS: &str = "
set local statement_timeout = 0;
set local idle_in_transaction_session_timeout = 0";

fn copied(table: &CopiedTable, row: &PgRow) -> Result<CopiedRow, StoreError> {
    let kinds = table.columns.iter().enumerate();
    let value = |(place, (_, kind)): (usize, &(&str, ColumnKind))| {
        if *kind == ColumnKind::Real {
            return Ok(row.try_get::<Option<f64>, _>(place)?.map(|number| format!("{number:?}")));
        }
        let value: Option<String> = row.try_get(place)?;
        if *kind == ColumnKind::Tally { value.map(|tally| summed(&tally)).transpose() } else { Ok(value) }
    };
    kinds.map(value).collect()
}

/// The statement that reads a table.
fn select(table: &CopiedTable) -> String {
    let as_text = |(name, kind): &(&str, ColumnKind)| match kind {
        ColumnKind::Text | ColumnKind::Real => (*name).to_owned(),
        ColumnKind::Bytes => format!("encode({name}, 'hex')"),
        ColumnKind::Flag => format!("{name}::int::text"),
        ColumnKind::Id | ColumnKind::Number | ColumnKind::Json | ColumnKind::Tally => {
            format!("{name}::text")
        }
    };
    let columns: Vec<_> = table.columns.iter().map(as_text).collect();
    format!("select {} from {}{}", columns.join(", "), table.name, table.sorted())
}

/// The statement that writes rows of a table, each column as an array of text. Places are given in the order of the rows.
fn insert(table: &CopiedTable) -> String {
    let names: Vec<_> = table.columns.iter().map(|(name, _)| *name).collect();
    let value = |(name, kind): &(&str, ColumnKind)| match kind {
        ColumnKind::Text => format!("new.{name}"),
        ColumnKind::Bytes => format!("decode(new.{name}, 'hex')"),
        ColumnKind::Flag => format!("new.{name} = '1'"),
        ColumnKind::Id => format!("new.{name}::uuid"),
        ColumnKind::Number => format!("new.{name}::bigint"),
        ColumnKind::Real => format!("new.{name}::float8"),
        ColumnKind::Json => format!("new.{name}::json"),
        ColumnKind::Tally => format!("new.{name}::jsonb"),
    };
    let values: Vec<_> = table.columns.iter().map(value).collect();
    let arrays: Vec<_> = (1..=names.len()).map(|nth| format!("${nth}::text[]")).collect();
    let (names, values, arrays) = (names.join(", "), values.join(", "), arrays.join(", "));
    // The place of an ended hand was given when it was written.
    let (place, join) = match table.name {
        "played" => (", place", " join ended_hands on ended_hands.hand_id = new.hand_id::uuid"),
        _ => ("", ""),
    };
    format!(
        "insert into {} ({names}{place}) select {values}{place}
        from unnest({arrays}) with ordinality as new ({names}, nth){join} order by nth",
        table.name
    )
}
