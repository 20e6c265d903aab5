//! Opening a connection.

use std::io;

use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{ConnectOptions, Executor, PgConnection, Row};

/// The server accepts no writes: it is a standby, or read-only for this user. What it knows may be old.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the server accepts no writes")]
struct NoWrites;

/// Opens a connection, and sets it up.
pub async fn connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = options.connect().await?;
    set_up(&mut connection).await?;
    Ok(connection)
}

/// What holds for every connection, whatever the server or the role sets. A process that is cut off or paused inside a transaction holds its
/// locks for a short time only. An acknowledged write is on disk: settings that are safer than `on` stay. Fails if the server accepts no
/// writes: during a fail-over an address may lead to a standby for a moment.
pub async fn set_up(connection: &mut PgConnection) -> sqlx::Result<()> {
    refuse_read_only(&connection.fetch_one(sqlx::raw_sql(SET_UP)).await?)
}

/// Fails if the connection does not answer, or the server accepts no writes any more.
pub async fn check(connection: &mut PgConnection) -> sqlx::Result<()> {
    refuse_read_only(&connection.fetch_one(sqlx::raw_sql(IS_READ_ONLY)).await?)
}

/// Whether a connection was refused because its server accepts no writes.
pub fn accepts_no_writes(error: &sqlx::Error) -> bool {
    let sqlx::Error::Io(error) = error else { return false };
    error.get_ref().and_then(|cause| cause.downcast_ref::<NoWrites>()).is_some()
}

/// The error is one of a lost connection: another one may lead to another server.
fn refuse_read_only(row: &PgRow) -> sqlx::Result<()> {
    if row.try_get(0)? { Err(sqlx::Error::Io(io::Error::other(NoWrites))) } else { Ok(()) }
}

const SET_UP: &str = "
set idle_in_transaction_session_timeout = '2s';
set lock_timeout = '5s';
set statement_timeout = '30s';
set default_transaction_isolation = 'read committed';
select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on',
    case when current_setting('synchronous_commit') in ('off', 'local', 'remote_write')
        then set_config('synchronous_commit', 'on', false) end";

const IS_READ_ONLY: &str = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'";
