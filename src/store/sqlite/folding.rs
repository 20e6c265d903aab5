//! Folding the write-ahead log into the database beside commits.
//!
//! SQLite lets whoever commits do it, and all others wait meanwhile: some thousand pages are read, written elsewhere, and brought
//! to the disk. Here another thread does that while commits go on at the log's end. What they have added is folded in by the
//! connection of commits itself, between two of them, so that the next one begins the log anew.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OpenFlags};

use super::files::sync_database;
use crate::service::work::giving_way::give_way;

/// At how many pages of the log it is folded in: 16 MB. Pages that are written again and again are folded in once.
pub const FOLDED_AT: u32 = 4_000;

/// How many pages the log may have while it is folded in beside; then commits wait.
pub const MOST: u32 = 2 * FOLDED_AT;

/// Folds the log of one database, for the thread that commits.
#[derive(Debug)]
pub struct Folding {
    name: PathBuf,
    /// What folds beside commits, while it does not.
    beside: Option<Connection>,
    running: Option<JoinHandle<Option<Connection>>>,
}

impl Folding {
    /// Of the database of this name.
    pub fn of(name: PathBuf) -> Self {
        Self { name, beside: None, running: None }
    }

    /// After a commit, when the log has so many pages.
    pub fn go_on(&mut self, commits: &Connection, pages: u32) {
        let is_over = |running: &mut JoinHandle<Option<Connection>>| running.is_finished() || pages >= MOST;
        if let Some(running) = self.running.take_if(is_over) {
            // Where it failed or panicked, the next one opens another connection.
            self.beside = running.join().ok().flatten();
            fold(commits);
        } else if self.running.is_none() && pages >= FOLDED_AT && !self.begin() {
            fold(commits);
        }
    }

    /// Begins to fold beside commits; whether that can be done.
    fn begin(&mut self) -> bool {
        let Some(beside) = self.beside.take().or_else(|| open(&self.name).ok()) else { return false };
        let work = move || {
            // Nobody waits for this, but moves wait for what the others do. They get ten times as much of the processor meanwhile, and write
            // half of the pages in it that the log may have then.
            give_way();
            fold_beside(&beside).then_some(beside)
        };
        self.running = thread::Builder::new().name("folding".to_owned()).spawn(work).ok();
        self.running.is_some()
    }
}

impl Drop for Folding {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.join().ok();
        }
    }
}

fn open(name: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)?;
    // The database is on the disk before the log that it came from is written over.
    db.pragma_update(None, "synchronous", "full")?;
    Ok(db)
}

/// Folds in most of the log while commits go on: what comes during the first time is little, and what comes during the second is less.
/// Commits wait for that alone. Whether that went well: a connection that was opened while the log could not be written can only read, for ever.
fn fold_beside(db: &Connection) -> bool {
    (0..2).all(|_| fold(db) && sync(db))
}

/// Folds in what there is and nobody reads any more; whether that went well. What cannot be folded in stays in the log, and is tried again.
fn fold(db: &Connection) -> bool {
    let folded = db.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
    folded.inspect_err(|error| tracing::warn!(%error, "the write-ahead log is not folded in")).is_ok()
}

/// Brings what was folded in to the disk; whether that went well. SQLite does it only where the log has not gone on meanwhile: whoever folds the
/// last of it would wait for all the rest.
fn sync(db: &Connection) -> bool {
    let synced = sync_database(db);
    synced
        .inspect_err(|error| tracing::warn!(%error, "what was folded in is not brought to the disk"))
        .is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(unsafe_code, reason = "a disk that tells what it does is C to SQLite")]

    use std::cell::{Cell, RefCell};
    use std::ffi::{c_int, c_void};
    use std::ptr;

    use rusqlite::ffi::{sqlite3_file, sqlite3_int64, sqlite3_io_methods};
    use rusqlite::{Connection, OpenFlags};

    use super::fold_beside;
    use crate::store::sqlite::files::{self, Which};

    thread_local! {
        /// The database's own methods, under those that tell.
        static UNDER: Cell<*const sqlite3_io_methods> = const { Cell::new(ptr::null()) };
        /// What was done with the database: a `w` where it was written, an `s` where that was brought to the disk. What is done several times
        /// in a row is told once.
        static DONE: RefCell<String> = const { RefCell::new(String::new()) };
        /// What commits while a page is written, and how often it still does.
        static GOES_ON: RefCell<Option<(Connection, u32)>> = const { RefCell::new(None) };
    }

    fn note(what: char) {
        DONE.with_borrow_mut(|done| {
            if !done.ends_with(what) {
                done.push(what);
            }
        });
    }

    unsafe extern "C" fn write(
        file: *mut sqlite3_file,
        from: *const c_void,
        length: c_int,
        start: sqlite3_int64,
    ) -> c_int {
        note('w');
        GOES_ON.with_borrow_mut(|goes_on| {
            if let Some((db, more)) = goes_on.as_mut().filter(|(_, more)| *more > 0) {
                *more -= 1;
                db.execute("insert into notes (note) values (zeroblob(9000))", []).unwrap();
            }
        });
        // SAFETY: as it was called.
        unsafe { ((*UNDER.get()).xWrite.unwrap())(file, from, length, start) }
    }

    unsafe extern "C" fn sync(file: *mut sqlite3_file, how: c_int) -> c_int {
        note('s');
        // SAFETY: as it was called.
        unsafe { ((*UNDER.get()).xSync.unwrap())(file, how) }
    }

    #[test]
    fn a_connection_that_can_only_read_does_not_fold() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("db");
        let db = Connection::open(&name).unwrap();
        db.execute_batch("pragma journal_mode = wal; create table notes (id integer primary key)").unwrap();
        let reader = Connection::open_with_flags(&name, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        assert!(!fold_beside(&reader));
        assert!(fold_beside(&db));
    }

    #[test]
    fn what_is_folded_in_while_the_log_goes_on_is_brought_to_the_disk_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let db = Connection::open(folder.path().join("db")).unwrap();
            for (name, value) in
                [("journal_mode", "wal"), ("synchronous", "full"), ("wal_autocheckpoint", "0")]
            {
                db.pragma_update(None, name, value).unwrap();
            }
            db
        };
        let (commits, beside) = (open(), open());
        commits.execute_batch("create table notes (id integer primary key, note blob not null)").unwrap();
        commits.execute("insert into notes (note) values (zeroblob(9000))", []).unwrap();
        let file = files::of(&beside, Which::Database).unwrap();
        // SAFETY: the database is open until its connection is closed, and what is put there is there for ever.
        unsafe {
            UNDER.set((*file).pMethods);
            let methods = sqlite3_io_methods { xWrite: Some(write), xSync: Some(sync), ..*(*file).pMethods };
            (*file).pMethods = Box::leak(Box::new(methods));
        }
        GOES_ON.set(Some((commits, 100)));
        assert!(fold_beside(&beside));
        let (commits, more) = GOES_ON.take().unwrap();
        assert!(more > 0, "the log has gone on each time");
        assert_eq!(DONE.take(), "wsws");
        let count =
            |db: &Connection| db.query_row("select count(*) from notes", [], |row| row.get::<_, u32>(0));
        assert_eq!(count(&beside), Ok(101 - more));
        assert_eq!(count(&commits), Ok(101 - more));
    }
}
