//! The store: one story for every store, and the properties of the one on SQLite; crashes, and the data of older
//! releases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking"
)]

mod audit;
mod checkpoints;
mod commits;
mod crash;
mod deletion;
mod failing;
mod files;
mod folders;
mod history;
mod lists;
mod opening;
mod outages;
mod people;
mod postgres_opening;
mod processes;
mod ratings;
mod reading;
mod session_cache;
mod tls;
mod tournaments;
mod upkeep;

#[path = "../support/choice.rs"]
mod choice;
#[path = "../support/events.rs"]
mod events;
#[path = "../support/manual.rs"]
mod manual;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/records.rs"]
mod records;
#[path = "../support/relay.rs"]
mod relay;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/schema.rs"]
mod schema;
#[path = "../support/server.rs"]
mod server;
#[path = "../support/storm.rs"]
mod storm;
#[path = "../support/unbounded.rs"]
mod unbounded;

use cardroom::service::ports::store::Store;
use cardroom::store::postgres::Postgres;
use cardroom::store::sqlite::Sqlite;

/// The chapters of the story. Each starts from players and tables of its own. On PostgreSQL each has a database of its own.
macro_rules! chapters {
    ($($chapter:ident)*) => {
        async fn story(store: &dyn Store) {
            $(Box::pin($chapter::chapter(store)).await;)*
        }

        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $chapter() {
                if let Some((server, database)) = crate::postgres::database().await {
                    let store = crate::Postgres::open(&server.url(&database)).await.unwrap();
                    crate::$chapter::chapter(&store).await;
                    store.close().await;
                }
            })*
        }
    };
}

chapters!(people commits reading history lists audit ratings tournaments);

#[tokio::test]
async fn sqlite_in_memory_stores_the_story() {
    let store = Sqlite::open("sqlite::memory:").await.unwrap();
    story(&store).await;
    store.close().await;
}

#[tokio::test]
async fn sqlite_in_a_file_stores_the_story() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path().join("cardroom.db").to_str().unwrap()).await.unwrap();
    story(&store).await;
    store.close().await;
}
