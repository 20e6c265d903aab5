//! The connection of commits, which the batches use one after another.

use std::time::Duration;

use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::connection::connect;
use crate::service::ports::error::StoreError;

/// How long a connection may take to be opened.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection. It is not from a pool, which would check it after each batch.
#[derive(Debug)]
pub struct CommitConnection {
    options: PgConnectOptions,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    /// The connection, if the last batch left it sound.
    Open(Option<PgConnection>),
    Closed,
}

impl CommitConnection {
    /// The connection that these options open, on first use.
    pub fn new(options: PgConnectOptions) -> Self {
        Self { options, state: Mutex::new(State::Open(None)) }
    }

    /// Runs an operation on the connection, after those before it. If it fails or is dropped, the connection is closed, and the next
    /// operation opens another.
    pub async fn run<T, E: From<StoreError>>(
        &self,
        operation: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut state = self.state.lock().await;
        let State::Open(connection) = &mut *state else {
            return Err(StoreError::from(sqlx::Error::PoolClosed).into());
        };
        let mut taken = match connection.take() {
            Some(connection) => connection,
            None => self.open().await?,
        };
        let done = operation(&mut taken).await?;
        *connection = Some(taken);
        Ok(done)
    }

    async fn open(&self) -> Result<PgConnection, StoreError> {
        match timeout(PATIENCE, connect(&self.options)).await {
            Ok(opened) => Ok(opened?),
            Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }

    /// Waits for what runs, and closes the connection. Later calls fail.
    pub async fn close(&self) {
        let before = std::mem::replace(&mut *self.state.lock().await, State::Closed);
        if let State::Open(Some(connection)) = before {
            // The server notices the end of the connection in any case.
            sqlx::Connection::close(connection).await.ok();
        }
    }
}
