//! A server that is cut off from the database in the middle of a transaction does not hold up the others for long.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::agree::send;
use crate::fleet::{Fleet, key};
use crate::postgres::{PostgresServer, database};
use crate::relay::{Link, Relay};
use crate::rooms;

/// How long PostgreSQL lets a transaction wait for its client, `idle_in_transaction_session_timeout`, and a little more.
const HELD: Duration = Duration::from_millis(3_500);

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_server_that_is_cut_off_are_free_after_two_seconds() {
    let Some((postgres, database)) = database().await else { return };
    let relay = Relay::to(postgres.socket()).await;
    let fleet = Fleet::start_at(vec![PostgresServer::url_by(relay.port, &database), postgres.url(&database)]);
    let (ann, bob) = (rooms::guest(&fleet).await, rooms::guest(&fleet).await);
    let id = rooms::by_hand(&fleet, &[&ann, &bob]).await;
    let (path, amount) = (format!("/v1/tables/{id}/seats/me/top-up"), json!({"amount": 5_000}));
    let chips = async |nth: usize| {
        let (_, view) = send(&fleet, nth, (Method::GET, &format!("/v1/tables/{id}")), &ann, None).await;
        let chairs = view["chairs"].as_array().unwrap();
        chairs.iter().map(|chair| chair["chips"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    for round in 1..=2 {
        let (url, key) = (fleet.url(0), key());
        relay.set(Link::StalledInTransaction);
        let cut_off = async {
            // Nobody knows whether it was done.
            assert!(fleet.ask_once(&url, (&ann, &path), Some((&amount, &key))).await.is_none());
        };
        let other = async {
            while relay.link() != Link::Stalled {
                sleep(Duration::from_millis(5)).await;
            }
            let at = Instant::now();
            let (status, answer) = send(&fleet, 1, (Method::POST, &path), &bob, Some(&amount)).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
            // It did wait: the rows of the table were held.
            assert!((Duration::from_secs(1)..HELD).contains(&at.elapsed()), "{:?}", at.elapsed());
        };
        tokio::join!(cut_off, other);
        assert_eq!(chips(1).await, [1_000 + (round - 1) * 5_000, 1_000 + round * 5_000]);
        relay.cut();
        relay.set(Link::Open);
        let (status, answer) = fleet.ask(&ann, &path, Some((&amount, &key))).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        for nth in 0..2 {
            while send(&fleet, nth, (Method::GET, "/readyz"), "", None).await.0 != StatusCode::OK {
                sleep(Duration::from_millis(50)).await;
            }
            assert_eq!(chips(nth).await, [1_000 + round * 5_000; 2]);
        }
    }
}
