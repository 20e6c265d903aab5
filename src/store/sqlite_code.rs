//! The codes of SQLite's errors, and what they mean for the process.

use std::error::Error;
use std::process;

use sqlx::error::DatabaseError;

/// The primary code of an error because another connection writes: `SQLITE_BUSY`.
const BUSY: i32 = 5;
/// The same within a shared cache: `SQLITE_LOCKED`.
const LOCKED: i32 = 6;
/// A file could not be synced: `SQLITE_IOERR_FSYNC`.
const FILE_SYNC: i32 = 0x040a;
/// A folder could not be synced: `SQLITE_IOERR_DIR_FSYNC`.
const FOLDER_SYNC: i32 = 0x050a;

/// The exit code of a process whose disk fails: `EX_IOERR` of `sysexits.h`.
const DISK_FAILS: i32 = 74;

/// The extended code of an error, if SQLite made it.
pub fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    DatabaseError::code(error)?.parse().ok()
}

/// Whether an error with this extended code may not happen again, because another connection is ready by then.
pub fn is_sqlite_lock(code: i32) -> bool {
    [BUSY, LOCKED].contains(&(code & 0xff))
}

/// Ends the process if this is a sync that failed.
pub fn end_if_sync_failed(code: Option<i32>, error: &(dyn Error + 'static)) {
    if code.is_some_and(|code| [FILE_SYNC, FOLDER_SYNC].contains(&code)) {
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
