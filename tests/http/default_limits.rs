//! The default limits, and play that they have to allow.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cardroom::http::limit_settings::LimitSettings;
use cardroom::http::settings::Settings;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::choice::choice;
use crate::events::Events;
use crate::server::{Client, Reply, TestServer, settings};

/// How long a step of the test's time is: a card is dealt in it.
const STEP: Duration = Duration::from_millis(250);

/// Four people who share an address, each with the streams of their page and the answers they got.
struct FourPlayers {
    server: TestServer,
    people: Vec<Client>,
    tables: Vec<String>,
    asked: HashMap<u16, usize>,
}

impl FourPlayers {
    async fn join() -> Self {
        let limits = Settings { limits: LimitSettings::PRIVATE, ..settings() };
        let server = TestServer::within(limits, LimitSettings::PRIVATE.room()).await;
        let mut people = Vec::new();
        for name in ["North", "West", "South", "East"] {
            people.push(server.guest(name).await);
        }
        Self { server, people, tables: Vec::new(), asked: HashMap::new() }
    }

    #[track_caller]
    fn note(&mut self, reply: &Reply) {
        assert_ne!(reply.status, 429, "a request is refused: {}", reply.text);
        *self.asked.entry(reply.status.as_u16()).or_default() += 1;
    }

    async fn open_tables(&mut self, number: usize) {
        for host in 0..number {
            let options = json!({
                "name": "Evening", "seats": 4, "min_buy_in": 100, "max_buy_in": 1_000, "game": {"shengji": {}},
            });
            let opened = self.people[host].post("/v1/tables", options).await;
            self.note(&opened);
            let path = format!("/v1/tables/{}", opened.created()["table"]["id"].as_str().unwrap());
            for seat in 0..4 {
                let chair = json!({"seat": seat, "buy_in": 500});
                let sat = self.people[seat].post(&format!("{path}/seats"), chair).await;
                self.note(&sat);
                sat.ok();
            }
            self.tables.push(path);
        }
    }

    /// Each of them reads each table, has the next action judged, and acts if it is their turn.
    async fn act(&mut self) {
        for table in 0..self.tables.len() {
            let path = self.tables[table].clone();
            for person in 0..self.people.len() {
                let player = self.people[person].clone();
                let seen = player.get(&path).await;
                self.note(&seen);
                let view = seen.ok();
                let mine = &view["you"]["seat"];
                let decisions = view["hand"]["decisions"].as_array().into_iter().flatten();
                let is_asked = decisions.into_iter().any(|decision| decision["seat"] == *mine);
                let options = &view["you"]["options"];
                // A player who draws a card may declare; these players do so once all cards are dealt.
                let is_dealing = view["hand"]["state"]["shengji"]["stage"] == "dealing";
                if !is_asked || options.is_null() || is_dealing {
                    continue;
                }
                let mut act = json!({"at": view["version"], "action": choice(options), "dry_run": true});
                for dry_run in [true, false] {
                    act["dry_run"] = json!(dry_run);
                    let done = player.post(&format!("{path}/actions"), act.clone()).await;
                    self.note(&done);
                }
            }
        }
    }

    async fn hands_played(&self) -> usize {
        let mut played = 0;
        for path in &self.tables {
            let hands = self.people[0].get(&format!("{path}/hands")).await.ok();
            let hands = hands["hands"].as_array().cloned().unwrap_or_default();
            played += hands.iter().filter(|hand| hand["over"] == true).count();
        }
        played
    }
}

/// Shengji dealt card by card, at three tables at once, by four people behind one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_behind_one_address_play_shengji_at_three_tables() {
    let mut players = FourPlayers::join().await;
    players.open_tables(3).await;
    // Each has a stream for each table and one of their own, as a page with three tabs has.
    let mut streams = Vec::new();
    for person in &players.people {
        streams.push(Events::open(person, "/v1/me/events", None).await);
        for path in &players.tables {
            streams.push(Events::open(person, &format!("{path}/events"), None).await);
        }
    }
    let clock = Arc::clone(&players.server.clock);
    let mut cards = 0;
    for step in 0..4_000_usize {
        let now: jiff::Timestamp = clock.text().parse().unwrap();
        clock.advance_to(now + STEP);
        // The server's clock deals; that takes as long as it takes to ask every seat.
        sleep(Duration::from_millis(2)).await;
        players.act().await;
        if step % 50 == 0 && players.hands_played().await >= 3 {
            break;
        }
    }
    for path in &players.tables {
        let hands = players.people[0].get(&format!("{path}/hands")).await.ok();
        let hand = hands["hands"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
        let hand = players.people[0].get(&format!("/v1/hands/{hand}")).await.ok();
        cards += hand["changes"].as_array().unwrap().iter().filter(|change| drew(change)).count();
        assert_eq!(hand["over"], true, "{}", hand["state"]);
    }
    assert_eq!(cards, 300, "each of a hundred cards at three tables is a change of its own");
    println!("answers of each status: {:?}", players.asked);
    assert!(players.asked[&200] > 2_000, "{:?}", players.asked);
    players.server.assert_every_chip_is_accounted_for().await;
}

/// Whether a change deals one card.
fn drew(change: &Value) -> bool {
    let events = change["events"].as_array().unwrap();
    events.iter().any(|event| event["hand"]["shengji"]["type"] == "drawn")
}

/// A club, a school, or a provider that puts all its customers behind one address: two hundred come, register, sit down beside computers
/// and play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_behind_one_address_register_and_play_beside_computers() {
    let limits = Settings { limits: LimitSettings::PRIVATE, ..settings() };
    let server = TestServer::within(limits, LimitSettings::PRIVATE.room()).await;
    for number in 0..200 {
        let person = server.guest(&format!("Person {number}")).await;
        let account = json!({"login": format!("person{number}"), "password": "a long password"});
        let named = person.put("/v1/me/account", account).await;
        assert!(named.status.is_success(), "{number}: {}", named.text);
        let seated = person.post("/v1/quick-seat", json!({"game": "holdem", "bots": "novice"})).await;
        let path = format!("/v1/tables/{}", seated.ok()["table"]["id"].as_str().unwrap());
        acts(&server, &person, &path).await;
        // They come within an hour.
        server.clock.advance(4);
    }
}

/// Acts once it is this person's turn.
async fn acts(server: &TestServer, person: &Client, path: &str) {
    // On a busy machine computers take longer to think.
    for _ in 0..2_000 {
        let view = person.get(path).await.ok();
        let options = &view["you"]["options"];
        if !options.is_null() {
            let act = json!({"at": view["version"], "action": choice(options)});
            person.post(&format!("{path}/actions"), act).await.ok();
            return;
        }
        server.clock.advance(1);
        sleep(Duration::from_millis(10)).await;
    }
    panic!("it is never their turn");
}
