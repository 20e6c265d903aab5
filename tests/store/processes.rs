//! Several processes on one database of PostgreSQL: whatever they write at the same time, versions, keys and wallets hold.

use std::sync::Arc;

use cardroom::service::people::player::Player;
use cardroom::service::ports::commits::{CommitStore, Committed};
use cardroom::service::ports::error::StoreError;
use cardroom::service::ports::ledger::LedgerStore;
use cardroom::service::ports::tables::TableStore;
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::commit::{Commit, MOST_SEATS};
use cardroom::service::table::stored::figures::HandFigures;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::postgres::Postgres;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::holdem::tally::Tally;
use futures::future::join_all;

use crate::postgres::database;
use crate::records::{self, GRANT, RecordMaker, done, next, options, time, under_key, write};

/// How often processes collide.
const ROUNDS: usize = 30;

/// Several processes commit at once, each a batch; their outcomes.
async fn at_once(stores: &[Postgres], batches: &[Vec<Commit>]) -> Vec<Vec<Committed>> {
    let commits = stores.iter().zip(batches).map(|(store, batch)| store.commit(records::batch(batch)));
    join_all(commits).await.into_iter().collect::<Result<_, StoreError>>().unwrap()
}

async fn open_tables(
    store: &Postgres,
    maker: &mut RecordMaker,
    host: &Player,
    count: usize,
) -> Vec<TableRecord> {
    let mut tables = vec![];
    for _ in 0..count {
        tables.push(done(store, maker.open(host.id, options(100))).await);
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn of_processes_that_write_the_same_one_wins() {
    let Some((server, name)) = database().await else { return };
    let url = server.url(&name);
    let stores: Vec<Postgres> =
        join_all((0..4).map(|_| Postgres::open(&url))).await.into_iter().map(Result::unwrap).collect();
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&stores[0]).await;
    let tables = open_tables(&stores[0], &mut maker, &host, 8).await;
    one_change_a_version(&stores, tables).await;
    one_wallet(&stores, &mut maker).await;
    one_key(&stores, &mut maker).await;
    one_limit(&stores, &mut maker).await;
    assert!(stores[0].audit().await.unwrap().holds());
    for store in stores {
        store.close().await;
    }
}

/// Batches of the same tables, in other orders.
async fn one_change_a_version(stores: &[Postgres], mut tables: Vec<TableRecord>) {
    for round in 0..ROUNDS {
        let batches: Vec<Vec<Commit>> = (0..stores.len())
            .map(|nth| {
                let mut tables: Vec<_> = tables.iter().collect();
                tables.rotate_left((nth * 3 + round) % 8);
                if nth % 2 == 1 {
                    tables.reverse();
                }
                tables.into_iter().map(|table| write(next(table), Author::Admin, vec![])).collect()
            })
            .collect();
        let outcomes = at_once(stores, &batches).await;
        for table in &mut tables {
            let outcomes = batches.iter().flatten().zip(outcomes.iter().flatten());
            let of_table = outcomes.filter(|(commit, _)| commit.table.record.id == table.id);
            let of_table: Vec<Committed> = of_table.map(|(_, outcome)| *outcome).collect();
            assert_eq!(
                of_table.iter().filter(|outcome| **outcome == Committed::Done).count(),
                1,
                "{of_table:?}"
            );
            assert_eq!(of_table.iter().filter(|outcome| **outcome == Committed::Fenced).count(), 3);
            *table = next(table);
        }
    }
    for table in &tables {
        let changes = stores[0].changes(table.id, 0, 9_999).await.unwrap();
        assert!(changes.iter().map(|change| change.version).eq(1..=table.version));
    }
}

/// Who has chips for one table sits down at one.
async fn one_wallet(stores: &[Postgres], maker: &mut RecordMaker) {
    let host = maker.guest(&stores[0]).await;
    for _ in 0..ROUNDS / 3 {
        let ann = maker.guest(&stores[0]).await;
        let tables = open_tables(&stores[0], maker, &host, stores.len()).await;
        let batches: Vec<_> = tables.iter().map(|table| vec![maker.sit(table, &ann, GRANT - 1)]).collect();
        let outcomes: Vec<Committed> = at_once(stores, &batches).await.concat();
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Committed::Done).count(), 1, "{outcomes:?}");
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Committed::Short).count(), 3);
    }
}

/// A key that is used at several tables at once is used once, and others of the same batches go through.
async fn one_key(stores: &[Postgres], maker: &mut RecordMaker) {
    let ann = maker.guest(&stores[0]).await;
    for round in 0..ROUNDS {
        let key = format!("key {round}");
        let tables = open_tables(&stores[0], maker, &ann, 2 * stores.len()).await;
        let batches: Vec<_> = tables
            .chunks(2)
            .map(|tables| {
                let [keyed, other] =
                    [0, 1].map(|nth: usize| write(next(&tables[nth]), Author::Admin, vec![]));
                vec![under_key(keyed, ann.id, &key, time(1)), other]
            })
            .collect();
        let outcomes = at_once(stores, &batches).await;
        let keyed: Vec<Committed> = outcomes.iter().map(|outcomes| outcomes[0]).collect();
        assert_eq!(keyed.iter().filter(|outcome| **outcome == Committed::Done).count(), 1, "{keyed:?}");
        assert_eq!(keyed.iter().filter(|outcome| **outcome == Committed::KeyUsed).count(), 3);
        assert!(outcomes.iter().all(|outcomes| outcomes[1] == Committed::Done));
    }
}

/// The last chairs that a player may have.
async fn one_limit(stores: &[Postgres], maker: &mut RecordMaker) {
    let [host, ann] = [maker.guest(&stores[0]).await, maker.guest(&stores[0]).await];
    let most = usize::try_from(MOST_SEATS).unwrap();
    let tables = open_tables(&stores[0], maker, &host, most - 1 + stores.len()).await;
    let (taken, wanted) = tables.split_at(most - 1);
    for table in taken {
        done(&stores[0], maker.sit(table, &ann, 1)).await;
    }
    let batches: Vec<_> = wanted.iter().map(|table| vec![maker.sit(table, &ann, 1)]).collect();
    let outcomes: Vec<Committed> = at_once(stores, &batches).await.concat();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Committed::Done).count(), 1, "{outcomes:?}");

    let wants_one =
        |maker: &mut RecordMaker| vec![Commit { most_hosted: Some(1), ..maker.open(ann.id, options(100)) }];
    let batches: Vec<_> = stores.iter().map(|_| wants_one(maker)).collect();
    let outcomes: Vec<Committed> = at_once(stores, &batches).await.concat();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Committed::Done).count(), 1, "{outcomes:?}");
}

/// The server ends every connection; the next batch is written as if nothing had happened.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_written_though_its_connection_was_lost() {
    let Some((server, name)) = database().await else { return };
    let store = Postgres::open(&server.url(&name)).await.unwrap();
    let mut maker = RecordMaker::starting_at(1);
    let host = maker.guest(&store).await;
    let mut table = done(&store, maker.open(host.id, options(100))).await;
    for _ in 0..5 {
        let end = "select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()";
        server.run(&name, end).await;
        table = done(&store, write(next(&table), Author::Admin, vec![])).await;
    }
    assert_eq!(store.commit(Arc::default()).await.unwrap(), []);
    store.close().await;
    let closed = store.commit(records::batch(&[write(next(&table), Author::Admin, vec![])])).await;
    assert!(closed.is_err());
}

/// All kinds of rows that hands at tables write, at 64 tables.
#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_moves_are_twelve_statements() {
    let Some((server, name)) = database().await else { return };
    server.run(&name, &format!("alter database {name} set log_statement = 'all'")).await;
    let store = Postgres::open(&server.url(&name)).await.unwrap();
    let mut maker = RecordMaker::starting_at(1);
    let mut ends = vec![];
    for nth in 0..8 {
        let [ann, bob] = [maker.guest(&store).await, maker.guest(&store).await];
        for table in open_tables(&store, &mut maker, &ann, 8).await {
            let table = done(&store, maker.sit(&table, &ann, 1_000)).await;
            let table = done(&store, maker.sit(&table, &bob, 1_000)).await;
            let table = done(&store, maker.deal(&table, time(50))).await;
            let mut end = maker.finish(&table, 100, 5);
            end.counted = [(ann.id, -100), (bob.id, 95)].map(counted).into();
            let deal = maker.deal(&end.table.record, time(90));
            let key = format!("{nth} of {}", table.id);
            ends.push(under_key(end.and_deal(deal), ann.id, &key, time(1)));
        }
    }
    let before = server.logged_statements(&name);
    let outcomes = store.commit(records::batch(&ends)).await.unwrap();
    assert_eq!(outcomes, [Committed::Done; 64]);
    let statements = server.logged_statements(&name) - before;
    assert!((7..=12).contains(&statements), "{statements} statements");
    assert!(store.audit().await.unwrap().holds());
    store.close().await;
}

fn counted((player, net): (PlayerId, i64)) -> HandFigures {
    HandFigures {
        player,
        net,
        with_computers: false,
        tally: Tally { showdowns: 1, ..Tally::default() }.into(),
    }
}
