//! Opening a data folder: who may, and what it has to contain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use cardroom::service::ports::players::PlayerStore;
use cardroom::store::schema::SchemaMismatch;
use cardroom::store::sqlite::Sqlite;
use cardroom::store::sqlite::open::{OnLoss, OpenError};
use futures::future::join_all;
use sqlx::{Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::process::Server;
use crate::records::RecordMaker;

fn server() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cardroom.db");
    (folder, path)
}

async fn open(path: &Path) -> Result<Sqlite, OpenError> {
    Sqlite::open(path.to_str().unwrap()).await
}

/// The answer of a process of its own that tries to serve from this database.
fn serve(path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.env_clear().args(["--listen", "127.0.0.1:0", "--data"]).arg(path.parent().unwrap());
    command.arg("--database-url").arg(format!("sqlite:{}", path.display()));
    command.output().unwrap()
}

/// How many locks of `fcntl` there are by which SQLite tells others that it reads a file, as the system has them. A
/// connection that is being opened has another one for a moment.
#[cfg(target_os = "linux")]
fn shared_locks(path: &Path) -> usize {
    use std::os::unix::fs::MetadataExt;
    let number = format!(":{} ", fs::metadata(path).unwrap().ino());
    // SQLite's `SHARED_FIRST`, and the last of its `SHARED_SIZE` bytes.
    let shared = " 1073741826 1073742335";
    let locks = fs::read_to_string("/proc/locks").unwrap();
    let is_shared =
        |line: &&str| line.contains(" POSIX ") && line.contains(&number) && line.ends_with(shared);
    locks.lines().filter(is_shared).count()
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_has_one_owner_by_whatever_name() {
    let (folder, path) = server();
    let store = open(&path).await.unwrap();
    let (symbolic, hard) = (folder.path().join("symbolic.db"), folder.path().join("hard.db"));
    std::os::unix::fs::symlink(&path, &symbolic).unwrap();
    fs::hard_link(&path, &hard).unwrap();
    let _ = fs::remove_file(folder.path().join("cardroom.db.lock"));
    let player = RecordMaker::starting_at(1).guest(&store).await;
    #[cfg(target_os = "linux")]
    let locks = shared_locks(&path);
    #[cfg(target_os = "linux")]
    assert_eq!(locks, 1, "SQLite locks the file");
    for name in [&path, &symbolic, &hard] {
        assert!(matches!(open(name).await, Err(OpenError::Taken(_))), "{name:?}");
        let said = serve(name);
        let words = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(said.status.code(), Some(1), "{words}");
        assert!(words.contains("another process uses the database"), "{words}");
        // The refused process has taken none of SQLite's own locks away.
        #[cfg(target_os = "linux")]
        assert!(shared_locks(&path) >= locks, "{name:?}");
    }
    // And writes go on.
    let other = RecordMaker::starting_at(2).guest(&store).await;
    assert_eq!(store.player(other.id).await.unwrap(), Some(other));
    store.close().await;
    let again = open(&symbolic).await.unwrap();
    assert_eq!(again.player(player.id).await.unwrap(), Some(player));
    assert!(folder.path().join("cardroom.db-wal").exists(), "a link leads to the same log");
}

/// A copy of everything in a folder at this moment: what a power cut leaves.
fn as_killed(folder: &TempDir) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

async fn lost(path: &Path, what: &str) {
    let error = open(path).await.unwrap_err();
    assert!(matches!(&error, OpenError::Lost(lost) if lost.ends_with(what)), "{error:?}");
    assert!(error.to_string().contains("--accept-loss"), "{error}");
    let said = serve(path);
    assert_eq!(said.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&said.stderr).contains("moves that were acknowledged would be lost"));
}

#[tokio::test]
async fn a_lost_log_is_noticed_after_a_crash() {
    let (folder, path) = server();
    let store = open(&path).await.unwrap();
    let player = RecordMaker::starting_at(1).guest(&store).await;
    for tamper in [|log: &Path| fs::remove_file(log).unwrap(), |log: &Path| fs::write(log, "").unwrap()] {
        let killed = as_killed(&folder);
        let path = killed.path().join("cardroom.db");
        // Untouched, it opens with all that was acknowledged.
        let whole = as_killed(&killed);
        let opened = open(&whole.path().join("cardroom.db")).await.unwrap();
        assert_eq!(opened.player(player.id).await.unwrap().as_ref(), Some(&player));
        opened.close().await;
        tamper(&killed.path().join("cardroom.db-wal"));
        lost(&path, "cardroom.db-wal").await;
        let opened = Sqlite::open_or(path.to_str().unwrap(), OnLoss::Accept).await.unwrap();
        assert_eq!(opened.player(player.id).await.unwrap(), None, "it was in the log alone");
        opened.close().await;
        // From then on it stays so.
        open(&path).await.unwrap().close().await;
    }
}

/// The text of the marker beside a database.
fn state(path: &Path) -> String {
    fs::read_to_string(path.with_extension("db.state")).unwrap()
}

/// A copy of a database and its marker, without the log: the copy of a closed server.
fn without_log(path: &Path) -> (TempDir, PathBuf) {
    let (folder, copy) = server();
    fs::copy(path, &copy).unwrap();
    fs::copy(path.with_extension("db.state"), copy.with_extension("db.state")).unwrap();
    (folder, copy)
}

/// A connection of another program, which reads the database and keeps its snapshot.
async fn reader(path: &Path) -> SqliteConnection {
    let mut reader = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
    reader.execute("begin; select count(*) from players").await.unwrap();
    reader
}

/// The close copies as much of the log as the reader allows, so the database alone is neither old nor new.
#[tokio::test]
async fn a_lost_log_that_a_reader_kept_is_noticed() {
    let (_folder, path) = server();
    let store = open(&path).await.unwrap();
    let mut reader = reader(&path).await;
    let player = RecordMaker::starting_at(1).guest(&store).await;
    store.close().await;
    assert_eq!(state(&path), "open\n");
    let (_elsewhere, copy) = without_log(&path);
    lost(&copy, "cardroom.db-wal").await;

    let store = open(&path).await.unwrap();
    assert_eq!(store.player(player.id).await.unwrap(), Some(player));
    reader.execute("rollback").await.unwrap();
    store.close().await;
    assert_eq!(state(&path), "closed\n");
}

#[tokio::test]
async fn a_failed_start_beside_a_reader_leaves_the_log_needed() {
    let (_folder, path) = server();
    open(&path).await.unwrap().close().await;
    assert_eq!(state(&path), "closed\n");
    let _reader = reader(&path).await;
    let mut release = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
    release.execute("update _sqlx_migrations set version = version + 1000").await.unwrap();
    assert!(matches!(open(&path).await, Err(OpenError::Schema(SchemaMismatch::Newer { .. }))));
    assert_eq!(state(&path), "open\n");
    let (_elsewhere, copy) = without_log(&path);
    lost(&copy, "cardroom.db-wal").await;
}

/// A write that waits while the server closes is in the database before the marker says so, or it is refused.
#[tokio::test(flavor = "multi_thread")]
async fn no_write_is_acknowledged_after_the_last_checkpoint() {
    let (_folder, path) = server();
    let store = Arc::new(open(&path).await.unwrap());
    // While another connection is open, SQLite neither copies the log nor deletes it as the store closes its own.
    let mut other = reader(&path).await;
    other.execute("rollback").await.unwrap();
    let mut server = RecordMaker::starting_at(1);
    let writes = (0..64).map(|_| {
        let (store, (player, grant, session)) = (Arc::clone(&store), server.newcomer());
        tokio::spawn(async move {
            let written = store.create_player(&player, &[grant], &session).await;
            written.is_ok().then_some(player.id)
        })
    });
    let writes: Vec<_> = writes.collect();
    store.close().await;
    let written: Vec<_> = join_all(writes).await.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(state(&path), "closed\n");
    let (_elsewhere, copy) = without_log(&path);
    let copied = open(&copy).await.unwrap();
    for player in written {
        assert!(copied.player(player).await.unwrap().is_some(), "{player:?} is in the log alone");
    }
}

#[tokio::test]
async fn a_lost_or_emptied_database_is_noticed() {
    let (folder, path) = server();
    open(&path).await.unwrap().close().await;
    assert!(!folder.path().join("cardroom.db-wal").exists());
    for tamper in [|path: &Path| fs::write(path, "").unwrap(), |path: &Path| fs::remove_file(path).unwrap()] {
        let closed = as_killed(&folder);
        let path = closed.path().join("cardroom.db");
        tamper(&path);
        lost(&path, "cardroom.db").await;
    }
}

#[tokio::test]
async fn a_database_that_is_put_into_an_empty_folder_opens() {
    let (_folder, path) = server();
    let store = open(&path).await.unwrap();
    let player = RecordMaker::starting_at(1).guest(&store).await;
    store.close().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("backup.db");
    fs::copy(&path, &copy).unwrap();
    let store = open(&copy).await.unwrap();
    assert_eq!(store.player(player.id).await.unwrap(), Some(player));
}

/// The refusal names the remedy: the same command with the flag starts, and logs a warning.
#[tokio::test]
async fn the_binary_starts_with_the_rest_if_the_flag_allows_it() {
    let (folder, path) = server();
    let store = open(&path).await.unwrap();
    RecordMaker::starting_at(1).guest(&store).await;
    let killed = as_killed(&folder);
    fs::remove_file(killed.path().join("cardroom.db-wal")).unwrap();
    let path = killed.path().join("cardroom.db");
    let refused = serve(&path);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("cardroom.db-wal") && said.contains("--accept-loss"), "{said}");
    assert!(refused.stdout.is_empty(), "it must not say that it listens");

    let database = format!("sqlite:{}", path.display());
    let server = Server::start_with(killed.path(), &["--accept-loss", "--database-url", &database]);
    assert_eq!(server.audit().await["holds"], true);
    drop(server);
    // Later writes count as before, so a later loss is noticed again.
    assert!(!killed.path().join("cardroom.sqlite").exists());
    fs::remove_file(killed.path().join("cardroom.db-wal")).unwrap();
    assert_eq!(serve(&path).status.code(), Some(1));
}
