//! What clients get while PostgreSQL is out of reach, silent, or accepts no writes: an answer in time, that says when to come again.

use std::time::Duration;

use cardroom::store::database::Database;
use cardroom::store::schema::Migrate;
use cardroom::store::sqlite::open::OnLoss;
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::manual::ManualClock;
use crate::postgres::{PostgresServer, database};
use crate::relay::{Link, Relay};
use crate::server::{Client, TestServer, settings};

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_postgres_is_503_and_ends_by_itself() {
    let Some(room) = Room::open().await else { return };
    for link in [Link::Refused, Link::Stalled] {
        assert_eq!(room.watcher.get("/readyz").await.status, 200);
        room.relay.set(link);
        room.is_out().await;
        room.relay.set(Link::Open);
        room.is_back().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_accepts_no_writes_is_503_until_it_does() {
    let Some(room) = Room::open().await else { return };
    room.accept_writes(false).await;
    room.is_out().await;
    room.accept_writes(true).await;
    room.is_back().await;
}

/// A card room whose database is behind a relay.
struct Room {
    database: (&'static PostgresServer, String),
    relay: Relay,
    server: TestServer,
    ann: Client,
    watcher: Client,
}

impl Room {
    /// `None` if PostgreSQL is not installed.
    async fn open() -> Option<Self> {
        let database = database().await?;
        let relay = Relay::to(database.0.socket()).await;
        let url = PostgresServer::url_by(relay.port, &database.1);
        let opened = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
        let server = TestServer::over(opened.store(), ManualClock::start(), settings()).await;
        let ann = server.guest("Ann").await;
        let watcher = server.anonymous();
        Some(Self { database, relay, server, ann, watcher })
    }

    /// Lets new connections to the database write or not, and ends all old ones.
    async fn accept_writes(&self, accept: bool) {
        let (server, name) = &self.database;
        let set = format!("alter database {name} set default_transaction_read_only = {}", !accept);
        server.run("postgres", &set).await;
        self.relay.cut();
    }

    /// Each request is refused in time, and the probe says that the server is not ready.
    async fn is_out(&self) {
        // What the last try found holds for five seconds.
        self.server.clock.advance(6);
        let began = Instant::now();
        self.watcher.get("/readyz").await.refused(503, "unavailable");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        let options = json!({
            "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 20_000,
            "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
        });
        tokio::join!(
            refused(&self.watcher, "/v1/tables", None),
            refused(&self.ann, "/v1/me/ledger", None),
            refused(&self.ann, "/v1/tables", Some(options)),
            refused(&self.watcher, "/v1/guests", Some(json!({"name": "Bob"}))),
        );
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }

    /// It is ready again by itself, and nothing was half done.
    async fn is_back(&self) {
        back(&self.server, &self.watcher).await;
        assert_eq!(self.ann.get("/v1/me/ledger").await.status, 200);
        self.server.assert_every_chip_is_accounted_for().await;
    }
}

async fn refused(client: &Client, path: &str, body: Option<serde_json::Value>) {
    let reply = match body {
        Some(body) => client.post(path, body).await,
        None => client.get(path).await,
    };
    assert!(reply.header("retry-after").is_some(), "{path}: {}", reply.text);
    reply.refused(503, "unavailable");
}

/// Returns when it is ready again.
async fn back(server: &TestServer, watcher: &Client) {
    for _ in 0..100 {
        server.clock.advance(2);
        if watcher.get("/readyz").await.status == 200 {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("it is not ready again");
}
