//! A tournament whose server is killed again and again: it goes on, and nobody is lost or doubled in a move.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::postgres;
use crate::process::Server;

/// How often the server is killed, and how many play: `CARDROOM_TOURNAMENT_KILLS` and `CARDROOM_TOURNAMENT_PLAYERS`.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// How long tables do not deal after a restart.
const STANDS_STILL: u64 = 15_000;

struct Person {
    http: reqwest::Client,
    token: String,
}

impl Person {
    async fn ask(&self, server: &Server, method: reqwest::Method, path: &str, body: Option<Value>) -> Value {
        let request = self.http.request(method, format!("{}{path}", server.url)).bearer_auth(&self.token);
        let request = body.iter().fold(request, reqwest::RequestBuilder::json);
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {body}");
        body
    }

    async fn get(&self, server: &Server, path: &str) -> Value {
        self.ask(server, reqwest::Method::GET, path, None).await
    }

    /// A tournament of so many at tables of six, which the computers fill.
    async fn announce(server: &Server, players: u64) -> (Self, String) {
        let mut person =
            Self { http: reqwest::Client::builder().no_proxy().build().unwrap(), token: String::new() };
        let post = reqwest::Method::POST;
        let welcome = person.ask(server, post.clone(), "/v1/guests", Some(json!({"name": "Ann"}))).await;
        welcome["tokens"]["access_token"].as_str().unwrap().clone_into(&mut person.token);
        let level = |big: u64| {
            let length = json!({"hands": 4});
            json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": length})
        };
        let options = json!({
            "name": "Under fire", "max_entrants": players, "prize": 100, "decision_seconds": 1, "time_bank_seconds": 0,
            "game": {"holdem": {
                "seats": 6, "starting_chips": 400, "structure": [level(20), level(40)], "bounty": 10,
                "bounties": "progressive",
            }},
            "bot_pace": "none", "fill_with_bots": {"level": "novice", "after_seconds": 0},
        });
        let announced = person.ask(server, post, "/v1/tournaments", Some(options)).await;
        let path = format!("/v1/tournaments/{}", announced["id"].as_str().unwrap());
        let enter = format!("{path}/registration");
        person.ask(server, reqwest::Method::PUT, &enter, None).await;
        (person, path)
    }

    /// The tournament and its entries, of one version.
    async fn seen(&self, server: &Server, path: &str) -> (Value, Vec<Value>) {
        loop {
            let tournament = self.get(server, path).await;
            let (mut entries, mut after) = (Vec::new(), json!(0));
            while !after.is_null() {
                let page = self.get(server, &format!("{path}/entries?limit=100&after={after}")).await;
                entries.extend(page["entries"].as_array().unwrap().clone());
                after = page["next"].clone();
            }
            if self.get(server, path).await["version"] == tournament["version"] {
                return (tournament, entries);
            }
        }
    }

    /// Panics unless nothing and nobody is lost or doubled.
    async fn assert_whole(&self, server: &Server, path: &str, players: u64) -> (Value, Vec<Value>) {
        let audit = server.audit().await;
        assert_eq!(audit["holds"], true, "{audit}");
        let (tournament, entries) = self.seen(server, path).await;
        assert_eq!(entries.len() as u64, players);
        if tournament["phase"] != "playing" {
            return (tournament, entries);
        }
        let chips: u64 = entries.iter().map(|entry| entry["chips"].as_u64().unwrap()).sum();
        assert_eq!(chips, 400 * players, "{tournament}");
        let left: Vec<&Value> = entries.iter().filter(|entry| entry["place"].is_null()).collect();
        let seated: BTreeSet<(String, u64)> =
            left.iter().map(|entry| (entry["table"].to_string(), entry["seat"].as_u64().unwrap())).collect();
        assert_eq!(seated.len(), left.len(), "each seat is one player's");
        let mut chairs: BTreeMap<String, String> = BTreeMap::new();
        for table in tournament["tables"].as_array().unwrap() {
            let id = table["table"].as_str().unwrap();
            let view = self.get(server, &format!("/v1/tables/{id}")).await;
            for chair in view["chairs"].as_array().unwrap() {
                let before = chairs.insert(chair["player"].to_string(), id.to_owned());
                assert_eq!(before, None, "nobody sits twice");
            }
        }
        // The tables were read after the entries, so some may have moved or gone out; the next look will see them.
        let (now, _) = self.seen(server, path).await;
        if now["version"] == tournament["version"] {
            let playing: BTreeSet<String> = left.iter().map(|entry| entry["player"].to_string()).collect();
            assert_eq!(chairs.into_keys().collect::<BTreeSet<_>>(), playing);
        }
        (tournament, entries)
    }
}

/// Once out, an entry stays out in its place.
fn assert_places_stay(before: &[Value], after: &[Value]) {
    let places = |entries: &[Value]| -> BTreeMap<u64, u64> {
        let out =
            entries.iter().filter_map(|entry| Some((entry["number"].as_u64()?, entry["place"].as_u64()?)));
        out.collect()
    };
    let after = places(after);
    for (entry, place) in places(before) {
        assert_eq!(after.get(&entry), Some(&place), "entry {entry}");
    }
}

#[tokio::test]
async fn a_tournament_goes_on_when_its_server_is_killed() {
    goes_on_after_kills(None, number("CARDROOM_TOURNAMENT_KILLS", 3)).await;
}

/// The next server takes over when the lease of the dead one has ended. That is no stop, so play goes on at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_goes_on_when_its_server_is_killed_on_postgres() {
    if let Some((server, database)) = postgres::database().await {
        let kills = number("CARDROOM_TOURNAMENT_KILLS", 3);
        goes_on_after_kills(Some(&server.url(&database)), kills).await;
    }
}

fn start(folder: &Path, database: Option<&str>) -> Server {
    if database.is_some() { super::server::start(folder, database) } else { Server::start(folder) }
}

async fn goes_on_after_kills(database: Option<&str>, kills: u64) {
    let players = number("CARDROOM_TOURNAMENT_PLAYERS", 12);
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), database);
    let mut rng = ChaCha20Rng::seed_from_u64(49);
    let (mut person, mut path) = Person::announce(&server, players).await;
    let (mut killed, mut finished) = (0, 0);
    let mut last: Option<Vec<Value>> = None;
    while killed < kills {
        // Some are killed before tables deal again, and some after.
        let lives = Duration::from_millis(rng.next_u64() % (STANDS_STILL * 8 / 5));
        let began = tokio::time::Instant::now();
        tokio::time::sleep(lives).await;
        let (before, entries) = person.assert_whole(&server, &path, players).await;
        if before["phase"] == "finished" {
            finished += 1;
            (person, path) = Person::announce(&server, players).await;
            last = None;
            continue;
        }
        if let Some(last) = &last {
            assert_places_stay(last, &entries);
        }
        tokio::time::sleep(Duration::from_millis(rng.next_u64() % 700)).await;
        drop(server);
        killed += 1;
        let elapsed = || u64::try_from(began.elapsed().as_millis()).unwrap();
        let lived = elapsed();
        server = start(folder.path(), database);
        let (after, entries_after) = person.assert_whole(&server, &path, players).await;
        let alive = if database.is_some() { elapsed() } else { lived };
        assert_places_stay(&entries, &entries_after);
        assert!(after["version"].as_u64() >= before["version"].as_u64(), "{before} {after}");
        if after["phase"] == "playing" && before["level"]["number"] == after["level"]["number"] {
            // What was played is saved with each change and every five seconds; a stop does not count.
            let played = |tournament: &Value| tournament["level"]["played_millis"].as_u64().unwrap_or(0);
            assert!(played(&after) <= played(&before) + alive, "{before} {after}");
            assert!(played(&after) >= played(&before), "{before} {after}");
        }
        last = Some(entries_after);
    }
    println!("{killed} kills of tournaments of {players}; {finished} were played to the end before");
    // It goes on, and a long run plays the last one to its end.
    let since = person.get(&server, &path).await["level"]["played_millis"].clone();
    for _ in 0..6_000 {
        let (tournament, entries) = person.assert_whole(&server, &path, players).await;
        let goes_on = tournament["level"]["played_millis"] != since;
        if tournament["phase"] == "finished" {
            let paid: u64 = entries.iter().map(|entry| entry["prize"].as_u64().unwrap()).sum();
            assert_eq!(paid, 110 * players);
            assert_eq!(server.audit().await["figures"]["tournaments"], 0);
            return;
        }
        if goes_on && kills < 10 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    panic!("it does not go on: {}", person.get(&server, &path).await);
}
