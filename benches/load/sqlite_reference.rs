//! Stores a row in SQLite for each request, durable before it is answered, many in one transaction.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor, QueryBuilder};
use tokio::sync::mpsc;

use crate::servers::{BATCH, Row};

/// Writes a row for each request. While one transaction is written, the next one is collected.
#[tokio::main(flavor = "current_thread")]
pub async fn write_rows(file: &Path, mut queue: mpsc::UnboundedReceiver<Row>, change: &str) {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .statement_cache_capacity(BATCH)
        .disable_statement_logging();
    let mut database = options.connect().await.unwrap();
    database.execute(SCHEMA).await.unwrap();
    let (mut batch, mut number) = (Vec::new(), 0_i64);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        // A statement alone is a transaction. Each number of rows has its own, which stays prepared.
        let mut insert = QueryBuilder::new("insert into changes (table_id, version, number, body) ");
        insert.push_values(&batch, |mut values, row| {
            number += 1;
            values.push_bind(&row.table).push_bind(row.version).push_bind(number).push_bind(change);
        });
        insert.build().execute(&mut database).await.unwrap();
        for row in batch.drain(..) {
            let _ = row.done.send(());
        }
    }
}

const SCHEMA: &str = "
create table changes (
    table_id text not null, version integer not null, number integer not null, body text not null,
    primary key (table_id, version, number)
) strict";
