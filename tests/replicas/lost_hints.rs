//! A hint that is lost costs time: streams of another server get the same changes by the slow query.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::agree::{send, sign_ins_end_everywhere};
use crate::fleet::Fleet;
use crate::followers::Stream;
use crate::postgres::{PostgresServer, database};
use crate::relay::{Link, Relay};
use crate::rooms;

/// How soon a change comes to a stream of a table, to a player's own stream and to the lobby without hints; and a little more.
const OF_TABLE: Duration = Duration::from_secs(3);
const OF_PLAYER: Duration = Duration::from_secs(13);
const OF_LOBBY: Duration = Duration::from_secs(8);

#[tokio::test(flavor = "multi_thread")]
async fn what_hints_would_say_is_known_without_them() {
    let Some((postgres, database)) = database().await else { return };
    let relay = Relay::to(postgres.socket()).await;
    relay.set(Link::WithoutHints);
    let fleet = Fleet::start_at(vec![PostgresServer::url_by(relay.port, &database); 2]);
    sign_ins_end_everywhere(&fleet).await;
    let bob = rooms::guest(&fleet).await;
    let mut lobby = Stream::open(&fleet, 1, "/v1/lobby/events", "").await.unwrap();
    let mut mine = Stream::open(&fleet, 1, "/v1/me/events", &bob).await.unwrap();
    lobby.next("lobby").await;
    mine.next("me").await;
    // The first look of the lobby is what later ones are compared with.
    sleep(Duration::from_secs(6)).await;
    let ann = rooms::guest(&fleet).await;
    let id = rooms::by_hand(&fleet, &[&ann, &bob]).await;
    let listed = async { while lobby.next("lobby").await["tables"][0]["id"] != *id {} };
    let seated = async { while mine.next("me").await["seated"] != json!([id]) {} };
    let (listed, seated) = tokio::join!(timeout(OF_LOBBY, listed), timeout(OF_PLAYER, seated));
    listed.expect("the lobby shows the table");
    seated.expect("the player's stream shows the table");
    for _ in 0..3 {
        a_change_comes_in_time(&fleet, &id, &ann).await;
    }
    // Hints are heard again, and the connections that hear them are lost at the wrong moment.
    relay.set(Link::Open);
    for _ in 0..3 {
        sleep(Duration::from_millis(1_200)).await;
        relay.cut();
        a_change_comes_in_time(&fleet, &id, &ann).await;
    }
}

/// A change at one server comes to a stream of the other one.
async fn a_change_comes_in_time(fleet: &Arc<Fleet>, id: &str, player: &str) {
    let mut stream = Stream::open(fleet, 1, &format!("/v1/tables/{id}/events"), player).await.unwrap();
    stream.next("table").await;
    let (path, amount) = (format!("/v1/tables/{id}/seats/me/top-up"), json!({"amount": 100}));
    let (status, answer) = send(fleet, 0, (Method::POST, &path), player, Some(&amount)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let at = Instant::now();
    let comes =
        async { while stream.next("table").await["changes"][0]["version"] != answer["change"]["version"] {} };
    timeout(OF_TABLE, comes).await.expect("the change comes");
    println!("a change came {} ms after its answer", at.elapsed().as_millis());
}
