//! A pooler between this process and the server.

use std::collections::BTreeSet;

use sqlx::{Connection, Executor, PgConnection, Row};

/// How often the process behind a connection is asked for while no other connection has a transaction, and while one has.
const ASKED: (u32, u32) = (4, 2);

/// Whether a pooler gives each transaction any of its connections to the server. With a pooler of sessions, and without any, the process
/// behind a connection stays the same, and no other connection has it.
///
/// A pooler that uses its oldest idle connection next, or any, shows another process as soon as it has several. One that uses its newest
/// next, or has a single one, gives the process of the first connection to the transaction of the second.
pub async fn pools_transactions(first: &mut PgConnection, second: &mut PgConnection) -> sqlx::Result<bool> {
    let mut ours = BTreeSet::new();
    for _ in 0..ASKED.0 {
        ours.insert(process_of(first).await?);
    }
    let mut transaction = second.begin().await?;
    let theirs = process_of(&mut transaction).await?;
    for _ in 0..ASKED.1 {
        ours.insert(process_of(first).await?);
    }
    transaction.rollback().await?;
    Ok(ours.len() > 1 || ours.contains(&theirs))
}

/// The server's process behind a connection. Nothing is prepared for it: poolers lose prepared statements.
pub async fn process_of(connection: &mut PgConnection) -> sqlx::Result<i32> {
    connection.fetch_one(sqlx::raw_sql("select pg_backend_pid()")).await?.try_get(0)
}
