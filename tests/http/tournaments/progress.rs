//! How far a tournament is, as its tables and their streams show it.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use super::{heads_up, offered, paused, started, started_of};
use crate::events::Events;
use crate::server::{Client, TestServer};

/// Levels of a minute, and a break of half a minute after the first.
fn timed() -> Value {
    let level = |big: u64| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"seconds": 60}});
    json!({"structure": [level(20), {"type": "break", "seconds": 30}, level(40)]})
}

/// The table of a tournament with one table.
async fn only_table(client: &Client, path: &str) -> String {
    let tournament = client.get(path).await.ok();
    format!("/v1/tables/{}", tournament["tables"][0]["table"].as_str().unwrap())
}

fn moment(value: &Value) -> Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_shows_how_far_its_tournament_is() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let host = server.guest("Host").await;
    let path = started_of(&server, &host, [&ann, &bob], heads_up(timed())).await;
    let tournament = ann.get(&path).await.ok();
    let table = only_table(&ann, &path).await;
    let seen = ann.get(&table).await.ok();
    let own = &seen["tournament"];
    assert_eq!((&own["id"], &own["name"]), (&tournament["id"], &json!("Tonight")));
    assert_eq!(own["table_number"], 1);
    let progress = &own["progress"];
    assert_eq!(
        (&progress["entered"], &progress["left"], &progress["places_paid"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!((&progress["average_stack"], &progress["your_place"]), (&json!(1_500), &json!(1)));
    let level = &progress["level"];
    assert_eq!((&level["number"], &level["break_seconds"]), (&json!(1), &json!(30)));
    assert_eq!((&level["posts"]["big_blind"], &level["next"]["big_blind"]), (&json!(20), &json!(40)));
    let left = moment(&level["ends_at"]).duration_since(moment(&seen["now"])).as_secs();
    assert!((1..=60).contains(&left), "{level}");
    assert_eq!(level["ends_at"], tournament["ends_at"]);

    // A watcher sees the same, but has no place.
    let mut expected = own.clone();
    expected["progress"]["your_place"] = Value::Null;
    let watched = server.anonymous().get(&table).await.ok();
    assert_eq!((&watched["tournament"], &watched["you"]), (&expected, &Value::Null));

    // The time stands still in a pause.
    assert_eq!(paused(&host, &path).await.ok()["ends_at"], Value::Null);
    server.clock.advance(100);
    let still = ann.get(&table).await.ok()["tournament"]["progress"]["level"].clone();
    assert_eq!((&still["ends_at"], &still["number"]), (&Value::Null, &json!(1)));
    assert!((1..=60_000).contains(&still["left_millis"].as_u64().unwrap()), "{still}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_streams_of_a_table_have_the_progress_of_its_tournament() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let host = server.guest("Host").await;
    let path = started_of(&server, &host, [&ann, &bob], heads_up(timed())).await;
    let table = only_table(&ann, &path).await;
    let watcher = server.anonymous();
    let mut streams = [
        Events::open(&bob, &format!("{table}/events"), None).await,
        Events::open(&bob, "/v1/me/events", None).await,
        Events::open(&watcher, &format!("{table}/events"), None).await,
    ];
    for stream in &mut streams {
        stream.next_of("table").await;
    }
    let tag = ann.get(&table).await.header("etag").unwrap().to_owned();
    paused(&host, &path).await.ok();
    let known = ann.request(Method::GET, &table).header("If-None-Match", tag);
    assert_eq!(ann.send(known).await.ok()["tournament"]["progress"]["paused"], true);
    for stream in &mut streams {
        let message = next_progress(&server, stream).await;
        let progress = &message["progress"];
        assert_eq!((&progress["paused"], &progress["level"]["number"]), (&json!(true), &json!(1)));
        assert!(table.ends_with(message["id"].as_str().unwrap()));
    }
    // The last stream has just had its message, so it rests for two seconds: three changes are one message.
    let [.., rests] = &mut streams;
    let pause = format!("{path}/pause");
    host.delete(&pause).await.ok();
    server.clock.advance(1);
    paused(&host, &path).await.ok();
    let last = host.delete(&pause).await.ok();
    let message = next_progress(&server, rests).await;
    let progress = &message["progress"];
    assert_eq!(progress["paused"], false);
    assert!(progress["version"].as_u64() >= last["version"].as_u64(), "{progress}");
}

/// The next message about the progress; the clock runs until it comes.
async fn next_progress(server: &TestServer, stream: &mut Events) -> Value {
    loop {
        tokio::select! {
            event = stream.next_of("progress") => return event.data,
            () = tokio::time::sleep(Duration::from_millis(50)) => server.clock.advance(1),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_still_names_its_tournament() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = started(&server, [&ann, &bob], heads_up(json!({}))).await;
    let table = only_table(&ann, &path).await;
    let deal = format!("{path}/deal");
    ann.post(&deal, json!({"basis": "icm"})).await.ok();
    offered(&server, [&ann, &bob], &path).await;
    bob.put(&deal, json!({"accept": true})).await.ok();
    let closed = ann.get(&table).await.ok();
    let tournament = &closed["tournament"];
    assert_eq!((&tournament["name"], &tournament["progress"]), (&json!("Tonight"), &Value::Null));
    assert!(!closed["closed_at"].is_null());
}
