//! Trying again what is known not to have happened.

use std::time::Duration;

use crate::service::ports::error::StoreError;
use crate::store::postgres_code::{
    CONNECTION_EXCEPTION, DEADLOCK_DETECTED, IDLE_IN_TRANSACTION, READ_ONLY, SERIALIZATION_FAILURE, SHUTDOWN,
    TOO_MANY_CONNECTIONS, postgres_code,
};

/// How often an operation is tried.
const TRIES: u32 = 4;

/// How long the first pause is. Each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(10);

/// Runs a transaction, and runs it again if PostgreSQL has rolled it back because of another one.
pub async fn retried<T, F: Future<Output = Result<T, StoreError>>>(
    attempt: impl FnMut() -> F,
) -> Result<T, StoreError> {
    retried_if(is_rolled_back_for_another, attempt).await
}

/// Runs something, and runs it again while it fails in such a way.
pub async fn retried_if<T, E, F: Future<Output = Result<T, E>>>(
    is_worth_it: impl Fn(&E) -> bool,
    mut attempt: impl FnMut() -> F,
) -> Result<T, E> {
    let mut pause = PAUSE;
    for _ in 1..TRIES {
        match attempt().await {
            Err(error) if is_worth_it(&error) => {
                tracing::debug!("PostgreSQL is asked again");
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            other => return other,
        }
    }
    attempt().await
}

/// Whether a transaction was rolled back because it got in the way of another, and may succeed at once when it runs again. A lock that
/// was not released for seconds is not such a failure.
pub fn is_rolled_back_for_another(error: &StoreError) -> bool {
    let code = cause(error).and_then(postgres_code);
    code.is_some_and(|code| [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].contains(&code))
}

/// Whether a connection was lost or could not be opened, the server ended it, or it leads to a server that accepts no writes.
pub fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => true,
        error => postgres_code(error).is_some_and(|code| {
            [SHUTDOWN, CONNECTION_EXCEPTION].iter().any(|class| code.starts_with(class))
                || [TOO_MANY_CONNECTIONS, IDLE_IN_TRANSACTION, READ_ONLY].contains(&code)
        }),
    }
}

/// The error of sqlx behind an error of the store.
pub fn cause(error: &StoreError) -> Option<&sqlx::Error> {
    match error {
        StoreError::Unavailable(source) | StoreError::Refused(source) | StoreError::Locked(source) => {
            source.downcast_ref()
        }
        StoreError::Impossible { .. } => None,
    }
}
