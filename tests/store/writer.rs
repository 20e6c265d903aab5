//! The writer: it groups what waits, and everybody learns what became of their own.

use std::sync::Arc;

use cardroom::service::change::Author;
use cardroom::service::ledger::{Account, Reason};
use cardroom::service::store::{Commit, Committed, Store, TableRecord};
use cardroom::service::writer::{WriteError, Writer};
use cardroom::store::sqlite::Sqlite;
use futures::future::join_all;

use crate::house::{GRANT, House, done, next, options, write};

/// Sent all at once: on the tests' single thread all of them wait when the writer wakes up.
async fn at_once(
    writer: &Writer,
    commits: impl IntoIterator<Item = Commit>,
) -> Vec<Result<Committed, WriteError>> {
    join_all(commits.into_iter().map(|commit| writer.commit(commit))).await
}

fn is_done(answer: &Result<Committed, WriteError>) -> bool {
    matches!(answer, Ok(Committed::Done))
}

async fn tables(store: &dyn Store, house: &mut House, count: usize) -> Vec<TableRecord> {
    let host = house.guest(store).await;
    let mut tables = vec![];
    for _ in 0..count {
        tables.push(done(store, house.open(host.id, options(100))).await);
    }
    tables
}

#[tokio::test]
async fn changes_to_one_table_go_one_by_one() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let mut tables = tables(&*store, &mut House::starting_at(0), 20).await;
    // More than a batch holds, five to each table: where two of them shared a batch, the later would be fenced.
    let mut commits = vec![];
    for _ in 0..5 {
        for table in &mut tables {
            *table = next(table);
            commits.push(write(table.clone(), Author::Clock, vec![]));
        }
    }
    let answers = at_once(&writer, commits).await;
    assert!(answers.iter().all(is_done), "{answers:?}");
    for table in tables {
        assert_eq!(store.table(table.id).await.unwrap(), Some(table));
    }
}

#[tokio::test]
async fn each_gets_its_own_answer() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let mut house = House::starting_at(0);
    let ann = house.guest(&*store).await;
    let tables = tables(&*store, &mut house, 3).await;
    let commits = [
        house.sit(&tables[0], &ann, 10),
        write(next(&next(&tables[1])), Author::Admin, vec![]),
        house.sit(&tables[2], &ann, GRANT),
    ];
    let answers: Result<Vec<_>, _> = at_once(&writer, commits).await.into_iter().collect();
    assert_eq!(answers.unwrap(), [Committed::Done, Committed::Fenced, Committed::Short]);
}

#[tokio::test]
async fn a_failure_is_told_to_the_whole_batch_and_to_nobody_else() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let mut house = House::starting_at(0);
    let tables = tables(&*store, &mut house, 2).await;
    let good = write(next(&tables[0]), Author::Admin, vec![]);
    let mut bad = write(next(&tables[1]), Author::Admin, vec![]);
    // A movement of nothing, which the database refuses.
    bad.entries = vec![house.entry(Account::Mint, Account::House, 0, Reason::Grant, None)];
    let answers = at_once(&writer, [good.clone(), bad]).await;
    assert!(answers.iter().all(|answer| matches!(answer, Err(WriteError::Store(_)))), "{answers:?}");
    for table in &tables {
        assert_eq!(store.table(table.id).await.unwrap().as_ref(), Some(table));
    }
    assert_eq!(writer.commit(good).await.unwrap(), Committed::Done);
}

#[tokio::test]
async fn draining_finishes_what_was_taken_and_takes_no_more() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let tables = tables(&*store, &mut House::starting_at(0), 100).await;
    let commits = tables.iter().map(|table| write(next(table), Author::Clock, vec![]));
    let (answers, ()) = tokio::join!(at_once(&writer, commits), writer.drain());
    assert!(answers.iter().all(is_done), "{answers:?}");
    let late = write(next(&next(&tables[0])), Author::Clock, vec![]);
    assert!(matches!(writer.commit(late).await, Err(WriteError::Stopped)));
    assert_eq!(store.table(tables[0].id).await.unwrap().unwrap().version, 2);
    writer.drain().await;
}
