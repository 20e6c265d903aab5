//! All actions of a host reach the players and the watchers of the table, in its stream and in its log.

use reqwest::Method;
use serde_json::{Value, json};

use super::{deal, fold, heads_up, open};
use crate::events::Events;
use crate::server::{Client, TestServer};

/// The clients that follow the table, each with a stream of its own.
struct Followers {
    path: String,
    callers: Vec<Client>,
    streams: Vec<Events>,
}

impl Followers {
    /// A player, by the table's stream and by their own, a player who is signed in, and an anonymous client.
    async fn open(server: &TestServer, path: &str, player: &Client) -> Self {
        let events = format!("{path}/events");
        let (watcher, anonymous) = (server.guest("Watcher").await, server.anonymous());
        let mut streams = vec![Events::open(player, "/v1/me/events", None).await];
        for caller in [player, &watcher, &anonymous] {
            streams.push(Events::open(caller, &events, None).await);
        }
        // A stream begins with the current table: earlier changes are in it, and are not sent.
        for stream in &mut streams {
            stream.next_of("table").await;
        }
        Self { path: path.to_owned(), callers: vec![player.clone(), watcher, anonymous], streams }
    }

    /// Panics unless every client gets these events, as the host did.
    async fn assert(&mut self, done: &Value, kinds: &[&str]) {
        let (version, events) = (&done["change"]["version"], &done["change"]["events"]);
        let got: Vec<_> = events.as_array().unwrap().iter().map(|event| &event["table"]["type"]).collect();
        assert_eq!(got, kinds, "{events}");
        for stream in &mut self.streams {
            assert_eq!(&of_stream(stream, version).await, events);
        }
        for caller in &self.callers {
            let log = format!("{}/events?after={}&limit=1", self.path, version.as_u64().unwrap() - 1);
            assert_eq!(&caller.get(&log).await.ok()["changes"][0]["events"], events);
        }
    }
}

/// The message of a stream about this version of the table.
async fn of_stream(stream: &mut Events, version: &Value) -> Value {
    loop {
        let mut got = stream.next_of("table").await.data;
        let mut changes = got["changes"].as_array_mut().unwrap().iter_mut();
        if let Some(change) = changes.find(|change| change["version"] == *version) {
            return change["events"].take();
        }
    }
}

#[tokio::test]
async fn actions_of_a_host_reach_players_and_watchers() {
    let server = TestServer::open().await;
    let (path, ann, bob) = heads_up(&server).await;
    let (cid, eve) = (server.guest("Cid").await, server.guest("Eve").await);
    let [of_ann, of_bob, of_cid, of_eve] = [&ann, &bob, &cid, &eve].map(|player| player.me["id"].clone());
    cid.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let mut got = Followers::open(&server, &path, &bob).await;
    let about = |what: &str, whom: &Value| format!("{path}/{what}/{}", whom.as_str().unwrap());
    let (pause, host) = (format!("{path}/pause"), format!("{path}/host"));

    got.assert(&ann.put(&pause, Value::Null).await.ok(), &["paused"]).await;
    got.assert(&ann.delete(&pause).await.ok(), &["resumed"]).await;
    let change = json!({"name": "Late", "decision_seconds": 40});
    got.assert(&ann.patch(&path, change).await.ok(), &["options_changed"]).await;
    got.assert(&ann.delete(&about("players", &of_cid)).await.ok(), &["removed", "left"]).await;
    cid.post(&format!("{path}/seats"), json!({"buy_in": 500})).await.ok();
    let banned = ann.put(&about("bans", &of_cid), Value::Null).await.ok();
    got.assert(&banned, &["banned", "removed", "left"]).await;
    got.assert(&ann.delete(&about("bans", &of_cid)).await.ok(), &["unbanned"]).await;
    got.assert(&ann.put(&about("bans", &of_eve), Value::Null).await.ok(), &["banned"]).await;
    let handed = ann.put(&host, json!({"player": of_bob})).await.ok();
    got.assert(&handed, &["host_changed"]).await;
    got.assert(&bob.put(&host, json!({"player": of_ann})).await.ok(), &["host_changed"]).await;

    // During a hand a change waits for the end of the hand, and so does a removal.
    deal(&ann, &path).await;
    let change = json!({"decision_seconds": 30});
    got.assert(&ann.patch(&path, change).await.ok(), &["options_planned"]).await;
    got.assert(&ann.delete(&about("players", &of_bob)).await.ok(), &["removed"]).await;
    let ended = fold(&path, &[&ann, &bob]).await;
    let log = format!("{path}/events?after={}&limit=1", ended - 1);
    let last = server.anonymous().get(&log).await.ok()["changes"][0]["events"].take();
    for kind in ["options_changed", "left"] {
        assert!(last.as_array().unwrap().iter().any(|event| event["table"]["type"] == kind), "{last}");
    }
    for stream in &mut got.streams[1..] {
        assert_eq!(of_stream(stream, &json!(ended)).await, last);
    }
}

#[tokio::test]
async fn the_replacement_of_a_code_is_sent_without_the_code() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let path = open(&ann, json!({"access": "invite"})).await;
    let old = ann.get(&path).await.ok()["you"]["invite_code"].clone();
    bob.post(&format!("{path}/seats"), json!({"buy_in": 500, "invite_code": old})).await.ok();
    let mut stream = Events::open(&bob, &format!("{path}/events"), None).await;
    stream.next_of("table").await;
    let replaced = ann.put(&format!("{path}/invite-code"), Value::Null).await.ok();
    let events = json!([{"table": {"type": "invite_replaced"}}]);
    assert_eq!(of_stream(&mut stream, &replaced["change"]["version"]).await, events);
    // A watcher with the new code reads it in the log.
    let new = replaced["table"]["you"]["invite_code"].as_str().unwrap();
    let log = cid.request(Method::GET, &format!("{path}/events?after=0")).header("Invite-Code", new);
    let log = cid.send(log).await;
    assert!(!log.text.contains(new) && !log.text.contains(old.as_str().unwrap()), "{}", log.text);
    let changes = log.ok()["changes"].take();
    assert_eq!(changes.as_array().unwrap().last().unwrap()["events"], events);
}
