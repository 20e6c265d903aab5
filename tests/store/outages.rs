//! PostgreSQL out of reach, silent, restarted or full: an answer in time, and everything goes on by itself afterwards.

use std::time::Duration;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::hints::Heard;
use cardroom::service::ports::store::Store;
use cardroom::service::table::stored::change::Author;
use cardroom::store::database::Database;
use cardroom::store::postgres::Postgres;
use cardroom::store::postgres::open::PostgresOpenError;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use futures::future::join_all;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep, timeout};

use crate::postgres::{PostgresServer, Syncing, database};
use crate::records::{self, RecordMaker, done, next, options, time, under_key, write};
use crate::relay::{Link, Relay};

/// A store behind a relay, as a server has it.
async fn behind(relay: &Relay, database: &str) -> std::sync::Arc<dyn Store> {
    let url = PostgresServer::url_by(relay.port, database);
    Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap().store()
}

/// Tries until it succeeds; panics after a while.
async fn soon<T, F: Future<Output = Result<T, StoreError>>>(attempt: impl Fn() -> F) -> T {
    let began = Instant::now();
    loop {
        match attempt().await {
            Ok(done) => return done,
            Err(error) => assert!(began.elapsed() < Duration::from_secs(20), "{error}"),
        }
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_is_tried_again_on_another_connection() {
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    let player = RecordMaker::starting_at(1).guest(&*store).await;
    for _ in 0..5 {
        // Several connections are idle, and all of them are cut.
        join_all((0..6).map(|_| store.audit())).await;
        relay.cut();
        assert_eq!(store.player(player.id).await.unwrap(), Some(player.clone()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_is_given_up() {
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&*store).await;
    let table = done(&*store, maker.open(host.id, options(100))).await;
    let batch = records::batch(&[write(next(&table), Author::Admin, vec![])]);
    relay.set(Link::Stalled);
    let began = Instant::now();
    let check = async {
        store.ping(time(0)).await.unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    };
    let reads = join_all((0..20).map(|_| store.player(host.id)));
    let ((), reads, written) = tokio::join!(check, reads, store.commit(batch.clone()));
    assert!(reads.iter().all(Result::is_err));
    // Nothing was written: the batch had not begun.
    assert!(matches!(written, Err(StoreError::Locked(_))), "{written:?}");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    relay.set(Link::Open);
    assert_eq!(soon(|| store.player(host.id)).await, Some(host));
    assert_eq!(soon(|| store.commit(batch.clone())).await, [Committed::Done]);
    soon(|| store.ping(time(0))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_have_been_written_is_not_written_twice() {
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&*store).await;
    let table = done(&*store, maker.open(host.id, options(100))).await;
    let commit = under_key(write(next(&table), Author::Admin, vec![]), host.id, "a key", time(1));
    let batch = records::batch(std::slice::from_ref(&commit));
    relay.set(Link::CutAfterCommit);
    let unknown = store.commit(batch.clone()).await;
    assert!(matches!(unknown, Err(StoreError::Unavailable(_))), "{unknown:?}");
    relay.set(Link::Open);
    assert_eq!(store.table(table.id).await.unwrap().unwrap().version, table.version + 1);
    assert_eq!(store.commit(batch).await.unwrap(), [Committed::KeyUsed]);
    let request = store.done_request(host.id, "a key").await.unwrap().unwrap();
    assert_eq!(request.version, table.version + 1);
}

/// A process is paused within a transaction, until the server gives the transaction up: before its batch is to be committed, or just
/// before the server hears of that.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_the_server_gave_up_is_written_on_another_connection() {
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&*store).await;
    let mut table = done(&*store, maker.open(host.id, options(100))).await;
    for word in ["update heads", "COMMIT"] {
        // A new connection prepares all statements.
        relay.cut();
        relay.set(Link::HeldFrom(word));
        let began = Instant::now();
        table = done(&*store, write(next(&table), Author::Admin, vec![])).await;
        assert!(began.elapsed() > Duration::from_millis(1_500), "{word}: {:?}", began.elapsed());
        assert_eq!(relay.link(), Link::Open, "{word}");
    }
    assert_eq!(store.table(table.id).await.unwrap().unwrap().version, table.version);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listener_that_gets_no_answer_listens_again() {
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    relay.set(Link::HeldFrom("LISTEN"));
    let mut heard = store.shared().unwrap().listen();
    let first = timeout(Duration::from_secs(8), heard.recv()).await;
    assert_eq!(first.unwrap(), Some(Heard::Gap));
    assert_eq!(relay.link(), Link::Open);
}

/// During a fail-over, an address may lead to a standby for a moment. What it has may be old, so nothing is read there.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_accepts_no_writes_is_out_of_reach() {
    let Some(server) = PostgresServer::start(Syncing::On) else { return };
    let name = server.make_database().await;
    let relay = Relay::to(server.socket()).await;
    let store = behind(&relay, &name).await;
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&*store).await;
    let mut table = done(&*store, maker.open(host.id, options(100))).await;
    let standby = server.start_standby();
    for on_standby in [true, false] {
        if on_standby {
            relay.lead_to(standby.socket());
        } else {
            server.set("default_transaction_read_only = on\n");
            // It reads its settings a moment later. Then the connections that are there are given up.
            let began = Instant::now();
            loop {
                let (player, grant, session) = maker.newcomer();
                if store.create_player(&player, &[grant], &session).await.is_err() {
                    break;
                }
                assert!(began.elapsed() < Duration::from_secs(10));
            }
        }
        let batch = records::batch(&[write(next(&table), Author::Admin, vec![])]);
        let (read, written, ready) =
            tokio::join!(store.player(host.id), store.commit(batch.clone()), store.ping(time(0)));
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
        assert!(matches!(written, Err(StoreError::Locked(_))), "{written:?}");
        ready.unwrap_err();
        if on_standby {
            relay.lead_to(server.socket());
        } else {
            server.set("default_transaction_read_only = off\n");
        }
        assert_eq!(soon(|| store.player(host.id)).await, host.clone().into());
        assert_eq!(soon(|| store.commit(batch.clone())).await, [Committed::Done]);
        soon(|| store.ping(time(0))).await;
        table = next(&table);
    }
    assert_eq!(store.table(table.id).await.unwrap().unwrap().version, table.version);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_again_is_found_again() {
    let Some(server) = PostgresServer::start(Syncing::On) else { return };
    let name = server.make_database().await;
    let database = Database::open(&server.url(&name), OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let store = database.store();
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&*store).await;
    let mut table = done(&*store, maker.open(host.id, options(100))).await;
    for _ in 0..2 {
        join_all((0..6).map(|_| store.audit())).await;
        server.pg_ctl("stop");
        let began = Instant::now();
        assert!(store.player(host.id).await.is_err());
        let batch = records::batch(&[write(next(&table), Author::Admin, vec![])]);
        assert!(matches!(store.commit(batch.clone()).await, Err(StoreError::Locked(_))));
        assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
        server.pg_ctl("start");
        assert_eq!(store.player(host.id).await.unwrap().as_ref(), Some(&host));
        assert_eq!(store.commit(batch).await.unwrap(), [Committed::Done]);
        table = next(&table);
    }
    assert_eq!(store.table(table.id).await.unwrap().unwrap().version, table.version);
    assert!(store.audit().await.unwrap().holds());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_connections_says_so() {
    let few = |_: &std::path::Path| "max_connections = 8\nsuperuser_reserved_connections = 0\n".to_owned();
    let Some(server) = PostgresServer::start_with(Syncing::Off, few) else { return };
    let name = server.make_database().await;
    let url = server.url(&name);
    let database = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let store = database.store();
    let mut maker = RecordMaker::starting_at(1);
    let mut others = Vec::new();
    while let Ok(other) = PgConnection::connect(&url).await {
        others.push(other);
    }
    let refused = Postgres::open(&url).await.unwrap_err();
    assert!(matches!(refused, PostgresOpenError::TooManyConnections), "{refused}");
    let began = Instant::now();
    let table = maker.open(RecordMaker::starting_at(9).newcomer().0.id, options(100));
    let written = store.commit(records::batch(&[table])).await;
    assert!(matches!(written, Err(StoreError::Locked(_))), "{written:?}");
    assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    for other in others {
        other.close().await.unwrap();
    }
    let (player, grant, session) = maker.newcomer();
    soon(|| store.create_player(&player, std::slice::from_ref(&grant), &session)).await;
    assert_eq!(store.player(player.id).await.unwrap(), Some(player));
}

/// Each connection of the pool waits for a lock; those who want one more have an answer too.
#[tokio::test(flavor = "multi_thread")]
async fn a_pool_that_is_exhausted_keeps_nobody_waiting() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let store = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap().store();
    let player = RecordMaker::starting_at(1).guest(&*store).await;
    let mut other = PgConnection::connect(&url).await.unwrap();
    let mut lock = other.begin().await.unwrap();
    sqlx::query("lock table players in access exclusive mode").execute(&mut *lock).await.unwrap();
    let began = Instant::now();
    let reads = join_all((0..40).map(|_| store.player(player.id))).await;
    assert!(reads.iter().all(Result::is_err));
    assert!(began.elapsed() < Duration::from_secs(11), "{:?}", began.elapsed());
    lock.rollback().await.unwrap();
    assert_eq!(store.player(player.id).await.unwrap(), Some(player));
}
