//! Checkpoints beside commits: the write-ahead log has a bound, however much is written, and also if there is always a reader.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::commits::{Batch, CommitStore, Committed};
use cardroom::service::ports::tables::TableStore;
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use sqlx::{Connection, Executor, SqliteConnection};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::records::{RecordMaker, next, options, write};

const PAGE: u64 = 4_096;

/// A page in the log, with its header.
const FRAME: u64 = PAGE + 24;

/// A store in a file, and tables that each batch changes.
struct Scene {
    _folder: TempDir,
    path: PathBuf,
    store: Sqlite,
    tables: Vec<TableRecord>,
}

impl Scene {
    async fn set(tables: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cardroom.db");
        let store = open(&path).await;
        let mut maker = RecordMaker::starting_at(0);
        let host = maker.guest(&store).await;
        let opened = Arc::new(Batch::of((0..tables).map(|_| Box::new(maker.open(host.id, options(100))))));
        store.commit(Arc::clone(&opened)).await.unwrap();
        let tables = opened.iter().map(|commit| commit.table.record.clone()).collect();
        Self { _folder: folder, path, store, tables }
    }

    /// Writes a change of each table, in one batch.
    async fn change_all(&mut self) {
        let tables = self.tables.iter();
        let changes = tables.map(|table| Box::new(write(next(table), Author::Admin, vec![])));
        let batch = Arc::new(Batch::of(changes));
        let verdicts = self.store.commit(Arc::clone(&batch)).await.unwrap();
        assert!(verdicts.iter().all(|&verdict| verdict == Committed::Done));
        self.tables = batch.iter().map(|commit| commit.table.record.clone()).collect();
    }

    /// How many bytes the database has.
    fn length(&self) -> u64 {
        length(&self.path)
    }

    /// How many bytes the log has.
    fn log_length(&self) -> u64 {
        length(&self.path.with_extension("db-wal"))
    }
}

async fn open(path: &Path) -> Sqlite {
    Sqlite::open(path.to_str().unwrap()).await.unwrap()
}

fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

#[tokio::test]
async fn the_log_is_checkpointed_while_commits_are_written() {
    /// Each writes twenty pages or more, so all of them are many times the limit of the log.
    const BATCHES: usize = 800;
    let mut scene = Scene::set(256).await;
    let mut longest = 0;
    for _ in 0..BATCHES {
        scene.change_all().await;
        longest = longest.max(scene.log_length());
    }
    assert!(longest > 1_000 * PAGE, "so little needs no checkpoint: {longest}");
    assert!(longest < 2_500 * PAGE, "the log grows: {longest}");
    assert!(scene.length() > 1_000 * PAGE, "there was no checkpoint");
    for table in [&scene.tables[0], &scene.tables[255]] {
        assert_eq!(scene.store.table(table.id).await.unwrap().as_ref(), Some(table));
    }
    scene.store.close().await;
    assert_eq!(scene.log_length(), 0);
    let store = open(&scene.path).await;
    assert_eq!(store.table(scene.tables[7].id).await.unwrap().as_ref(), Some(&scene.tables[7]));
}

/// Reads for ever, with two connections in turns. One of them always sees the database as it was before the last
/// commit, so a checkpoint that waits for no reader never lets the log start over.
async fn read_in_turns(path: PathBuf) {
    let path = path.to_str().unwrap();
    let mut older = SqliteConnection::connect(path).await.unwrap();
    let mut newer = SqliteConnection::connect(path).await.unwrap();
    begin_to_read(&mut older).await;
    loop {
        begin_to_read(&mut newer).await;
        sleep(Duration::from_millis(5)).await;
        older.execute("rollback").await.unwrap();
        mem::swap(&mut older, &mut newer);
    }
}

async fn begin_to_read(reader: &mut SqliteConnection) {
    reader.execute("begin; select count(*) from players").await.unwrap();
}

#[tokio::test]
async fn the_log_is_bounded_even_with_a_permanent_reader() {
    /// Each rewrites the text: 250 pages. All of them are many times the limit of the log.
    const COMMITS: usize = 160;
    let mut scene = Scene::set(1).await;
    let reading = tokio::spawn(read_in_turns(scene.path.clone()));
    let mut longest = 0;
    for letter in (b'a'..=b'z').cycle().take(COMMITS) {
        let text = char::from(letter).to_string().repeat(1_024_000);
        scene.tables[0].state.invite_code = Some(text);
        scene.change_all().await;
        longest = longest.max(scene.log_length());
    }
    assert!(!reading.is_finished(), "the reader has stopped");
    reading.abort();
    assert!(longest > 2_000 * FRAME, "no reader kept the log: {longest}");
    assert!(longest < 8_000 * FRAME, "the log grows: {longest}");
}
