//! What clients get while PostgreSQL is out of reach or silent: an answer in time, that says when to come again.

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
    let Some((server, name)) = database().await else { return };
    let relay = Relay::to(server.socket()).await;
    let url = PostgresServer::url_by(relay.port, &name);
    let database = Database::open(&url, OnLoss::Refuse, Migrate::AtStart).await.unwrap();
    let server = TestServer::over(database.store(), ManualClock::start(), settings()).await;
    let ann = server.guest("Ann").await;
    let watcher = server.anonymous();
    for link in [Link::Refused, Link::Stalled] {
        assert_eq!(watcher.get("/readyz").await.status, 200);
        relay.set(link);
        // What the last try found holds for five seconds.
        server.clock.advance(6);
        let began = Instant::now();
        watcher.get("/readyz").await.refused(503, "unavailable");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        let options = json!({
            "name": "Main", "seats": 2, "min_buy_in": 100, "max_buy_in": 20_000,
            "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
        });
        tokio::join!(
            refused(&watcher, "/v1/tables", None),
            refused(&ann, "/v1/me/ledger", None),
            refused(&ann, "/v1/tables", Some(options)),
            refused(&watcher, "/v1/guests", Some(json!({"name": "Bob"}))),
        );
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
        relay.set(Link::Open);
        back(&server, &watcher).await;
        assert_eq!(ann.get("/v1/me/ledger").await.status, 200);
        server.assert_every_chip_is_accounted_for().await;
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
