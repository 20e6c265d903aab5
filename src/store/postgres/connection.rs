//! Opening a connection.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection};

/// Opens a connection, and sets it up.
pub async fn connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let mut connection = options.connect().await?;
    set_up(&mut connection).await?;
    Ok(connection)
}

/// What holds for every connection, whatever the server or the role sets. A process that is cut off or paused inside a transaction holds its
/// locks for a short time only. An acknowledged write is on disk: settings that are safer than `on` stay.
pub async fn set_up(connection: &mut PgConnection) -> sqlx::Result<()> {
    connection.execute(sqlx::raw_sql(SET_UP)).await?;
    Ok(())
}

const SET_UP: &str = "
set idle_in_transaction_session_timeout = '2s';
set lock_timeout = '5s';
set statement_timeout = '30s';
set default_transaction_isolation = 'read committed';
select set_config('synchronous_commit', 'on', false)
where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')";
