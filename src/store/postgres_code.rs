//! Codes of errors of PostgreSQL.

use sqlx::postgres::PgDatabaseError;

/// The transactions of two connections cannot be put in an order.
pub const SERIALIZATION_FAILURE: &str = "40001";
/// Two connections wait for each other.
pub const DEADLOCK_DETECTED: &str = "40P01";
/// The beginning of the codes with which a server ends a connection: it stops, it starts, or its operator has ended the connection.
pub const SHUTDOWN: &str = "57P0";
/// The beginning of the codes of a connection that failed.
pub const CONNECTION_EXCEPTION: &str = "08";
/// The server ended a connection that said nothing for too long within a transaction, which it rolled back.
pub const IDLE_IN_TRANSACTION: &str = "25P03";
/// The server accepts no writes: it is a standby, or its operator has made it read-only.
pub const READ_ONLY: &str = "25006";
/// Another row has the same key.
pub const UNIQUE_VIOLATION: &str = "23505";
/// There is no such table.
pub const UNDEFINED_TABLE: &str = "42P01";
/// The server has no connection left.
pub const TOO_MANY_CONNECTIONS: &str = "53300";
/// Another connection did not release a lock in time.
pub const LOCK_NOT_AVAILABLE: &str = "55P03";

/// The code of an error, if PostgreSQL made it.
pub fn postgres_code(error: &sqlx::Error) -> Option<&str> {
    Some(error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// Whether PostgreSQL rolled back because of another connection's locks.
pub fn is_postgres_lock(error: &sqlx::Error) -> bool {
    let code = postgres_code(error);
    code.is_some_and(|code| [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE].contains(&code))
}
