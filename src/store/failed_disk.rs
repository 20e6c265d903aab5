//! A disk that loses what was written.

use std::error::Error;
use std::process;

use rusqlite::ffi;
use sqlx::error::DatabaseError;

/// The exit code of a process whose disk fails: `EX_IOERR` of `sysexits.h`.
const DISK_FAILS: i32 = 74;

/// SQLite's extended code of an error of sqlx, if SQLite made it.
pub fn code_of_sqlx(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    DatabaseError::code(error)?.parse().ok()
}

/// SQLite's extended code of an error of rusqlite, if SQLite made it.
pub fn code_of_rusqlite(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}

/// Ends the process if this is a sync that failed.
pub fn end_if_sync_failed(code: Option<i32>, error: &(dyn Error + 'static)) {
    if code.is_some_and(|code| [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC].contains(&code)) {
        end(error);
    }
}

/// Ends the process before anything is overwritten. After a failed sync the system may have dropped pages, and a second sync that
/// succeeds proves nothing. The next start reads the log again.
fn end(error: &(dyn Error + 'static)) -> ! {
    tracing::error!(
        error,
        "the disk does not keep what is written: the process ends, and the next start reads the log again"
    );
    process::exit(DISK_FAILS)
}
