//! The writer: it groups waiting commits, and each caller gets the result of its own.

use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::players::PlayerStore;
use cardroom::service::ports::store::Store;
use cardroom::service::ports::tables::TableStore;
use cardroom::service::room::writer::{WriteError, Writer};
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::ledger::Account;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::player::ledger::Reason;
use futures::future::join_all;
use tokio::task::yield_now;

use crate::records::{GRANT, RecordMaker, done, next, options, time, under_key, write, written};
use crate::watched::{CallOutcome, Watched};

/// Sent all at once: on the tests' single thread all of them wait when the writer wakes up.
async fn at_once(
    writer: &Writer,
    commits: impl IntoIterator<Item = Commit>,
) -> Vec<Result<Committed, WriteError>> {
    join_all(commits.into_iter().map(|commit| written(writer, commit))).await
}

fn is_done(answer: &Result<Committed, WriteError>) -> bool {
    matches!(answer, Ok(Committed::Done))
}

async fn tables(store: &dyn Store, maker: &mut RecordMaker, count: usize) -> Vec<TableRecord> {
    let host = maker.guest(store).await;
    let mut tables = vec![];
    for _ in 0..count {
        tables.push(done(store, maker.open(host.id, options(100))).await);
    }
    tables
}

#[tokio::test]
async fn changes_to_one_table_go_one_by_one() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let mut tables = tables(&*store, &mut RecordMaker::starting_at(0), 20).await;
    // Five for each table: if two of them shared a batch, the later would be fenced.
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

/// How many commits the largest batch has if 600 come at once.
async fn largest_batch() -> Option<usize> {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let writer = Writer::start(store.clone());
    let tables = tables(&*store, &mut RecordMaker::starting_at(0), 600).await;
    store.batches();
    let answers =
        at_once(&writer, tables.iter().map(|table| write(next(table), Author::Clock, vec![]))).await;
    assert!(answers.iter().all(is_done), "{answers:?}");
    store.batches().into_iter().max()
}

#[tokio::test]
async fn simultaneous_commits_share_a_batch() {
    assert_eq!(largest_batch().await, Some(256));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_limited_on_several_threads() {
    let largest = largest_batch().await;
    assert!((Some(1)..=Some(256)).contains(&largest), "{largest:?}");
}

/// On a thread that always has something to do, one more comes each time that the writer looks.
#[tokio::test]
async fn a_batch_does_not_gather_for_ever() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let writer = Writer::start(store.clone());
    let tables = tables(&*store, &mut RecordMaker::starting_at(0), 82).await;
    let (first, tables) = tables.split_at(2);
    at_once(&writer, first.iter().map(|table| write(next(table), Author::Clock, vec![]))).await;
    assert_eq!(store.batches().last(), Some(&2));
    let comes = async |(rounds, table)| {
        for _ in 0..rounds {
            yield_now().await;
        }
        std::thread::sleep(Duration::from_millis(1));
        written(&writer, write(next(table), Author::Clock, vec![])).await
    };
    let answers = join_all((0..).zip(tables).map(comes)).await;
    assert!(answers.iter().all(is_done), "{answers:?}");
    let batches = store.batches();
    let largest = batches.iter().max().copied();
    assert!((Some(2)..Some(80)).contains(&largest), "{batches:?}");
}

#[tokio::test]
async fn each_gets_its_own_answer() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let mut maker = RecordMaker::starting_at(0);
    let ann = maker.guest(&*store).await;
    let tables = tables(&*store, &mut maker, 3).await;
    let commits = [
        maker.sit(&tables[0], &ann, 10),
        write(next(&next(&tables[1])), Author::Admin, vec![]),
        maker.sit(&tables[2], &ann, GRANT),
    ];
    let answers: Result<Vec<_>, _> = at_once(&writer, commits).await.into_iter().collect();
    assert_eq!(answers.unwrap(), [Committed::Done, Committed::Fenced, Committed::Short]);
}

#[tokio::test]
async fn a_commit_that_the_database_rejects_fails_alone() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let writer = Writer::start(store.clone());
    let mut maker = RecordMaker::starting_at(0);
    let tables = tables(&*store, &mut maker, 4).await;
    let good = |place: usize| write(next(&tables[place]), Author::Admin, vec![]);
    // A movement of no chips, and a table of a host who does not exist: the database refuses both.
    let mut nothing = good(1);
    nothing.movements = vec![maker.movement(Account::Mint, Account::House, 0, Reason::Grant, None)];
    let (unknown, ..) = maker.newcomer();
    let orphan = maker.open(unknown.id, options(100));
    store.batches();
    let answers = at_once(&writer, [good(0), nothing, good(2), orphan.clone(), good(3)]).await;
    assert_eq!(store.batches(), [5, 1, 1, 1, 1, 1], "together, and then one by one");
    let done: Vec<bool> = answers.iter().map(is_done).collect();
    assert_eq!(done, [true, false, true, false, true], "{answers:?}");
    let failed = |answer: &Result<_, _>| matches!(answer, Err(WriteError::Store(_)));
    assert!(failed(&answers[1]) && failed(&answers[3]), "{answers:?}");
    for (place, version) in [(0, 2), (1, 1), (2, 2), (3, 2)] {
        assert_eq!(store.table(tables[place].id).await.unwrap().unwrap().version, version);
    }
    assert_eq!(store.table(orphan.table.record.id).await.unwrap(), None);
    assert_eq!(written(&writer, good(1)).await.unwrap(), Committed::Done);
}

#[tokio::test]
async fn a_failing_database_is_not_retried_for_each_commit() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let writer = Writer::start(store.clone());
    let tables = tables(&*store, &mut RecordMaker::starting_at(0), 10).await;
    let commits = || tables.iter().map(|table| write(next(table), Author::Clock, vec![]));
    store.plan(|name, _| if name == "commit" { CallOutcome::Fails } else { CallOutcome::Goes });
    store.batches();
    let answers = at_once(&writer, commits()).await;
    assert!(answers.iter().all(|answer| matches!(answer, Err(WriteError::Store(_)))), "{answers:?}");
    assert_eq!(store.batches(), [10, 1, 1], "two running, and no more");
    store.plan(|_, _| CallOutcome::Goes);
    let answers = at_once(&writer, commits()).await;
    assert!(answers.iter().all(is_done), "{answers:?}");
}

/// The batch is on disk, and the answer was lost: no commit is reported as written or as failed; but a request that comes again under its
/// key learns that it was done.
#[tokio::test]
async fn a_batch_whose_answer_is_lost_is_not_written_twice() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let writer = Writer::start(store.clone());
    let mut maker = RecordMaker::starting_at(0);
    let ann = maker.guest(&*store).await;
    let tables = tables(&*store, &mut maker, 3).await;
    let keyed = under_key(maker.sit(&tables[2], &ann, 10), ann.id, "k", time(6));
    let commits = [maker.sit(&tables[0], &ann, 20), maker.sit(&tables[1], &ann, 30), keyed];
    let mut first = true;
    store.plan(move |name, _| {
        let is_lost = name == "commit" && std::mem::take(&mut first);
        if is_lost { CallOutcome::IsLost } else { CallOutcome::Goes }
    });
    store.batches();
    let again = commits[2].clone();
    let answers = at_once(&writer, commits).await;
    assert!(answers.iter().all(|answer| matches!(answer, Err(WriteError::Store(_)))), "{answers:?}");
    assert_eq!(store.batches(), [3], "a database that may be silent is not asked once more for each");
    assert_eq!(written(&writer, again).await.unwrap(), Committed::KeyUsed);
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().chips, GRANT - 60, "once");
}

#[tokio::test]
async fn draining_finishes_accepted_commits_and_accepts_no_more() {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open("sqlite::memory:").await.unwrap());
    let writer = Writer::start(Arc::clone(&store));
    let tables = tables(&*store, &mut RecordMaker::starting_at(0), 100).await;
    let commits = tables.iter().map(|table| write(next(table), Author::Clock, vec![]));
    // All of them are sent before it has to stop, however long this test runs.
    let all = tokio::task::unconstrained(at_once(&writer, commits));
    let (answers, ()) = tokio::join!(all, writer.drain());
    assert!(answers.iter().all(is_done), "{answers:?}");
    let late = write(next(&next(&tables[0])), Author::Clock, vec![]);
    assert!(matches!(written(&writer, late).await, Err(WriteError::Stopped)));
    assert_eq!(store.table(tables[0].id).await.unwrap().unwrap().version, 2);
    writer.drain().await;
}
