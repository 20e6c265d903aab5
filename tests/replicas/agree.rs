//! What one server does, the others know: sign-ins, tickets, guests, seats, the lobby, who is there; and one that has lost the
//! database says so.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::fleet::{Fleet, key};
use crate::followers::Stream;
use crate::postgres::{PostgresServer, database};
use crate::relay::{Link, Relay};
use crate::rooms;

/// How soon all servers know that a sign-in has ended, and that the database is out of reach.
const SOON: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread")]
async fn what_one_server_does_the_others_know() {
    let Some((postgres, database)) = database().await else { return };
    let fleet = Fleet::start(postgres, &database, 3);
    guests_under_one_key(&fleet).await;
    sign_ins_end_everywhere(&fleet).await;
    tickets_open_one_stream_anywhere(&fleet).await;
    seats_and_presence_are_seen_elsewhere(&fleet).await;
    quick_seats_share_a_table(&fleet).await;
}

pub async fn send(
    fleet: &Fleet,
    nth: usize,
    (method, path): (Method, &str),
    token: &str,
    body: Option<&Value>,
) -> (StatusCode, Value) {
    let request = fleet.http().request(method, format!("{}{path}", fleet.url(nth)));
    let request = if token.is_empty() { request } else { request.bearer_auth(token) };
    let request = if let Some(body) = body { request.json(body) } else { request };
    let answer = request.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap_or_default())
}

/// Requests under one key at all servers at once create one guest.
async fn guests_under_one_key(fleet: &Arc<Fleet>) {
    for _ in 0..5 {
        let (key, body) = (key(), json!({}));
        let urls: Vec<String> = (0..6).map(|nth| fleet.url(nth % fleet.len())).collect();
        let ask = |url| fleet.ask_once(url, ("", "/v1/guests"), Some((&body, &key)));
        let answers = join_all(urls.iter().map(|url| ask(url))).await;
        let ids: Vec<Value> =
            answers.into_iter().map(|answer| answer.unwrap().1["player"]["id"].clone()).collect();
        assert!(ids[0].is_string() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    }
}

pub async fn sign_ins_end_everywhere(fleet: &Arc<Fleet>) {
    let token = rooms::guest(fleet).await;
    let mut stream = Stream::open(fleet, 1, "/v1/me/events", &token).await.unwrap();
    for nth in 0..fleet.len() {
        assert_eq!(send(fleet, nth, (Method::GET, "/v1/me"), &token, None).await.0, StatusCode::OK);
    }
    let ended = send(fleet, 0, (Method::DELETE, "/v1/sessions/current"), &token, None).await;
    assert!(ended.0.is_success(), "{ended:?}");
    let at = Instant::now();
    tokio::time::timeout(SOON, stream.end()).await.expect("the stream ends in time");
    tokio::time::sleep(SOON.saturating_sub(at.elapsed())).await;
    for nth in 0..fleet.len() {
        assert_eq!(send(fleet, nth, (Method::GET, "/v1/me"), &token, None).await.0, StatusCode::UNAUTHORIZED);
    }
}

async fn tickets_open_one_stream_anywhere(fleet: &Arc<Fleet>) {
    let token = rooms::guest(fleet).await;
    let (status, given) = send(fleet, 0, (Method::POST, "/v1/me/tickets"), &token, None).await;
    assert_eq!(status, StatusCode::CREATED, "{given}");
    let path = format!("/v1/me/events?ticket={}", given["ticket"].as_str().unwrap());
    assert!(Stream::open(fleet, 1, &path, "").await.is_ok());
    assert_eq!(Stream::open(fleet, 2, &path, "").await.err(), Some(StatusCode::UNAUTHORIZED));
}

async fn seats_and_presence_are_seen_elsewhere(fleet: &Arc<Fleet>) {
    let (ann, bob) = (rooms::guest(fleet).await, rooms::guest(fleet).await);
    let mut lobby = Stream::open(fleet, 2, "/v1/lobby/events", "").await.unwrap();
    lobby.next("lobby").await;
    let options = json!({
        "name": "Elsewhere", "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}, "seats": 3,
        "min_buy_in": 1000, "max_buy_in": 100_000, "dealing": {"type": "by_hand"},
    });
    let (_, opened) = send(fleet, 0, (Method::POST, "/v1/tables"), &ann, Some(&options)).await;
    let id = opened["table"]["id"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
    let listed = lobby.next("lobby").await;
    assert_eq!(listed["tables"][0]["id"], *id, "{listed}");
    let mut mine = Stream::open(fleet, 1, "/v1/me/events", &bob).await.unwrap();
    assert_eq!(mine.next("me").await["seated"], json!([]));
    let (seats, seat) = (format!("/v1/tables/{id}/seats"), json!({"buy_in": 1_000}));
    for (nth, token) in [(0, &ann), (2, &bob)] {
        let (status, seated) = send(fleet, nth, (Method::POST, &seats), token, Some(&seat)).await;
        assert_eq!(status, StatusCode::OK, "{seated}");
    }
    assert_eq!(mine.next("me").await["seated"], json!([id]));
    // Both are connected for somebody who asks a third server, and for as long as their streams are open.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let (_, view) = send(fleet, 0, (Method::GET, &format!("/v1/tables/{id}")), "", None).await;
    let connected = |view: &Value| {
        let chairs = view["presence"]["chairs"].as_array().unwrap();
        chairs.iter().filter(|chair| chair["connected"] == true).count()
    };
    assert_eq!(connected(&view), 2, "{view}");
}

/// Players who ask for a quick seat at the same time, each at another server, sit down together.
async fn quick_seats_share_a_table(fleet: &Arc<Fleet>) {
    let guests = join_all((0..3).map(|_| rooms::guest(fleet))).await;
    let wanted = json!({"game": "holdem"});
    let seated = guests.iter().enumerate().map(|(nth, token)| {
        let wanted = &wanted;
        async move { send(fleet, nth, (Method::POST, "/v1/quick-seat"), token, Some(wanted)).await }
    });
    let seated = join_all(seated).await;
    let tables: Vec<&Value> = seated.iter().map(|(_, answer)| &answer["table"]["id"]).collect();
    assert!(tables[0].is_string() && tables.iter().all(|table| *table == tables[0]), "{tables:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_lost_the_database_is_not_ready_until_it_is_back() {
    let Some((postgres, database)) = database().await else { return };
    let relay = Relay::to(postgres.socket()).await;
    let fleet = Fleet::start_at(vec![PostgresServer::url_by(relay.port, &database)]);
    let ready = async || send(&fleet, 0, (Method::GET, "/readyz"), "", None).await.0;
    assert_eq!(ready().await, StatusCode::OK);
    for link in [Link::Refused, Link::Stalled] {
        relay.set(link);
        let at = Instant::now();
        while ready().await == StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(at.elapsed() < SOON, "{:?}", at.elapsed());
        let asked = Instant::now();
        assert_eq!(ready().await, StatusCode::SERVICE_UNAVAILABLE);
        assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
        relay.cut();
        relay.set(Link::Open);
        let at = Instant::now();
        while ready().await != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert!(at.elapsed() < Duration::from_secs(15), "it does not come back");
        }
        rooms::guest(&fleet).await;
    }
}
