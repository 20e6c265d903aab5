//! The files that SQLite has open for a connection.
#![allow(unsafe_code, reason = "SQLite's files are C: known by raw pointers, and asked by C functions")]

use std::ffi::c_int;
use std::ptr;

use rusqlite::Connection;
use rusqlite::ffi::{self, SQLITE_OK, SQLITE_SYNC_NORMAL, sqlite3_file};

/// Which file of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Which {
    /// The database.
    Database = ffi::SQLITE_FCNTL_FILE_POINTER,
    /// Its write-ahead log.
    Log = ffi::SQLITE_FCNTL_JOURNAL_POINTER,
}

/// A file of this connection. It stays open until the connection is closed, or changes its journal mode.
pub fn of(db: &Connection, which: Which) -> Option<*mut sqlite3_file> {
    let mut file: *mut sqlite3_file = ptr::null_mut();
    // SAFETY: the connection is open; what this asks for is a pointer to a file, which is written there.
    let told = unsafe {
        ffi::sqlite3_file_control(db.handle(), c"main".as_ptr(), which as c_int, (&raw mut file).cast())
    };
    (told == SQLITE_OK && !file.is_null()).then_some(file)
}

/// Brings to the disk what was written to the database, by whichever connection. A database in memory has nothing to bring there.
pub fn sync_database(db: &Connection) -> rusqlite::Result<()> {
    let told = of(db, Which::Database).map_or(SQLITE_OK, |file| {
        // SAFETY: the connection, and so the file, is open, and nobody else has them meanwhile (it cannot be shared between threads). A file that is
        // open says where its methods are.
        unsafe {
            let methods = (*file).pMethods;
            let sync = if methods.is_null() { None } else { (*methods).xSync };
            sync.map_or(SQLITE_OK, |sync| sync(file, SQLITE_SYNC_NORMAL))
        }
    });
    if told == SQLITE_OK { Ok(()) } else { Err(rusqlite::Error::SqliteFailure(ffi::Error::new(told), None)) }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi::{SQLITE_IOERR_FSYNC, sqlite3_io_methods};

    use super::*;

    unsafe extern "C" fn fails(_: *mut sqlite3_file, _: c_int) -> c_int {
        SQLITE_IOERR_FSYNC
    }

    #[test]
    fn a_disk_that_fails_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let db = Connection::open(folder.path().join("db")).unwrap();
        db.execute_batch("create table notes (id)").unwrap();
        sync_database(&db).unwrap();
        let file = of(&db, Which::Database).unwrap();
        // SAFETY: the database is open until its connection is closed, and what is put there is there for ever.
        unsafe {
            let methods = sqlite3_io_methods { xSync: Some(fails), ..*(*file).pMethods };
            (*file).pMethods = Box::leak(Box::new(methods));
        }
        let told = sync_database(&db).unwrap_err();
        assert_eq!(told.sqlite_error().map(|error| error.extended_code), Some(SQLITE_IOERR_FSYNC));
    }

    #[test]
    fn a_database_in_memory_has_nothing_to_bring_to_a_disk() {
        sync_database(&Connection::open_in_memory().unwrap()).unwrap();
    }
}
