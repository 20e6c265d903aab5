//! Tournaments in a player's own stream: in server-sent events, long polls and the socket.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Play, announced, entered, heads_up, is_over, started, until};
use crate::events::{Event, Events};
use crate::server::{Client, TestServer};
use crate::socket::Socket;

/// The longest time for which a test reads, in messages.
const MOST_READ: usize = 2_000;

fn id(path: &str) -> Value {
    json!(path.rsplit('/').next().unwrap())
}

/// A heads-up that costs nothing.
fn free() -> Value {
    let mut options = heads_up(json!({}));
    options["prize"] = json!(0);
    options
}

fn private() -> Value {
    let mut options = free();
    options["access"] = json!("invite");
    options
}

/// Announces a private tournament; returns its path and its code.
async fn announced_private(by: &Client) -> (String, String) {
    let announced = by.post("/v1/tournaments", private()).await.created();
    let code = announced["invite_code"].as_str().unwrap().to_owned();
    (format!("/v1/tournaments/{}", announced["id"].as_str().unwrap()), code)
}

async fn entered_with(client: &Client, path: &str, code: &str) {
    let request = client.request(Method::PUT, &format!("{path}/registration"));
    client.send(request.header("Invite-Code", code)).await.ok();
}

/// What a stream has sent of one tournament.
#[derive(Default)]
struct Told {
    versions: Vec<u64>,
    last: Value,
}

impl Told {
    fn take(&mut self, of: &str, message: &Value) {
        let tournament = &message["tournament"];
        if tournament["id"] == id(of) {
            self.versions.push(tournament["version"].as_u64().unwrap());
            self.last = tournament.clone();
        }
    }

    /// Each version came once, and in order.
    fn assert_rising(&self) {
        assert!(self.versions.is_sorted_by(|one, next| one < next), "{:?}", self.versions);
    }
}

/// The last message `tournament` of this one that a poll from the cursor on has, and the cursor after it.
struct Poll {
    messages: Vec<Value>,
    cursor: String,
}

impl Poll {
    async fn of(client: &Client, query: &str) -> Self {
        let page = client.get(&format!("/v1/me/events?{query}")).await.ok();
        let cursor = page["cursor"].as_str().unwrap().to_owned();
        Self { messages: page["messages"].as_array().unwrap().clone(), cursor }
    }

    async fn next(&self, client: &Client) -> Self {
        Self::of(client, &format!("wait=5&after={}", self.cursor)).await
    }

    /// The tournaments that it has, each with its version.
    fn tournaments(&self) -> Vec<(Value, u64)> {
        let of = |message: &Value| {
            let tournament = message.get("tournament")?.get("tournament")?;
            Some((tournament["id"].clone(), tournament["version"].as_u64()?))
        };
        self.messages.iter().filter_map(of).collect()
    }

    fn kinds(&self) -> Vec<&str> {
        self.messages
            .iter()
            .flat_map(|message| message.as_object().unwrap().keys())
            .map(|kind| &**kind)
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entrants_stream_has_the_tournament_from_the_entry_to_the_end() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = announced(&ann, heads_up(json!({}))).await;
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    assert_eq!(stream.next_of("me").await.data["tournaments"], json!([]), "the host does not play");
    entered(&bob, &path).await.ok();
    let first = stream.next_of("tournament").await;
    let tournament = &first.data["tournament"];
    assert_eq!((&tournament["id"], &tournament["entered"]), (&id(&path), &json!(1)));
    assert_eq!(tournament["you"]["name"], "Bob");
    entered(&ann, &path).await.ok();
    let over = until(&server, &[&bob, &ann], &path, Play::Shove, is_over).await;
    let mut told = Told::default();
    told.take(&path, &first.data);
    let mut cursor = None;
    let mut own = Value::Null;
    // The end is in both, in any order.
    for _ in 0..MOST_READ {
        if told.last["phase"] == "finished" && own == json!([]) {
            break;
        }
        let Event { id, kind, data, .. } = stream.next().await.unwrap();
        cursor = id.or(cursor);
        match &*kind {
            "tournament" => told.take(&path, &data),
            "me" => own = data["tournaments"].clone(),
            "end" => assert!(data["table"].is_string(), "{data}"),
            _ => {}
        }
    }
    told.assert_rising();
    assert!(told.versions.len() > 1, "{:?}", told.versions);
    assert_eq!((&told.last, &own), (&over, &json!([])), "it is what the tournament's own address has");

    // Nothing more comes of it, also after a resume. The stream itself goes on.
    let next = announced(&ann, free()).await;
    let resumed = Events::open(&bob, "/v1/me/events", cursor.as_deref()).await;
    entered(&bob, &next).await.ok();
    for mut stream in [stream, resumed] {
        loop {
            let Event { kind, data, .. } = stream.next().await.unwrap();
            assert!(kind != "end" || data["table"].is_string(), "{data}");
            if kind == "tournament" {
                assert_eq!(data["tournament"]["id"], id(&next));
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn polls_have_each_version_of_a_tournament_once() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = announced(&ann, heads_up(json!({}))).await;
    entered(&bob, &path).await.ok();
    let mut poll = Poll::of(&bob, "").await;
    assert_eq!((poll.kinds(), poll.tournaments()), (vec!["me", "tournament"], vec![(id(&path), 2)]));
    let again = Poll::of(&bob, &format!("wait=1&after={}", poll.cursor)).await;
    assert_eq!(again.messages, [Value::Null; 0], "nothing is new");

    // One that waits gets the next version as soon as there is one.
    let waiting = tokio::spawn({
        let bob = bob.clone();
        async move { again.next(&bob).await }
    });
    entered(&ann, &path).await.ok();
    let mut told = vec![2];
    let mut newer = waiting.await.unwrap();
    told.extend(newer.tournaments().into_iter().map(|(_, version)| version));
    // It ends while nobody polls: then it is no tournament of the player's any more, and its last version still comes, once.
    let over = until(&server, &[&ann, &bob], &path, Play::Shove, is_over).await;
    for _ in 0..MOST_READ {
        poll = newer.next(&bob).await;
        if poll.messages.is_empty() {
            break;
        }
        told.extend(poll.tournaments().into_iter().map(|(_, version)| version));
        newer = poll;
    }
    assert_eq!(told.last().copied(), over["version"].as_u64());
    assert!(told.is_sorted_by(|one, next| one < next), "{told:?}");
    let from_now = Poll::of(&bob, "").await;
    assert_eq!(from_now.tournaments(), [], "it is over");
}

/// The cursor as releases without tournaments in it wrote it.
fn of_earlier_releases(cursor: &str) -> String {
    let mut bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap();
    assert_eq!(bytes[0], 3);
    bytes[0] = 2;
    let tables = usize::from(bytes.remove(25));
    bytes.truncate(25 + 24 * tables);
    URL_SAFE_NO_PAD.encode(bytes)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_of_an_earlier_release_has_no_tournaments() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let path = started(&server, [&ann, &bob], heads_up(json!({}))).await;
    let poll = Poll::of(&bob, "").await;
    let mut kinds = poll.kinds();
    kinds.dedup();
    assert_eq!(kinds, ["me", "table", "tournament"]);
    let earlier = of_earlier_releases(&poll.cursor);
    let resumed = Poll::of(&bob, &format!("after={earlier}")).await;
    assert_eq!(resumed.kinds(), ["tournament"], "what it holds is not sent again");
    let known = Poll::of(&bob, &format!("after={}", resumed.cursor)).await;
    assert_eq!(known.tournaments(), []);

    // A stream sends a tournament only if the cursor does not have this version.
    let version = |event: &Event| event.data["tournament"]["version"].as_u64();
    let mut stream = Events::open(&bob, "/v1/me/events", Some(&earlier)).await;
    let first = stream.next_of("tournament").await;
    let mut resumed = Events::open(&bob, "/v1/me/events", Some(&known.cursor)).await;
    resumed.next_of("table").await;
    ann.post(&format!("{path}/deal"), json!({"basis": "icm"})).await.ok();
    assert!(version(&resumed.next_of("tournament").await) > version(&first));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_a_tournament_gets_it_once_more() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let public = announced(&ann, free()).await;
    let (private, code) = announced_private(&ann).await;
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    entered(&bob, &public).await.ok();
    assert_eq!(stream.next_of("tournament").await.data["tournament"]["id"], id(&public));
    entered_with(&bob, &private, &code).await;
    let seen = stream.next_of("tournament").await.data;
    assert_eq!(
        (&seen["tournament"]["id"], &seen["tournament"]["invite_code"]),
        (&id(&private), &json!(code))
    );
    // One who may not see it any more does not get that version.
    bob.delete(&format!("{private}/registration")).await.ok();
    bob.delete(&format!("{public}/registration")).await.ok();
    let last = stream.next_of("tournament").await.data;
    assert_eq!(last["tournament"]["id"], id(&public));
    assert_eq!((&last["tournament"]["entered"], &last["tournament"]["you"]), (&json!(0), &Value::Null));
    // And nothing after that.
    entered(&ann, &public).await.ok();
    entered(&ann, &private).await.ok();
    let next = announced(&ann, free()).await;
    entered(&bob, &next).await.ok();
    assert_eq!(stream.next_of("tournament").await.data["tournament"]["id"], id(&next));
}

#[tokio::test(flavor = "multi_thread")]
async fn others_watch_a_tournament_until_it_ends() {
    let server = TestServer::open().await;
    let (ann, cid) = (server.guest("Ann").await, server.guest("Cid").await);
    let path = announced(&ann, free()).await;
    let watch = format!("tournaments={}", id(&path).as_str().unwrap());
    let mut stream = Events::open(&cid, &format!("/v1/me/events?{watch}"), None).await;
    assert_eq!(stream.next_of("me").await.data["tournaments"], json!([]));
    let first = stream.next_of("tournament").await;
    assert_eq!(
        (&first.data["tournament"]["entered"], &first.data["tournament"]["you"]),
        (&json!(0), &Value::Null)
    );
    let poll = Poll::of(&cid, &watch).await;
    assert_eq!(poll.tournaments(), [(id(&path), 1)]);
    let watch_on = |cursor: &str| format!("{watch}&after={cursor}");
    assert_eq!(Poll::of(&cid, &watch_on(&poll.cursor)).await.tournaments(), []);
    // An entrant who watches it as well gets it once.
    entered(&ann, &path).await.ok();
    let both = Poll::of(&ann, &watch).await;
    assert_eq!(both.tournaments(), [(id(&path), 2)]);
    assert_eq!(stream.next_of("tournament").await.data["tournament"]["entered"], 1);

    ann.delete(&path).await.ok();
    assert_eq!(stream.next_of("tournament").await.data["tournament"]["phase"], "cancelled");
    let ends = json!({"table": null, "tournament": id(&path), "reason": "tournament_over"});
    assert_eq!(stream.next_of("end").await.data, ends);
    let last = Poll::of(&cid, &watch_on(&poll.cursor)).await;
    assert_eq!((last.kinds(), &last.messages[1]), (vec!["tournament", "end"], &json!({"end": ends})));
    // A poll that asks once more hears of the end alone.
    let more = Poll::of(&cid, &watch_on(&last.cursor)).await;
    assert_eq!(more.messages, [json!({"end": ends})]);
    let mut of_ann = Poll::of(&ann, &watch_on(&both.cursor)).await;
    let mut kinds: Vec<String> = of_ann.kinds().into_iter().map(str::to_owned).collect();
    while !kinds.contains(&"end".to_owned()) {
        of_ann = Poll::of(&ann, &format!("wait=5&{}", watch_on(&of_ann.cursor))).await;
        kinds.extend(of_ann.kinds().into_iter().map(str::to_owned));
    }
    assert_eq!(kinds.iter().filter(|kind| *kind == "tournament").count(), 1, "{kinds:?}");
    // The stream goes on without it.
    let next = announced(&ann, free()).await;
    entered(&cid, &next).await.ok();
    assert_eq!(stream.next_of("tournament").await.data["tournament"]["id"], id(&next));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_watched_is_refused() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let (private, code) = announced_private(&ann).await;
    let events = |list: &str| format!("/v1/me/events?tournaments={list}");
    let of_private = events(id(&private).as_str().unwrap());
    cid.get(&of_private).await.refused(403, "invite_needed");
    cid.get(&events("x")).await.refused(400, "malformed_query");
    let unknown: Vec<String> = (1..=5_u128).map(|id| uuid::Uuid::from_u128(id).to_string()).collect();
    cid.get(&events(&unknown[0])).await.refused(404, "no_such_tournament");
    cid.get(&events(&unknown[..4].join(","))).await.refused(404, "no_such_tournament");
    let crowd = cid.get(&events(&unknown.join(","))).await.refused(422, "too_many_watched");
    assert_eq!(crowd["most"], 4);
    let open = announced(&ann, free()).await;
    let repeated = [id(&open).as_str().unwrap(); 9].join(",");
    assert_eq!(cid.get(&events(&repeated)).await.ok()["messages"].as_array().unwrap().len(), 2);
    let query = format!("?tournaments={}", unknown.join(","));
    assert_eq!(Socket::open(&cid, &query, u64::MAX).await.err(), Some(Some(422)));

    // Its host and its entrants watch a private one. A cursor does not open it to others.
    let of_host = Poll::of(&ann, &of_private[14..]).await;
    assert_eq!(of_host.tournaments(), [(id(&private), 1)]);
    entered_with(&bob, &private, &code).await;
    let mut watching = Events::open(&bob, &of_private, None).await;
    let cursor = watching.next_of("tournament").await.id.unwrap();
    ann.delete(&format!("{private}/players/{}", bob.me["id"].as_str().unwrap())).await.ok();
    let ends = json!({"table": null, "tournament": id(&private), "reason": "invite_needed"});
    loop {
        let Event { kind, data, .. } = watching.next().await.unwrap();
        assert_ne!(kind, "tournament", "{data}");
        if kind == "end" {
            assert_eq!(data, ends);
            break;
        }
    }
    let without = Poll::of(&bob, &format!("after={cursor}")).await;
    assert_eq!(without.tournaments(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_follows_all_sixteen_tournaments_of_its_player() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let mut all = Vec::new();
    for host in [[&ann; 8], [&bob; 8]].concat() {
        let path = announced(host, free()).await;
        entered(&cid, &path).await.ok();
        all.push(id(&path));
        // The newest is the first, to the millisecond.
        server.clock.advance(1);
    }
    all.reverse();
    let other = announced(&bob, free()).await;
    assert_eq!(entered(&cid, &other).await.refused(409, "too_many_entered")["most"], 16);
    let poll = Poll::of(&cid, "").await;
    assert_eq!(poll.messages[0]["me"]["tournaments"], json!(all));
    let sent: Vec<Value> = poll.tournaments().into_iter().map(|(id, _)| id).collect();
    assert_eq!(sent.len(), 16);
    assert!(all.iter().all(|id| sent.contains(id)), "{sent:?}");
    // Others may be watched.
    let watch = format!("tournaments={}&after={}", id(&other).as_str().unwrap(), poll.cursor);
    assert_eq!(Poll::of(&cid, &watch).await.tournaments(), [(id(&other), 1)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_stream_has_a_tournament_once_a_second() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut options = free();
    options["max_entrants"] = json!(3);
    options["game"]["holdem"]["seats"] = json!(3);
    let path = announced(&ann, options).await;
    entered(&bob, &path).await.ok();
    let began = Instant::now();
    let mut stream = Events::open(&bob, "/v1/me/events", None).await;
    let first = stream.next_of("tournament").await;
    let mut told = Told::default();
    told.take(&path, &first.data);
    for _ in 0..4 {
        entered(&ann, &path).await.ok();
        ann.delete(&format!("{path}/registration")).await.ok();
    }
    let last = ann.get(&path).await.ok()["version"].clone();
    while told.last["version"] != last {
        told.take(&path, &stream.next_of("tournament").await.data);
    }
    told.assert_rising();
    // One for each second that it took, and the one that it began with.
    let most = 1 + began.elapsed().as_secs();
    assert!(told.versions.len() as u64 <= most, "{:?} in {:?}", told.versions, began.elapsed());
}

/// The next message of this kind, with the cursor after it.
async fn message(socket: &mut Socket, kind: &str) -> (Value, Value) {
    loop {
        let frame = socket.next().await.unwrap();
        if let Some(message) = frame["message"]["message"].get(kind) {
            return (message.clone(), frame["message"]["cursor"].clone());
        }
    }
}

/// The code of the problem in a reply; null if there is none.
fn code(reply: &Value) -> Value {
    reply["problem"]["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_tournaments_and_watches_others() {
    let server = TestServer::open().await;
    let (ann, bob, cid) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Cid").await);
    let path = announced(&ann, heads_up(json!({}))).await;
    let mut socket = Socket::open(&bob, "", u64::MAX).await.unwrap();
    entered(&bob, &path).await.ok();
    let (first, cursor) = message(&mut socket, "tournament").await;
    assert_eq!((&first["tournament"]["id"], &first["tournament"]["entered"]), (&id(&path), &json!(1)));
    let query = format!("?after={}", cursor.as_str().unwrap());
    entered(&ann, &path).await.ok();
    let over = until(&server, &[&bob, &ann], &path, Play::Shove, is_over).await;
    let resumed = Socket::open(&bob, &query, u64::MAX).await.unwrap();
    for mut socket in [socket, resumed] {
        let mut told = Told::default();
        while told.last["phase"] != "finished" {
            told.take(&path, &message(&mut socket, "tournament").await.0);
        }
        told.assert_rising();
        assert!(told.versions[0] > 2, "{:?}", told.versions);
        assert_eq!(told.last, over);
    }

    let mut others = Vec::new();
    for _ in 0..5 {
        others.push(announced(&ann, free()).await);
    }
    let mut socket = Socket::open(&cid, "", u64::MAX).await.unwrap();
    let watch = |path: &str| json!({"id": "1", "watch_tournament": id(path)});
    let unwatch = |path: &str| json!({"id": "2", "unwatch_tournament": id(path)});
    for other in &others[..4] {
        let reply = socket.ask(&watch(other)).await;
        assert_eq!(reply, json!({"id": "1", "answer": null, "problem": null}));
        assert_eq!(message(&mut socket, "tournament").await.0["tournament"]["id"], id(other));
    }
    assert_eq!(code(&socket.ask(&watch(&others[0])).await), Value::Null, "it is watched already");
    let fifth = socket.ask(&watch(&others[4])).await;
    assert_eq!((code(&fifth), &fifth["problem"]["most"]), (json!("too_many_watched"), &json!(4)));
    assert_eq!(code(&socket.ask(&unwatch(&others[0])).await), Value::Null);
    assert_eq!(code(&socket.ask(&unwatch(&others[0])).await), Value::Null);
    assert_eq!(code(&socket.ask(&watch(&others[4])).await), Value::Null);
    assert_eq!(message(&mut socket, "tournament").await.0["tournament"]["id"], id(&others[4]));
    // What is not watched any more does not come, and what is watched does.
    entered(&bob, &others[0]).await.ok();
    entered(&bob, &others[4]).await.ok();
    let (next, _) = message(&mut socket, "tournament").await;
    assert_eq!((&next["tournament"]["id"], &next["tournament"]["entered"]), (&id(&others[4]), &json!(1)));
    // One that ends makes room for another.
    ann.delete(&others[1]).await.ok();
    let end = json!({"table": null, "tournament": id(&others[1]), "reason": "tournament_over"});
    assert_eq!(message(&mut socket, "end").await.0, end);
    assert_eq!(code(&socket.ask(&watch(&others[0])).await), Value::Null);

    socket.ask(&unwatch(&others[0])).await;
    let (private, _) = announced_private(&ann).await;
    assert_eq!(code(&socket.ask(&watch(&private)).await), "invite_needed");
    let nowhere = json!({"id": "3", "watch_tournament": uuid::Uuid::nil()});
    assert_eq!(code(&socket.ask(&nowhere).await), "no_such_tournament");
    let twice = json!({"id": "4", "watch_tournament": id(&others[0]), "unwatch_tournament": id(&others[0])});
    let table = json!({"id": "5", "watch": id(&others[0]), "watch_tournament": id(&others[0])});
    for wrong in [twice, table, json!({"id": "6", "watch_tournament": 7})] {
        let reply = socket.ask(&wrong).await;
        assert_eq!((&reply["id"], code(&reply)), (&wrong["id"], json!("malformed_body")));
    }
}
