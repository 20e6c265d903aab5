//! Every open hand goes on to its end, over HTTP, and the next one is dealt.

use jiff::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{FOLDERS, Folder, Opened};
use crate::events::Events;
use crate::server::Client;

/// More steps than any hand takes.
const MOST_STEPS: usize = 1_000;

/// A table that goes on.
struct Going<'a> {
    opened: &'a Opened,
    path: &'a str,
    /// A player who may see it.
    caller: Client,
}

#[tokio::test]
async fn every_open_hand_is_played_to_its_end_and_another_is_dealt() {
    // Since the second folder a player has lost everything at the private table, so no hand can be dealt there.
    for (number, (hands, deals)) in FOLDERS.into_iter().zip([(9, 9), (9, 8), (10, 9)]) {
        assert_played_on(number, hands, deals).await;
    }
}

/// Plays this many open hands, and then another at this many tables.
async fn assert_played_on(number: u32, hands: usize, deals: usize) {
    play_on(Folder::copy(number).open().await, hands, deals).await;
}

/// The same at an open server, which is closed then.
pub async fn play_on(opened: Opened, hands: usize, deals: usize) {
    let paths = opened.tables();
    let (mut tables, mut connected) = (Vec::new(), Vec::new());
    for path in &paths {
        connected.extend(connect_all(&opened, path).await);
        let table = Going { opened: &opened, path, caller: host(&opened, path) };
        let hand = table.view().await["hand"]["id"].clone();
        tables.push((table, hand));
    }
    assert_eq!(tables.iter().filter(|(_, hand)| hand.is_string()).count(), hands);
    let mut dealt = 0;
    for (table, hand) in &tables {
        if hand.is_string() {
            // If it only had to wait, it may be over by now: time has passed at the other tables.
            table.play().await;
            assert_eq!(table.view().await["last_hand"], *hand);
            table.assert_finished(hand).await;
        }
        dealt += usize::from(table.deal_another().await);
    }
    assert_eq!(dealt, deals);
    drop(connected);
    opened.close().await;
}

/// Connects every player at a table: the clock plays early for an absent player while another is connected.
async fn connect_all(opened: &Opened, path: &str) -> Vec<Events> {
    let view = host(opened, path).get(path).await.ok();
    let people = view["chairs"].as_array().unwrap().iter().filter(|chair| chair["computer"].is_null());
    let mut connected = Vec::new();
    for chair in people {
        let player = opened.player(&chair["player"]);
        connected.push(Events::open(&player, &format!("{path}/events"), None).await);
    }
    connected
}

/// The player who opened the table.
fn host(opened: &Opened, path: &str) -> Client {
    let got = opened.recorded.answers.iter().find(|got| got.path == path && got.status == 200).unwrap();
    opened.player(&got.body["host"])
}

impl Going<'_> {
    async fn view(&self) -> Value {
        self.caller.get(self.path).await.ok()
    }

    /// Plays the hand to its end: each seat does the cheapest action.
    async fn play(&self) {
        for _ in 0..MOST_STEPS {
            let view = self.view().await;
            if view["hand"].is_null() {
                self.opened.audit().await;
                return;
            }
            self.step(&view).await;
        }
        panic!("{} does not come to an end", self.path);
    }

    /// A seat acts, or time passes.
    async fn step(&self, view: &Value) {
        let decisions = view["hand"]["decisions"].as_array().unwrap();
        let chair =
            |seat: &Value| view["chairs"].as_array().unwrap().iter().find(|chair| chair["seat"] == *seat);
        let is_here = |seat: &Value| {
            let plays = |chair: &Value| {
                chair["leaving"] == false && chair["away"] == false && chair["computer"].is_null()
            };
            chair(seat).is_some_and(plays)
        };
        let asked = decisions.iter().find(|decision| decision["clock"].is_object());
        match asked.map(|decision| &decision["seat"]) {
            // The clock plays for an absent player, in a change of its own, after their time to think.
            Some(seat) if !is_here(seat) => {
                self.opened.server.clock.think();
                self.wait_beyond(view).await;
            }
            Some(seat) => self.act(&self.opened.player(&chair(seat).unwrap()["player"])).await,
            None => {
                let goes_on_at: Timestamp = view["hand"]["goes_on_at"].as_str().unwrap().parse().unwrap();
                self.opened.server.clock.advance_to(goes_on_at);
                self.wait_beyond(view).await;
            }
        }
    }

    async fn wait_beyond(&self, view: &Value) {
        let events = format!("{}/events?after={}&wait=20&limit=1", self.path, view["version"]);
        let page = self.caller.get(&events).await.ok();
        assert_eq!(page["changes"].as_array().unwrap().len(), 1, "{}: {page}", self.path);
    }

    /// Does the cheapest action, unless the clock is quicker, as it may be for a seat with an automatic pass.
    async fn act(&self, client: &Client) {
        let view = client.get(self.path).await.ok();
        let Some(options) = view["you"]["options"].as_object() else { return };
        let (game, options) = options.iter().next().unwrap();
        let action = cheapest(game, options, &view["hand"]["state"][game]);
        let body = json!({"at": view["version"], "action": {game: action}});
        let reply = client.post(&format!("{}/actions", self.path), body).await;
        if reply.status != StatusCode::OK {
            let code = reply.body["code"].as_str().unwrap();
            assert!(["stale", "not_your_turn"].contains(&code), "{}", reply.text);
        }
    }

    /// Every client gets the finished hand, and its file if its game has one.
    async fn assert_finished(&self, hand: &Value) {
        let path = format!("/v1/hands/{}", hand.as_str().unwrap());
        let history = self.caller.get(&path).await.ok();
        assert_eq!((&history["over"], &history["id"]), (&json!(true), hand));
        let file = self.caller.get(&format!("{path}/phh")).await;
        let expected =
            if history["rules"].get("holdem").is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        assert_eq!(file.status, expected);
    }

    /// Deals another hand if possible, and plays it. Returns whether it could.
    async fn deal_another(&self) -> bool {
        let view = self.view().await;
        let Some(chair) = view["chairs"].get(0) else { return false };
        let dealt =
            self.opened.player(&chair["player"]).post(&format!("{}/hands", self.path), Value::Null).await;
        if dealt.status != StatusCode::OK {
            let code = dealt.body["code"].as_str().unwrap();
            assert!(["too_few_players", "other_dealing", "table_closed"].contains(&code), "{code}");
            return false;
        }
        self.play().await;
        true
    }
}

/// The cheapest action of a seat.
fn cheapest(game: &str, options: &Value, state: &Value) -> Value {
    match game {
        "holdem" if options["run_twice"] == true => json!({"type": "run_twice", "agree": false}),
        "holdem" if options["show"] == true => json!({"type": "show"}),
        "holdem" if options["check"] == true => json!({"type": "check"}),
        "holdem" => json!({"type": "call"}),
        "doudizhu" => match options["type"].as_str().unwrap() {
            "bid" if state["calls"].as_array().unwrap().len() == 2 => json!({"type": "bid", "points": 3}),
            "call" => json!({"type": "call"}),
            "play" => match &options["suggested"][0] {
                Value::Null => json!({"type": "pass"}),
                play => {
                    let reading = &play["reading"];
                    json!({
                        "type": "play", "cards": play["cards"],
                        "as": {"kind": reading["kind"], "main": reading["main"]},
                    })
                }
            },
            _ => json!({"type": "pass"}),
        },
        _ => match options["type"].as_str().unwrap() {
            "bury" => json!({"type": "bury", "cards": options["suggested"]}),
            "declare" => json!({"type": "pass"}),
            _ => json!({"type": "play", "cards": options["suggested"]}),
        },
    }
}
