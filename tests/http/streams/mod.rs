//! Streams: their messages, how they resume, and why they end.

mod bounds;
mod cuts;
mod ends;
mod everything;
mod hosts;
mod lobby;
mod socket;
mod time;
mod wire;

use serde_json::{Value, json};

use crate::events::{Event, Events};
use crate::server::{Client, TestServer};

/// A Hold'em table that deals by request, with two players. Returns its path.
pub async fn heads_up(server: &TestServer) -> (String, Client, Client) {
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = open(&ann, json!({})).await;
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
    }
    (path, ann, bob)
}

/// Opens a Hold'em table that deals by hand, with these options besides.
pub async fn open(host: &Client, besides: Value) -> String {
    let mut options = json!({
        "name": "Main", "seats": 3, "min_buy_in": 100, "max_buy_in": 1_000, "dealing": {"type": "by_hand"},
        "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
    });
    options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    let opened = host.post("/v1/tables", options).await.created();
    format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap())
}

pub async fn deal(client: &Client, path: &str) -> Value {
    client.post(&format!("{path}/hands"), Value::Null).await.ok()
}

/// Folds at each turn, and shows nothing, until the hand is over. Returns the table's version then.
pub async fn fold(path: &str, clients: &[&Client]) -> u64 {
    loop {
        let mut views = Vec::new();
        for client in clients {
            views.push((client, client.get(path).await.ok()));
        }
        if views[0].1["hand"].is_null() {
            return views[0].1["version"].as_u64().unwrap();
        }
        let (client, view) =
            views.iter().find(|(_, view)| view["you"]["options"].is_object()).expect("a turn");
        let gives_up = if view["you"]["options"]["holdem"]["fold"] == true { "fold" } else { "muck" };
        let action = json!({"at": view["version"], "action": {"holdem": {"type": gives_up}}});
        client.post(&format!("{path}/actions"), action).await.ok();
    }
}

/// The versions of the changes of a message.
pub fn versions(event: &Event) -> Vec<u64> {
    event.data["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["version"].as_u64().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_begins_with_the_current_table_and_sends_every_change() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let mut stream = Events::open(&bob, &format!("{path}/events"), None).await;
    let first = stream.next().await.unwrap();
    assert_eq!((first.kind.as_str(), first.id.as_deref()), ("table", Some("3")));
    assert!((1_000..2_000).contains(&first.retry.unwrap()), "clients do not all come back at once");
    assert_eq!(first.data["changes"], json!([]));
    assert_eq!(first.data["table"]["version"], 3);
    assert_eq!(first.data["now"], server.clock.text());

    let dealt = deal(&ann, &path).await;
    let got = stream.next_of("table").await;
    assert_eq!(got.id.as_deref(), Some("4"));
    assert_eq!(got.data["table"], bob.get(&path).await.ok(), "the view is what a read gives");
    assert_eq!(got.data["changes"][0]["version"], dealt["change"]["version"]);
    let bobs: Vec<&Value> = got.data["changes"][0]["events"].as_array().unwrap().iter().collect();
    assert_ne!(
        bobs,
        dealt["change"]["events"].as_array().unwrap().iter().collect::<Vec<_>>(),
        "his own cards"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_resumes_after_the_last_message_from_memory_and_from_the_log() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    for _ in 0..30 {
        deal(&ann, &path).await;
        fold(&path, &[&ann, &bob]).await;
    }
    let version = ann.get(&path).await.ok()["version"].as_u64().unwrap();
    for after in [0, 1, 2, version - 60, version - 3, version - 1] {
        let mut stream = Events::open(&ann, &format!("{path}/events"), Some(&after.to_string())).await;
        let (mut seen, mut known) = (Vec::new(), after);
        while known < version {
            let message = stream.next_of("table").await;
            seen.extend(versions(&message));
            known = *seen.last().unwrap();
            assert_eq!(message.id.unwrap(), known.to_string());
            assert_eq!(
                message.data["table"].is_null(),
                known < version,
                "a view goes with the last change only"
            );
        }
        assert_eq!(seen, (after + 1..=version).collect::<Vec<u64>>());
    }
    // The query parameter is for clients that cannot send the header.
    let mut stream = Events::open(&ann, &format!("{path}/events?after={}", version - 2), None).await;
    assert_eq!(versions(&stream.next().await.unwrap()), [version - 1, version]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_poll_is_one_message_of_the_stream() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let now = ann.get(&format!("{path}/events")).await.ok();
    assert_eq!((&now["changes"], &now["table"]["version"]), (&json!([]), &json!(3)));
    let page = ann.get(&format!("{path}/events?after=0&limit=2")).await.ok();
    assert_eq!((page["changes"].as_array().unwrap().len(), &page["table"]), (2, &Value::Null));
    let none = ann.get(&format!("{path}/events?after=3")).await.ok();
    assert_eq!((&none["changes"], &none["table"]["version"]), (&json!([]), &json!(3)));
    let events = format!("{path}/events?after=3&wait=30");
    let (dealt, got) = tokio::join!(deal(&bob, &path), ann.get(&events));
    let got = got.ok();
    assert_eq!(got["changes"][0]["version"], dealt["change"]["version"]);
    assert_eq!(got["table"]["version"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_sent_apart_from_versions() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    // Chairs stay, however long a player is absent.
    let path = open(&ann, json!({"absent": "wait"})).await;
    for client in [&ann, &bob] {
        client.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
    }
    server.clock.advance(60);
    let mut watching = Events::open(&server.anonymous(), &format!("{path}/events"), None).await;
    watching.next_of("table").await;
    let before = ann.get(&path).await.ok();
    let since = server.clock.text();
    let bobs = Events::open(&bob, &format!("{path}/events"), None).await;
    let connected = loop {
        // It is sent at most once a second.
        server.clock.advance(1);
        let got = watching.next_of("presence").await;
        assert_eq!(got.id, None, "it has no version");
        if got.data["presence"]["chairs"][1]["connected"] == true {
            break got.data;
        }
    };
    assert_eq!(connected["presence"]["watching"], 1);
    assert_eq!(connected["presence"]["chairs"][1]["since"], since);
    let after = ann.get(&path).await;
    assert_eq!(after.body["version"], before["version"]);
    let tag = after.header("etag").unwrap().to_owned();
    drop(bobs);
    // It takes a while until a disconnected player counts as absent.
    loop {
        server.clock.advance(1);
        let view = server.anonymous().get(&path).await.ok();
        if view["presence"]["chairs"][1]["connected"] == false {
            break;
        }
        tokio::task::yield_now().await;
    }
    let request = ann.request(reqwest::Method::GET, &path).header("if-none-match", tag);
    assert_eq!(ann.send(request).await.status, 304, "no entity tag covers it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_warned_before_the_clock_plays_for_them() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let dealt = deal(&ann, &path).await;
    let decision = &dealt["table"]["hand"]["decisions"][0];
    let late = if decision["seat"] == 0 { &ann } else { &bob };
    let mut stream = Events::open(late, &format!("{path}/events"), None).await;
    stream.next_of("table").await;
    let due: jiff::Timestamp = decision["clock"]["due"].as_str().unwrap().parse().unwrap();
    server.clock.advance_to(due - jiff::SignedDuration::from_secs(5));
    let warning = stream.next_of("warning").await;
    assert_eq!(warning.id, None);
    assert_eq!(warning.data["seat"], decision["seat"]);
    assert_eq!(warning.data["due"], decision["clock"]["due"]);
    assert_eq!(warning.data["since"], decision["since"]);
}
