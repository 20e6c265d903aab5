//! The frames of a commit, written to the log together.
//!
//! SQLite writes each page to the write-ahead log by two calls of the system, one for its head of 24 bytes and one for itself; and as the heads
//! lie between them, hardly any page begins where a block of the file does. Here what a commit writes is kept until SQLite wants it on the disk,
//! and then it is written block by block.
//!
//! Nobody else can tell. SQLite says in the head of the log's index that a commit's frames are there once they are on the disk (`synchronous`
//! is `full`), and what it reads of the log itself is written before. Nothing is kept between two commits, when another connection may
//! write there: where a commit fails, SQLite takes it back before it returns.
#![allow(unsafe_code, reason = "SQLite's files are C: known by raw pointers, and asked by C functions")]

#[cfg(test)]
mod tests;

use std::ffi::{c_int, c_void};
use std::mem;
use std::slice;

use rusqlite::Connection;
use rusqlite::ffi::{self, SQLITE_OK, sqlite3_file, sqlite3_int64, sqlite3_io_methods};

use super::files::{self, Which};

/// How many bytes are kept before they are written, at least.
const MOST: usize = 1024 * 1024;

/// Fewer bytes are written by blocks of 4 KiB, in which the system keeps files where it is not given more at once;
const MANY: usize = 64 * 1024;
const SHORT_BLOCK: usize = 4 * 1024;

/// as many and more by these. The system may keep in one what was written in one, and bring it to the disk as a whole: with 64 KiB a move at 50
/// tables wrote a seventh more and took as long, and with 128 KiB four tenths fewer were made, and at 500 tables an eighth of them was (ext4,
/// Linux 6.18).
const LONG_BLOCK: usize = 16 * 1024;

/// What `pragma synchronous` tells where each commit is brought to the disk, or more than that.
const FULL: i64 = 2;

/// The log of a connection.
#[derive(Debug)]
pub struct Frames {
    /// Whether there is one, to which each commit is brought at once.
    has_log: bool,
    /// Room for what a commit writes.
    room: Vec<u8>,
}

impl Frames {
    /// Of this connection.
    pub fn of(db: &Connection) -> rusqlite::Result<Self> {
        let mode: String = db.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let synchronous: i64 = db.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        Ok(Self { has_log: mode == "wal" && synchronous >= FULL, room: Vec::new() })
    }

    /// Commits what was begun on this connection.
    pub fn commit(&mut self, db: &Connection) -> rusqlite::Result<()> {
        let mut commit = db.prepare_cached("commit")?;
        let kept = self.file(db).and_then(|file| {
            // SAFETY: it is open.
            Some((file, unsafe { Kept::nothing_of(file) }?))
        });
        let Some((file, mut kept)) = kept else {
            commit.execute([])?;
            return Ok(());
        };
        kept.bytes = mem::take(&mut self.room);
        // SAFETY: the file is open for as long: the connection is there, nobody else has it meanwhile (it cannot be shared between threads), and
        // SQLite closes its log only with it, or for another journal mode. What is kept stays where it is, and is not touched here, for as long.
        let replaced = unsafe { Replaced::by(file, &raw mut kept) };
        let done = commit.execute([]);
        drop(replaced);
        let is_all_written = kept.bytes.is_empty();
        kept.bytes.clear();
        self.room = kept.bytes;
        done?;
        if is_all_written { Ok(()) } else { Err(self.not_brought_to_the_disk()) }
    }

    /// A commit was done and not brought to the disk, so that not all of it was written. It can only be so if somebody has told this connection
    /// that it need not be (`synchronous`) after it was asked.
    fn not_brought_to_the_disk(&mut self) -> rusqlite::Error {
        self.has_log = false;
        let wrong = ffi::Error::new(ffi::SQLITE_IOERR_FSYNC);
        rusqlite::Error::SqliteFailure(wrong, Some("a commit was not brought to the disk".to_owned()))
    }

    /// The file of the log.
    fn file(&self, db: &Connection) -> Option<*mut sqlite3_file> {
        if self.has_log { files::of(db, Which::Log) } else { None }
    }
}

/// The methods of the log's file during a commit, and what they keep. A file says where its methods are; as they come first here, that says
/// where all of this is.
#[repr(C)]
struct Kept {
    methods: sqlite3_io_methods,
    own: Own,
    /// Until something was to be on the disk; what comes then is written at once. A commit ends with that, but for one that begins the log
    /// anew: that one first brings the log's head to the disk.
    keeps: bool,
    /// What went wrong when something was to be written: then nothing more is, and what is read is what there is.
    wrong: c_int,
    /// Where in the file they belong.
    start: sqlite3_int64,
    bytes: Vec<u8>,
}

/// Those of the file's own methods that are called here.
struct Own {
    read: unsafe extern "C" fn(*mut sqlite3_file, *mut c_void, c_int, sqlite3_int64) -> c_int,
    write: unsafe extern "C" fn(*mut sqlite3_file, *const c_void, c_int, sqlite3_int64) -> c_int,
    sync: unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int,
}

/// A file has other methods than its own for as long as this is there.
struct Replaced {
    file: *mut sqlite3_file,
    own: *const sqlite3_io_methods,
}

impl Replaced {
    /// # Safety
    ///
    /// The file is open, and what is kept is used by nobody else, for as long.
    unsafe fn by(file: *mut sqlite3_file, kept: *mut Kept) -> Self {
        // SAFETY: it is open.
        let own = unsafe { mem::replace(&mut (*file).pMethods, kept.cast()) };
        Self { file, own }
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        // SAFETY: it is still open.
        unsafe { (*self.file).pMethods = self.own };
    }
}

impl Kept {
    /// Nothing yet of what this file is given, where it has all methods that SQLite knows today.
    ///
    /// # Safety
    ///
    /// It is one of SQLite's.
    unsafe fn nothing_of(file: *mut sqlite3_file) -> Option<Self> {
        // SAFETY: where a file is open, it says where its methods are; which there are goes by their version.
        let all = unsafe {
            let methods = (*file).pMethods;
            if methods.is_null() || (*methods).iVersion != 3 {
                return None;
            }
            *methods
        };
        Some(Self {
            own: Own { read: all.xRead?, write: all.xWrite?, sync: all.xSync? },
            methods: sqlite3_io_methods { xRead: Some(read), xWrite: Some(write), xSync: Some(sync), ..all },
            keeps: true,
            wrong: SQLITE_OK,
            start: 0,
            bytes: Vec::new(),
        })
    }

    /// What is kept for this file.
    ///
    /// # Safety
    ///
    /// It has these methods, and nobody else has what is kept.
    unsafe fn of<'a>(file: *mut sqlite3_file) -> &'a mut Self {
        // SAFETY: that was promised.
        unsafe { &mut *(*file).pMethods.cast_mut().cast() }
    }

    /// Whether these bytes go on where those that are kept end.
    fn is_followed_by(&self, start: sqlite3_int64) -> bool {
        let length = sqlite3_int64::try_from(self.bytes.len());
        length.is_ok_and(|length| self.start + length == start)
    }

    /// Writes what is kept, and then does something else, if that went well.
    fn then(&mut self, file: *mut sqlite3_file, other: impl FnOnce(&Own) -> c_int) -> c_int {
        match self.write_to(file) {
            SQLITE_OK => other(&self.own),
            wrong => wrong,
        }
    }

    /// Writes what is kept. Whether that goes well or not, nothing is kept then.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "a block is short, and no place in a file is negative"
    )]
    fn write_to(&mut self, file: *mut sqlite3_file) -> c_int {
        let block = if self.bytes.len() < MANY { SHORT_BLOCK } else { LONG_BLOCK };
        let first = block - self.start as usize % block;
        let (head, blocks) = self.bytes.split_at(first.min(self.bytes.len()));
        let mut start = self.start;
        let mut told = SQLITE_OK;
        for piece in [head].into_iter().chain(blocks.chunks(block)).filter(|piece| !piece.is_empty()) {
            // SAFETY: so many bytes are there.
            told = unsafe { (self.own.write)(file, piece.as_ptr().cast(), piece.len() as c_int, start) };
            if told != SQLITE_OK {
                self.wrong = told;
                break;
            }
            start += piece.len() as sqlite3_int64;
        }
        self.bytes.clear();
        told
    }
}

// What follows is called by SQLite for a file that has these methods (`Kept`), with what its own ones may be called with.

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    length: c_int,
    start: sqlite3_int64,
) -> c_int {
    // SAFETY: as above.
    let kept = unsafe { Kept::of(file) };
    if kept.wrong != SQLITE_OK {
        return kept.wrong;
    }
    let Ok(many) = usize::try_from(length) else { return ffi::SQLITE_IOERR_WRITE };
    if !kept.keeps {
        // SAFETY: as above.
        return unsafe { (kept.own.write)(file, from, length, start) };
    }
    if !kept.is_followed_by(start) || kept.bytes.len() >= MOST {
        let told = kept.write_to(file);
        if told != SQLITE_OK {
            return told;
        }
        kept.start = start;
    }
    if kept.bytes.try_reserve(many).is_err() {
        return ffi::SQLITE_IOERR_NOMEM;
    }
    // SAFETY: so many bytes are there.
    kept.bytes.extend_from_slice(unsafe { slice::from_raw_parts(from.cast(), many) });
    SQLITE_OK
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, how: c_int) -> c_int {
    // SAFETY: as above.
    let kept = unsafe { Kept::of(file) };
    if kept.wrong != SQLITE_OK {
        return kept.wrong;
    }
    kept.keeps = false;
    // SAFETY: as above.
    kept.then(file, |own| unsafe { (own.sync)(file, how) })
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    into: *mut c_void,
    length: c_int,
    start: sqlite3_int64,
) -> c_int {
    // SAFETY: as above.
    unsafe { Kept::of(file).then(file, |own| (own.read)(file, into, length, start)) }
}
