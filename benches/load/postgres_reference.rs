//! Stores a row on PostgreSQL for each request, durable before it is answered, many in one transaction.

use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::mpsc;

use crate::servers::{BATCH, Row};

/// Writes a row for each request. While one transaction is written, the next one is collected.
#[tokio::main(flavor = "current_thread")]
pub async fn write_rows(url: &str, mut queue: mpsc::UnboundedReceiver<Row>, change: &str) {
    let mut database = PgConnection::connect(url).await.unwrap();
    database.execute(SCHEMA).await.unwrap();
    let (mut batch, mut number) = (Vec::new(), 0_i64);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let numbers: Vec<i64> = batch.iter().zip(number + 1..).map(|(_, number)| number).collect();
        number += i64::try_from(batch.len()).unwrap();
        let tables: Vec<&str> = batch.iter().map(|row| row.table.as_str()).collect();
        let versions: Vec<i64> = batch.iter().map(|row| row.version).collect();
        // A statement alone is a transaction.
        let insert =
            sqlx::query(INSERT).bind(tables).bind(versions).bind(numbers).bind(vec![change; batch.len()]);
        insert.execute(&mut database).await.unwrap();
        for row in batch.drain(..) {
            let _ = row.done.send(());
        }
    }
}

const SCHEMA: &str = "
create table changes (
    table_id text not null, version bigint not null, number bigint not null, body text not null,
    primary key (table_id, version, number)
)";

const INSERT: &str = "
insert into changes select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])";
