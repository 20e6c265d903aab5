//! Commits written together against commits that SQLite writes by itself, and on a disk that fails.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::fs;
use std::ptr;

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::Frames;

/// The heads of the log and of each frame, in bytes, and a page.
const LOG_HEAD: usize = 32;
const FRAME_HEAD: usize = 24;
const PAGE: usize = 4096;

thread_local! {
    /// A file's own methods, under those that count and fail.
    static UNDER: Cell<*const sqlite3_io_methods> = const { Cell::new(ptr::null()) };
    /// What was done with the log: read, written, brought to the disk.
    static DONE: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
    /// Which write or bringing to the disk fails, by how many of both there are then.
    static FAILS: Cell<Option<usize>> = const { Cell::new(None) };
}

/// What a file is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Read,
    Write,
    /// With the size that the file has then.
    Sync(sqlite3_int64),
}

/// A database whose only connection commits together, or as SQLite does.
struct Scene {
    folder: TempDir,
    db: Connection,
    frames: Frames,
}

impl Scene {
    fn new(is_together: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = Connection::open(folder.path().join("db")).unwrap();
        for (name, value) in [("journal_mode", "wal"), ("synchronous", "full"), ("wal_autocheckpoint", "0")] {
            db.pragma_update(None, name, value).unwrap();
        }
        // So few pages that a longer transaction does not fit in.
        db.pragma_update(None, "cache_size", 10).unwrap();
        db.execute_batch("create table notes (id integer primary key, note blob not null)").unwrap();
        let frames = Frames::of(&db).unwrap();
        assert!(frames.has_log);
        Self { folder, db, frames: Frames { has_log: is_together, ..frames } }
    }

    fn do_(&self, statements: &str) {
        self.db.execute_batch(statements).unwrap();
    }

    fn begin(&self) {
        self.do_("begin immediate");
    }

    fn write(&self, id: u32, length: u32) {
        let statement = "insert into notes values (?1, cast(printf('%.*c', ?2, char(65 + ?1 % 26)) as blob))";
        self.db.execute(statement, [id, length]).unwrap();
    }

    fn commit(&mut self) -> rusqlite::Result<()> {
        self.frames.commit(&self.db)
    }

    /// Rewrites notes whose pages are in the log already, so that SQLite makes the sums of all frames behind them anew: it reads them back.
    fn rewrite_what_is_in_the_log(&self, first: u32) {
        (0..100).for_each(|note| self.write(first + note, 3_000));
        let again = "update notes set note = zeroblob(3000) where id in (?1, ?1 + 20, ?1 + 40)";
        self.db.execute(again, [first]).unwrap();
    }

    fn notes(db: &Connection) -> Vec<(u32, u32)> {
        let mut notes = db.prepare("select id, length(note) from notes order by id").unwrap();
        let notes = notes.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        notes.map(Result::unwrap).collect()
    }

    /// What is there for whoever opens a copy of the files, as after the process was killed.
    fn in_a_copy(&self) -> Vec<(u32, u32)> {
        let copy = tempfile::tempdir().unwrap();
        for name in ["db", "db-wal"] {
            fs::copy(self.folder.path().join(name), copy.path().join(name)).unwrap();
        }
        let db = Connection::open(copy.path().join("db")).unwrap();
        let whole: String = db.query_row("pragma integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(whole, "ok");
        Self::notes(&db)
    }

    /// What every frame of the log has, but for what SQLite makes up by chance: the page's number, the size of the database where a commit ends, and the page.
    fn log(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let log = fs::read(self.folder.path().join("db-wal")).unwrap();
        let frames = log[LOG_HEAD.min(log.len())..].chunks(FRAME_HEAD + PAGE);
        frames.map(|frame| (frame[..8].to_vec(), frame[FRAME_HEAD..].to_vec())).collect()
    }

    /// Puts a disk under the log that counts, and fails when it is told to.
    fn count(&self) {
        let file = Frames { has_log: true, room: Vec::new() }.file(&self.db).unwrap();
        // SAFETY: the log is open until the connection is closed, and what is put there is there for ever.
        unsafe {
            UNDER.set((*file).pMethods);
            let methods = sqlite3_io_methods {
                xRead: Some(counted_read),
                xWrite: Some(counted_write),
                xSync: Some(counted_sync),
                ..*(*file).pMethods
            };
            (*file).pMethods = Box::leak(Box::new(methods));
        }
    }
}

/// Notes a call; whether it fails.
fn fails(call: Call) -> bool {
    DONE.with_borrow_mut(|done| done.push(call));
    call != Call::Read && FAILS.get() == Some(calls().iter().filter(|&&call| call != Call::Read).count())
}

unsafe extern "C" fn counted_read(
    file: *mut sqlite3_file,
    into: *mut c_void,
    length: c_int,
    start: sqlite3_int64,
) -> c_int {
    fails(Call::Read);
    // SAFETY: as it was called.
    unsafe { ((*UNDER.get()).xRead.unwrap())(file, into, length, start) }
}

unsafe extern "C" fn counted_write(
    file: *mut sqlite3_file,
    from: *const c_void,
    length: c_int,
    start: sqlite3_int64,
) -> c_int {
    if fails(Call::Write) {
        return ffi::SQLITE_FULL;
    }
    // SAFETY: as it was called.
    unsafe { ((*UNDER.get()).xWrite.unwrap())(file, from, length, start) }
}

unsafe extern "C" fn counted_sync(file: *mut sqlite3_file, how: c_int) -> c_int {
    let mut size = 0;
    // SAFETY: as it was called.
    unsafe { ((*UNDER.get()).xFileSize.unwrap())(file, &raw mut size) };
    if fails(Call::Sync(size)) {
        return ffi::SQLITE_IOERR_FSYNC;
    }
    // SAFETY: as it was called.
    unsafe { ((*UNDER.get()).xSync.unwrap())(file, how) }
}

/// What was done since nothing was.
fn calls() -> Vec<Call> {
    DONE.with_borrow(Clone::clone)
}

fn nothing_is_done() {
    DONE.with_borrow_mut(Vec::clear);
    FAILS.set(None);
}

#[test]
fn a_log_written_together_is_the_one_that_sqlite_writes() {
    let logs = [true, false].map(|is_together| {
        let mut scene = Scene::new(is_together);
        let mut logs = Vec::new();
        for (turn, length) in (0_u32..).zip([1, 3_000, 70_000, 5, 400_000, 2_500_000, 9]) {
            let first = turn * 1000;
            scene.begin();
            (0..20).for_each(|note| scene.write(first + note, length / 20));
            // What does not fit in memory is in the log before the commit, and some of it is taken back.
            scene.do_("savepoint some");
            (20..60).for_each(|note| scene.write(first + note, 3_000));
            scene.do_("rollback to some");
            scene.write(first + 20, 17);
            if turn % 2 == 1 {
                scene.rewrite_what_is_in_the_log(first + 100);
            }
            scene.commit().unwrap();
            let (here, there) = (Scene::notes(&scene.db), scene.in_a_copy());
            assert_eq!(here, there);
            // Given up, with some of it in the log.
            scene.begin();
            (500..540).for_each(|note| scene.write(first + note, 3_000));
            scene.do_("rollback");
            logs.push((here, scene.log()));
            if turn % 3 == 2 {
                scene.db.query_row("pragma wal_checkpoint(restart)", [], |_| Ok(())).unwrap();
            }
        }
        logs
    });
    assert!(logs[0] == logs[1]);
}

#[test]
fn a_commit_is_few_long_writes_and_is_brought_to_the_disk_after_them() {
    let written = |is_together, length| {
        let mut scene = Scene::new(is_together);
        scene.db.pragma_update(None, "cache_size", 1000).unwrap();
        // A log that is there.
        scene.begin();
        scene.write(0, 1);
        scene.commit().unwrap();
        scene.count();
        scene.begin();
        scene.write(1, length);
        nothing_is_done();
        let before = scene.log().len();
        scene.commit().unwrap();
        let (mut calls, log) = (calls(), scene.log().len());
        // All of it is in the file before it is brought to the disk.
        let size = LOG_HEAD + log * (FRAME_HEAD + PAGE);
        assert_eq!(calls.pop(), Some(Call::Sync(size.try_into().unwrap())));
        assert!(calls.iter().all(|&call| call == Call::Write));
        (calls.len(), log - before)
    };
    for length in [10, 20_000, 400_000, 1_900_000] {
        let (writes, pages) = written(false, length);
        assert_eq!(writes, 2 * pages);
        let (writes, same) = written(true, length);
        assert_eq!(same, pages);
        let bytes = pages * (FRAME_HEAD + PAGE);
        let block = if bytes < 65_536 { 4_096 } else { 16_384 };
        // Each time that there is no more room, another block is begun.
        let whole = bytes.div_ceil(block);
        assert!((whole..=whole + 3).contains(&writes), "{writes} for {pages} pages");
    }
}

#[test]
fn a_commit_that_cannot_be_written_did_not_happen() {
    for reads_back in [false, true] {
        let mut commits = 0;
        while !succeeds_but_for(commits + 1, reads_back) {
            commits += 1;
        }
        assert!(commits > 5, "{commits}");
    }
}

/// Whether a commit is done of which this write or bringing to the disk would fail, because it takes fewer.
fn succeeds_but_for(failing: usize, reads_back: bool) -> bool {
    let mut scene = Scene::new(true);
    scene.begin();
    scene.write(1, 10);
    scene.commit().unwrap();
    scene.count();
    scene.begin();
    (2..40).for_each(|note| scene.write(note, 5_000));
    if reads_back {
        scene.rewrite_what_is_in_the_log(200);
    }
    nothing_is_done();
    FAILS.set(Some(failing));
    let done = scene.commit();
    FAILS.set(None);
    let calls = calls();
    if done.is_ok() {
        assert_eq!(reads_back, calls.contains(&Call::Read));
        assert!(matches!(calls.last(), Some(Call::Sync(_))));
        assert_eq!(Scene::notes(&scene.db).len(), if reads_back { 139 } else { 39 });
        assert_eq!(Scene::notes(&scene.db), scene.in_a_copy());
        return true;
    }
    if !scene.db.is_autocommit() {
        scene.do_("rollback");
    }
    assert_eq!(Scene::notes(&scene.db), [(1, 10)]);
    // Where it was all written, and only the disk failed, whoever opens the files takes it for a commit, as without this.
    if !calls.iter().any(|call| matches!(call, Call::Sync(_))) {
        assert_eq!(scene.in_a_copy(), [(1, 10)]);
    }
    // Somebody else writes where it would have been.
    let path = scene.folder.path().join("db");
    let other = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    other.execute_batch("insert into notes values (1000, zeroblob(50000))").unwrap();
    scene.begin();
    scene.write(1001, 7);
    scene.commit().unwrap();
    let all = [(1, 10), (1000, 50_000), (1001, 7)];
    assert_eq!((Scene::notes(&other), scene.in_a_copy()), (all.to_vec(), all.to_vec()));
    false
}

#[test]
fn a_file_has_its_own_methods_after_each_commit() {
    let mut scene = Scene::new(true);
    let file = scene.frames.file(&scene.db).unwrap();
    // SAFETY: the log is open.
    let methods = || unsafe { (*file).pMethods };
    let own = methods();
    assert!(scene.commit().is_err());
    assert_eq!(methods(), own);
    scene.begin();
    scene.write(1, 1);
    scene.commit().unwrap();
    assert_eq!(methods(), own);
}

#[test]
fn a_commit_that_is_not_brought_to_the_disk_is_told() {
    let mut scene = Scene::new(true);
    scene.db.pragma_update(None, "synchronous", "normal").unwrap();
    scene.begin();
    scene.write(1, 1);
    assert!(scene.commit().unwrap_err().to_string().contains("not brought to the disk"));
    assert!(!scene.frames.has_log);
}

#[test]
fn a_database_without_such_a_log_commits_as_it_does() {
    let of = |db: &Connection| Frames::of(db).unwrap().has_log;
    assert!(!of(&Connection::open_in_memory().unwrap()));
    let scene = Scene::new(true);
    scene.db.pragma_update(None, "synchronous", "normal").unwrap();
    assert!(!of(&scene.db));
    let db = Connection::open(scene.folder.path().join("another")).unwrap();
    assert!(!of(&db));
    db.execute_batch("create table notes (id); begin; insert into notes values (1)").unwrap();
    Frames::of(&db).unwrap().commit(&db).unwrap();
    assert!(db.is_autocommit());
}
