//! Streams that are cut again and again, at any byte and some by a restart, while others write: a client that resumes
//! has missed nothing, and got nothing twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::open;
use crate::raw::Raw;
use crate::rng::TestRng;
use crate::server::{Client, Reply, TestServer};
use crate::socket::Socket;

/// How often the followers are cut: `CARDROOM_CUTS`, or a few hundred times together.
fn cuts() -> usize {
    std::env::var("CARDROOM_CUTS").map_or(300, |text| text.parse().expect("a number of cuts"))
}

/// How a client follows the table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// The table's stream, in this coding.
    Stream(&'static str),
    /// The player's stream, in this coding.
    Everything(&'static str),
    Socket,
    LongPoll,
    LongPollOfEverything,
}

const WAYS: [Way; 7] = [
    Way::Stream("identity"),
    Way::Stream("gzip"),
    Way::Everything("identity"),
    Way::Everything("gzip"),
    Way::Socket,
    Way::LongPoll,
    Way::LongPollOfEverything,
];

/// A client that follows the table, and the messages that it got.
struct Follower {
    /// Which of the players.
    player: usize,
    client: Client,
    way: Way,
    rng: TestRng,
    /// Where it resumes.
    position: Option<String>,
    got: Vec<Value>,
    cuts: usize,
}

impl Follower {
    /// Follows, and is cut, until the server has stopped.
    async fn follow(mut self, path: String, stopped: Arc<AtomicBool>) -> Self {
        while !stopped.load(Ordering::SeqCst) {
            // Sometimes before the first message is whole, sometimes after several.
            let most = if self.way.is_compressed() { 2_500 } else { 12_000 };
            let limit = 1 + usize::try_from(self.rng.below(most)).unwrap();
            self.read(&path, limit, u64::MAX).await;
            self.cuts += 1;
        }
        self
    }

    /// Reads up to this many bytes, or until it knows this version.
    async fn read(&mut self, path: &str, limit: usize, version: u64) {
        match self.way {
            Way::Socket => self.converse(limit, version).await,
            Way::Stream(coding) | Way::Everything(coding) => {
                let (address, position) = (self.address(path), self.position.as_deref());
                let response = Raw::ask(&self.client, &address, position, coding).await;
                let Some(response) = answered(response) else { return };
                let mut stream = Raw::of(response, limit);
                while !self.knows(version)
                    && let Some(event) = stream.next().await
                {
                    self.take(&json!({event.kind: event.data}));
                    self.position = event.id.or(self.position.take());
                }
            }
            Way::LongPoll | Way::LongPollOfEverything => {
                let after = self.position.as_ref().map_or(String::new(), |after| format!("&after={after}"));
                let address = format!("{}?wait=5{after}", self.address(path));
                let response = self.client.request(reqwest::Method::GET, &address).send().await;
                let Some(mut response) = answered(response) else { return };
                let mut body = Vec::new();
                while let Ok(Some(chunk)) = response.chunk().await {
                    body.extend(chunk);
                }
                // A page that is cut is not taken.
                if body.len() <= limit
                    && let Ok(page) = serde_json::from_slice::<Value>(&body)
                {
                    self.page(page);
                }
            }
        }
    }

    fn page(&mut self, page: Value) {
        if self.way == Way::LongPoll {
            self.take(&json!({"table": page}));
            self.position = Some(self.got.len().to_string());
        } else {
            page["messages"].as_array().unwrap().iter().for_each(|message| self.take(message));
            self.position = page["cursor"].as_str().map(str::to_owned);
        }
    }

    async fn converse(&mut self, limit: usize, version: u64) {
        let query = self.position.as_ref().map_or(String::new(), |after| format!("?after={after}"));
        let mut socket = match Socket::open(&self.client, &query, limit as u64).await {
            Ok(socket) => socket,
            Err(None | Some(429 | 503)) => return,
            Err(Some(status)) => panic!("{status}"),
        };
        while !self.knows(version)
            && let Some(frame) = socket.next().await
        {
            self.take(&frame["message"]["message"]);
            let cursor = frame["message"]["cursor"].as_str().map(str::to_owned);
            self.position = cursor.or(self.position.take());
        }
    }

    fn address(&self, path: &str) -> String {
        match self.way {
            Way::Stream(_) | Way::LongPoll => format!("{path}/events"),
            _ => "/v1/me/events".to_owned(),
        }
    }

    /// Takes a message, which has the next version and nothing else.
    fn take(&mut self, message: &Value) {
        if let Some(end) = message.get("end") {
            assert_eq!(
                *end,
                json!({"table": null, "tournament": null, "reason": "draining"}),
                "{:?}",
                self.way
            );
        }
        let Some(table) = message.get("table") else { return };
        let changes = table["changes"].as_array().unwrap();
        let shown = table["table"]["version"].as_u64();
        // A client without a cursor gets the current table; earlier changes are in the log.
        if self.got.is_empty() && changes.is_empty() {
            self.got = vec![Value::Null; usize::try_from(shown.unwrap()).unwrap()];
        }
        for change in changes {
            assert_eq!(change["version"], self.got.len() + 1, "{:?}", self.way);
            self.got.push(change.clone());
        }
        assert!(shown.is_none_or(|shown| shown == self.got.len() as u64), "{:?}: {shown:?}", self.way);
    }

    /// Reads the rest, and panics unless the messages are those of the log.
    async fn assert_knows_everything(mut self, path: &str, version: u64) {
        while !self.knows(version) {
            self.read(path, usize::MAX, version).await;
        }
        let log = log(&self.client, path, version).await;
        let known = self.got.iter().position(|change| !change.is_null()).unwrap_or(self.got.len());
        assert!(known < log.len() && self.cuts > 0, "{:?} got something", self.way);
        assert_eq!(self.got[known..], log[known..], "{:?}", self.way);
    }

    fn knows(&self, version: u64) -> bool {
        self.got.len() as u64 >= version
    }
}

impl Way {
    fn is_compressed(self) -> bool {
        matches!(self, Self::Stream("gzip") | Self::Everything("gzip"))
    }
}

/// The answer, if there is one: the server may be about to stop, or not have noticed yet that the client is gone.
fn answered(response: Result<reqwest::Response, reqwest::Error>) -> Option<reqwest::Response> {
    let response = response.ok()?;
    let status = response.status().as_u16();
    assert!([200, 429, 503].contains(&status), "{status}");
    (status == 200).then_some(response)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_stream_misses_nothing_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let open_server = async |restarts: i64| {
        // The random generator begins again with each server, so identifiers have to differ by the time.
        let now = Timestamp::from_second(1_800_000_000).unwrap() + SignedDuration::from_secs(restarts);
        TestServer::at(&file, now).await
    };
    let mut server = open_server(0).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        players.push(server.guest(name).await);
    }
    let path = open(&players[0], json!({"seats": 4})).await;
    for player in &players[..3] {
        player.post(&format!("{path}/seats"), json!({"buy_in": 1_000})).await.ok();
    }
    let follower = |(place, way): (usize, &Way)| Follower {
        player: place % 3,
        client: players[place % 3].clone(),
        way: *way,
        rng: TestRng::new(place as u64),
        position: matches!(way, Way::Stream(_) | Way::LongPoll).then(|| "0".to_owned()),
        got: Vec::new(),
        cuts: 0,
    };
    let mut followers: Vec<Follower> =
        WAYS.iter().cycle().take(2 * WAYS.len()).enumerate().map(follower).collect();
    let mut rng = TestRng::new(11);
    let (mut restarts, cuts) = (0, cuts());
    while restarts < 3 || followers.iter().map(|follower| follower.cuts).sum::<usize>() < cuts {
        let stopped = Arc::new(AtomicBool::new(false));
        let mut following = JoinSet::new();
        for follower in followers {
            following.spawn(follower.follow(path.clone(), Arc::clone(&stopped)));
        }
        let come_and_go = tokio::spawn(come_and_go(players[3].clone(), path.clone(), Arc::clone(&stopped)));
        for _ in 0..rng.between(5, 25) {
            step(&players, &path, &mut rng).await;
        }
        stopped.store(true, Ordering::SeqCst);
        come_and_go.await.unwrap();
        server.close().await;
        followers = following.join_all().await;
        restarts += 1;
        server = open_server(restarts).await;
        let moved = |client: &Client| server.anonymous().with_token(client.token.as_ref().unwrap());
        players = players.iter().map(moved).collect();
        for follower in &mut followers {
            follower.client = players[follower.player].clone();
        }
    }
    let version = players[0].get(&path).await.ok()["version"].as_u64().unwrap();
    let done: usize = followers.iter().map(|follower| follower.cuts).sum();
    for follower in followers {
        follower.assert_knows_everything(&path, version).await;
    }
    println!("{done} cuts, {version} changes, {restarts} restarts");
}

/// A player sits down and leaves, beside the others' play.
async fn come_and_go(client: Client, path: String, stopped: Arc<AtomicBool>) {
    while !stopped.load(Ordering::SeqCst) {
        done(&client.post(&format!("{path}/seats"), json!({"buy_in": 100})).await);
        tokio::task::yield_now().await;
        done(&client.delete(&format!("{path}/seats/me")).await);
    }
}

/// Whether it was done: another player's action may have made it impossible.
fn done(reply: &Reply) -> bool {
    assert!([200, 409, 422].contains(&reply.status.as_u16()), "{}", reply.text);
    reply.status == 200
}

/// One more thing happens at the table.
async fn step(players: &[Client], path: &str, rng: &mut TestRng) {
    for player in players {
        let view = player.get(path).await.ok();
        let Some(options) = view["you"]["options"]["holdem"].as_object() else { continue };
        let kind = match (options["fold"] == true, rng.below(4)) {
            (true, 0) => "fold",
            _ if options["muck"] == true => "muck",
            _ if options["show"] == true => "show",
            _ if options["check"] == true => "check",
            _ => "call",
        };
        let action = json!({"at": view["version"], "action": {"holdem": {"type": kind}}});
        done(&player.post(&format!("{path}/actions"), action).await);
        return;
    }
    for player in &players[..3] {
        let view = player.get(path).await.ok();
        let own = &view["you"]["seat"];
        let chair = view["chairs"].as_array().unwrap().iter().find(|chair| chair["seat"] == *own).unwrap();
        let missing = 1_000_u64.saturating_sub(chair["chips"].as_u64().unwrap());
        if missing >= 50 {
            // A player who has lost much plays on.
            player.post(&format!("{path}/seats/me/top-up"), json!({"amount": missing})).await.ok();
        }
    }
    done(&players[0].post(&format!("{path}/hands"), Value::Null).await);
}

/// Everything that the server knows of the table and this player may know.
async fn log(client: &Client, path: &str, version: u64) -> Vec<Value> {
    let mut log: Vec<Value> = Vec::new();
    while (log.len() as u64) < version {
        let page = client.get(&format!("{path}/events?limit=100&after={}", log.len())).await.ok();
        log.extend(page["changes"].as_array().unwrap().iter().cloned());
    }
    log
}
