//! How many changes a second become durable: one at a time, and with many tables at once. Ends with `figure` lines
//! for other programs to read. They are the disk's figures as much as the code's: the file lies in the folder for
//! temporary files.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures and prints"
)]

use std::sync::Arc;
use std::time::Instant;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::store::Store;
use cardroom::service::room::writer::Writer;
use cardroom::service::table::change::Author;
use cardroom::service::table::commit::Commit;
use cardroom::service::table::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use futures::future::join_all;

#[path = "../tests/support/records.rs"]
mod records;

use records::{House, done, next, options, time, under_key, write, written};

const TABLES: u64 = 256;
const CHANGES: u64 = 40;

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
    let mut house = House::starting_at(0);
    let mut tables = vec![];
    for _ in 0..TABLES {
        tables.push(full_table(&*store, &mut house).await);
    }
    let writer = Writer::start(Arc::clone(&store));
    let alone = per_second(&writer, &tables[..1], TABLES * CHANGES / 8).await;
    let grouped = per_second(&writer, &tables[1..], CHANGES).await;
    let start = Instant::now();
    assert!(store.audit().await.unwrap().holds());
    let audit = start.elapsed();
    writer.drain().await;
    println!("figure commits_per_second_alone {alone:.0}");
    println!("figure commits_per_second_grouped {grouped:.0}");
    println!("figure audit_ms {:.1}", audit.as_secs_f64() * 1e3);
}

/// Six players at a table, in a hand.
async fn full_table(store: &dyn Store, house: &mut House) -> TableRecord {
    let host = house.guest(store).await;
    let mut table = done(store, house.open(host.id, options(100))).await;
    for _ in 0..6 {
        let player = house.guest(store).await;
        table = done(store, house.sit(&table, &player, 5_000)).await;
    }
    done(store, house.deal(&table, time(9))).await
}

/// So many changes to each table, one after another at the table, all tables at once.
async fn per_second(writer: &Writer, tables: &[TableRecord], changes: u64) -> f64 {
    let start = Instant::now();
    join_all(tables.iter().map(async |table| {
        let mut table = table.clone();
        for _ in 0..changes {
            let commit = action(&table);
            table = commit.table.clone();
            assert_eq!(written(writer, commit).await.unwrap(), Committed::Done);
        }
    }))
    .await;
    let changes = u32::try_from(changes * tables.len() as u64).unwrap();
    f64::from(changes) / start.elapsed().as_secs_f64()
}

/// An action as a player sends it: it has a key.
fn action(table: &TableRecord) -> Commit {
    let player = table.state.chairs[0].player;
    let commit = write(next(table), Author::Player(player), vec![]);
    let key = format!("{}-{}", commit.table.id, commit.table.version);
    under_key(commit, player, &key, time(9))
}
