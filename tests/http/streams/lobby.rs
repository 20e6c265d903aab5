//! The lobby as it changes.

use serde_json::{Value, json};

use crate::bots::{open, sit};
use crate::events::Events;
use crate::server::TestServer;

#[tokio::test]
async fn changes_of_the_lobby_are_streamed() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut lobby = Events::open(&server.anonymous(), "/v1/lobby/events?game=holdem", None).await;
    let first = lobby.next_of("lobby").await;
    assert_eq!((&first.data["tables"], &first.data["gone"]), (&json!([]), &json!([])));

    // Tables of another game and private tables are left out.
    let shengji = json!({ "seats": 4, "game": {"shengji": {}} });
    open(&ann, shengji).await;
    open(&ann, json!({ "access": "invite" })).await;
    let path = open(&ann, json!({ "name": "Kitchen", "dealing": {"type": "by_hand"} })).await;
    server.clock.advance(1);
    let got = lobby.next_of("lobby").await.data;
    assert_eq!(got["tables"].as_array().unwrap().len(), 1, "{got}");
    assert_eq!(got["tables"][0]["options"]["name"], "Kitchen");

    // All changes within a second are one message, and a second without changes has none.
    sit(&ann, &path).await;
    sit(&bob, &path).await;
    ann.post(&format!("{path}/emotes"), json!({ "emote": "hello" })).await.ok();
    server.clock.advance(1);
    let got = lobby.next_of("lobby").await.data;
    let names = |got: &Value| {
        let seated = got["tables"][0]["seated"].as_array().unwrap();
        seated.iter().map(|seated| seated["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&got), ["Ann", "Bob"]);
    ann.delete(&path).await.ok();
    server.clock.advance(1);
    let got = lobby.next_of("lobby").await.data;
    assert!(path.ends_with(got["gone"][0].as_str().unwrap()), "{got}");
    assert_eq!(got["tables"], json!([]));
}

#[tokio::test]
async fn the_lobby_counts_watchers() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let path = open(&ann, json!({ "dealing": {"type": "by_hand"} })).await;
    let hidden = open(&ann, json!({ "access": "invite" })).await;
    sit(&ann, &path).await;
    let mut lobby = Events::open(&server.anonymous(), "/v1/lobby/events", None).await;
    lobby.next_of("lobby").await;
    let listed = async || server.anonymous().get("/v1/tables").await.ok()["tables"][0]["watching"].clone();
    // A message can have only another change of the table, such as a player who is back.
    let mut got = async |watching: u32| loop {
        server.clock.advance(1);
        let got = lobby.next_of("lobby").await.data;
        let [table] = got["tables"].as_array().unwrap().as_slice() else { panic!("one table: {got}") };
        assert!(path.ends_with(table["id"].as_str().unwrap()), "{got}");
        if table["watching"] == watching {
            assert_eq!(listed().await, watching, "{got}");
            return;
        }
    };
    let anonymous = Events::open(&server.anonymous(), &format!("{path}/events"), None).await;
    got(1).await;
    let bob = server.guest("Bob").await;
    let guest = Events::open(&bob, &format!("{path}/events"), None).await;
    got(2).await;
    // A player who sits there is no watcher, and the watchers of an unlisted table are not counted.
    let seated = Events::open(&ann, &format!("{path}/events"), None).await;
    let unlisted = Events::open(&ann, &format!("{hidden}/events"), None).await;
    drop(anonymous);
    got(1).await;
    drop(guest);
    // A player who disconnects counts as absent after a while.
    while listed().await != 0 {
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    got(0).await;
    drop((seated, unlisted));
}

#[tokio::test]
async fn the_lobby_has_no_long_poll() {
    let server = TestServer::open().await;
    let refused = server.anonymous().get("/v1/lobby/events").await.refused(400, "malformed_header");
    assert_eq!(refused["header"], "accept");
    server.anonymous().get("/v1/lobby/events?stake=1").await.refused(400, "malformed_query");
}

#[tokio::test]
async fn lobby_streams_of_a_player_are_limited() {
    let server = TestServer::open().await;
    let ann = server.guest("Ann").await;
    let mut streams = Vec::new();
    for _ in 0..16 {
        streams.push(Events::open(&ann, "/v1/lobby/events", None).await);
    }
    let one_more = Events::ask(&ann, "/v1/lobby/events", None).await;
    assert_eq!(one_more.status(), 429);
    streams.pop();
    for _ in 0..200 {
        if Events::ask(&ann, "/v1/lobby/events", None).await.status() == 200 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("the place is not free again");
}
