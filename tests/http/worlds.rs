//! Two worlds that differ only in cards that are hidden from a viewer: whatever the viewer asks, of every route there
//! is, the answers are the same, byte for byte.
//!
//! Both worlds have the same times, tokens and identifiers, because all chance comes from the same seed; only the decks
//! are stacked differently. A new route joins by itself.

use std::collections::BTreeMap;

use cardroom::cards::card::Card;
use cardroom::http::router;
use reqwest::Method;
use serde_json::{Value, json};

use crate::deals::doudizhu::Deal;
use crate::deals::shengji;
use crate::events::Events;
use crate::house::{Client, House};

/// A hand of a game up to a point where much is hidden, and cards that change places.
struct Scene {
    game: &'static str,
    rules: Value,
    buy_in: u64,
    /// What each seat is dealt; the last pile is dealt to nobody.
    piles: Vec<Vec<String>>,
    /// The deck from its top, where these are the piles.
    deck: fn(&[Vec<String>]) -> String,
    script: Vec<Step>,
    /// Who has seen the pile that was dealt to nobody.
    taker: Option<usize>,
    /// Places of two cards, each by pile and place in it.
    swaps: Vec<[(usize, usize); 2]>,
}

/// What happens next in a scene.
enum Step {
    /// Whoever is to act does this.
    Turn(Value),
    /// Whoever is to act plays the first card that they were dealt.
    Lead,
    /// Whoever is to act buries the last eight cards that they were dealt.
    Bury,
    /// A seat does this, in turn or not.
    Act(usize, Value),
    /// So many seconds pass, and what they bring has come.
    Wait(i64),
}

impl Scene {
    fn seats(&self) -> usize {
        self.piles.len() - 1
    }
}

/// One world: its house, and those in it.
struct World {
    house: House,
    players: Vec<Client>,
    path: String,
    hand: String,
}

impl World {
    /// Plays a scene with these piles.
    async fn of(scene: &Scene, piles: &[Vec<String>]) -> Self {
        let house = House::open().await;
        house.dealer.stack_alike(&(scene.deck)(piles));
        let mut players = Vec::new();
        for seat in 0..scene.seats() {
            players.push(house.guest(&format!("Player {seat}")).await);
        }
        let options = json!({
            "name": "Main", "seats": scene.seats(), "min_buy_in": scene.buy_in, "max_buy_in": scene.buy_in,
            "dealing": {"type": "by_hand"}, "game": {scene.game: scene.rules},
        });
        let opened = players[0].post("/v1/tables", options).await.created();
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        for (seat, player) in players.iter().enumerate() {
            player.post(&format!("{path}/seats"), json!({"seat": seat, "buy_in": scene.buy_in})).await.ok();
        }
        let dealt = players[0].post(&format!("{path}/hands"), Value::Null).await.ok();
        let hand = dealt["change"]["hand"].as_str().unwrap().to_owned();
        let mut world = Self { house, players, path, hand };
        for step in &scene.script {
            world.go_on(scene, step).await;
        }
        world
    }

    async fn go_on(&mut self, scene: &Scene, step: &Step) {
        let view = self.players[0].get(&self.path).await.ok();
        let turn =
            view["hand"]["decisions"][0]["seat"].as_u64().map_or(0, |seat| usize::try_from(seat).unwrap());
        let dealt = &scene.piles[turn];
        let (seat, action) = match step {
            Step::Turn(action) => (turn, action.clone()),
            Step::Lead => (turn, json!({"type": "play", "cards": [dealt[0]]})),
            Step::Bury => (turn, json!({"type": "bury", "cards": dealt[dealt.len() - 8..]})),
            Step::Act(seat, action) => (*seat, action.clone()),
            Step::Wait(seconds) => {
                self.house.clock.advance(*seconds);
                let events = format!("{}/events?wait=30&after={}", self.path, view["version"]);
                self.players[0].get(&events).await.ok();
                return;
            }
        };
        let action = json!({"at": view["version"], "action": {scene.game: action}});
        self.players[seat].post(&format!("{}/actions", self.path), action).await.ok();
    }

    /// Who looks: a seat, or a stranger.
    fn viewer(&self, seat: Option<usize>) -> Client {
        seat.map_or_else(|| self.house.stranger(), |seat| self.players[seat].clone())
    }

    /// Everything that a viewer is told, of every route: what was asked, and the answer's bytes.
    async fn told(&self, game: &str, viewer: Option<usize>) -> Vec<(String, Vec<u8>)> {
        let client = self.viewer(viewer);
        let mut told = Vec::new();
        let table = self.path.trim_start_matches("/v1/tables/");
        for (stream, after) in [(format!("{}/events", self.path), "0"), ("/v1/me/events".to_owned(), "")] {
            if viewer.is_some() || !stream.contains("/me/") {
                told.push((stream.clone(), self.streamed(&client, &stream, after).await));
            }
        }
        for (method, path) in routes() {
            let path = match path.as_str() {
                hand if hand.starts_with("/v1/hands/") || hand.starts_with("/v1/admin/hands/") => {
                    hand.replace("{id}", &self.hand)
                }
                path => path.replace("{id}", table),
            };
            for (query, body) in variants(&method, &path, game) {
                let path = format!("{path}{query}");
                for coding in ["identity", "gzip"] {
                    let mut request = client.request(method.clone(), &path).header("x-request-id", "same");
                    request = request.header("accept-encoding", coding);
                    if let Some(body) = &body {
                        request = request.json(body);
                    }
                    let answer = self.answer(request).await;
                    told.push((format!("{method} {path} {body:?} {coding}"), answer));
                }
            }
        }
        told
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Vec<u8> {
        let answer = request.send().await.unwrap();
        let headers: BTreeMap<String, String> = answer
            .headers()
            .iter()
            // The one header that tells real time.
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        let mut bytes = format!("{} {headers:?}\n", answer.status()).into_bytes();
        bytes.extend(answer.bytes().await.unwrap());
        bytes
    }

    /// What a stream tells up to now, beside who is connected.
    async fn streamed(&self, client: &Client, path: &str, after: &str) -> Vec<u8> {
        let version = self.house.stranger().get(&self.path).await.ok()["version"].as_u64().unwrap();
        let mut stream = Events::open(client, path, Some(after).filter(|after| !after.is_empty())).await;
        let mut told = Vec::new();
        loop {
            let event = stream.next_of("table").await;
            told.extend(format!("{:?}\n", (&event.id, &event.data)).into_bytes());
            if event.data["table"]["version"] == version {
                return told;
            }
        }
    }
}

/// Every route there is: reading first, and last what ends a sign-in.
fn routes() -> Vec<(Method, String)> {
    let document = router::document();
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            routes.push((Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path.clone()));
        }
    }
    let ends = |path: &str| path.starts_with("/v1/sessions") || path.contains("password");
    let rank = |method: &Method| {
        ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().position(|name| *name == method.as_str())
    };
    routes.sort_by_key(|(method, path)| (ends(path), rank(method), path.clone()));
    routes
}

/// Queries and bodies worth trying; for a route of which nothing is known, none and an empty one.
fn variants(method: &Method, path: &str, game: &str) -> Vec<(String, Option<Value>)> {
    if *method == Method::GET {
        let queries: &[&str] = match path {
            path if path.ends_with("/events") => &["", "?after=0", "?after=3"],
            _ => &["", "?limit=2"],
        };
        return queries.iter().map(|query| ((*query).to_owned(), None)).collect();
    }
    let bodies = match path {
        path if path.ends_with("/actions") => actions(game),
        path if path.ends_with("/wishes") => {
            vec![json!({"holdem": {"straddle": true}}), json!({"doudizhu": {"auto_pass": true}})]
        }
        path if path.ends_with("/seats/me") => vec![json!({})],
        _ => vec![json!({})],
    };
    bodies.into_iter().map(|body| (String::new(), Some(body))).collect()
}

/// Actions in place and out of it, with cards that the asker has and has not, judged only and meant.
fn actions(game: &str) -> Vec<Value> {
    let all = match game {
        "holdem" => vec![
            json!({"type": "check"}),
            json!({"type": "raise", "to": 40}),
            json!({"type": "raise", "to": 1}),
            json!({"type": "show"}),
        ],
        "doudizhu" => vec![
            json!({"type": "play", "cards": ["3s"]}),
            json!({"type": "play", "cards": ["As", "Ah"]}),
            json!({"type": "pass"}),
        ],
        _ => vec![
            json!({"type": "play", "cards": ["3s"]}),
            json!({"type": "play", "cards": ["As", "Ks", "Qs"]}),
            json!({"type": "declare", "card": "2h", "pair": false}),
            json!({"type": "pass"}),
        ],
    };
    let at = |dry_run: bool, version: u64, action: &Value| json!({"at": version, "action": {game: action}, "dry_run": dry_run});
    [(true, 1), (true, 12), (true, 99), (false, 1), (false, 12), (false, 99)]
        .iter()
        .flat_map(|&(dry_run, version)| {
            all.iter().map(move |action| at(dry_run, version, action)).collect::<Vec<_>>()
        })
        .collect()
}

/// The piles with two cards in each other's place.
fn swapped(piles: &[Vec<String>], [one, other]: [(usize, usize); 2]) -> Vec<Vec<String>> {
    let mut piles = piles.to_vec();
    let card = std::mem::take(&mut piles[one.0][one.1]);
    let card = std::mem::replace(&mut piles[other.0][other.1], card);
    piles[one.0][one.1] = card;
    piles
}

async fn assert_alike(scene: Scene) {
    let viewers = std::iter::once(None).chain((0..scene.seats()).map(Some));
    let mut compared = 0;
    for viewer in viewers {
        let before = World::of(&scene, &scene.piles).await.told(scene.game, viewer).await;
        for swap in &scene.swaps {
            let knows = |pile: usize| {
                viewer.is_some() && (viewer == Some(pile) || (pile == scene.seats() && viewer == scene.taker))
            };
            if swap.iter().any(|(pile, _)| knows(*pile)) {
                continue;
            }
            let after = World::of(&scene, &swapped(&scene.piles, *swap)).await.told(scene.game, viewer).await;
            assert_eq!(before.len(), after.len());
            for ((asked, one), (_, other)) in before.iter().zip(&after) {
                let text = String::from_utf8_lossy;
                assert!(one == other, "{viewer:?}, {swap:?}: {asked}\n{}\n{}", text(one), text(other));
                compared += 1;
            }
        }
    }
    println!("{}: {compared} answers are the same in two worlds", scene.game);
    assert!(compared > 500, "{compared}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_holdem_cards() {
    let all = || Card::french().map(|card| card.to_string());
    let act = |kind: &str| Step::Turn(json!({"type": kind}));
    assert_alike(Scene {
        game: "holdem",
        rules: json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10}),
        buy_in: 1_000,
        piles: vec![
            all().take(2).collect(),
            all().skip(2).take(2).collect(),
            all().skip(4).take(2).collect(),
            all().skip(6).collect(),
        ],
        // Two rounds of one card each, from the small blind on: seat 2 has the button of the first hand.
        deck: |piles| {
            let order = [0, 1, 2].map(|seat: usize| &piles[seat]);
            let held = (0..2).flat_map(|round| order.map(|pile| pile[round].clone()));
            held.chain(piles[3].iter().cloned()).collect::<Vec<_>>().join(" ")
        },
        taker: None,
        script: vec![act("call"), act("call"), act("check"), act("check")],
        swaps: vec![
            [(1, 0), (2, 1)],
            [(0, 0), (2, 0)],
            [(0, 1), (3, 40)],
            [(1, 1), (3, 5)],
            [(3, 20), (3, 45)],
        ],
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_dou_dizhu_cards() {
    let Deal { hands, bottom } = Deal::shuffled([5; 32]);
    assert_alike(Scene {
        game: "doudizhu",
        rules: json!({"bidding": "points", "card_millis": 0, "stake": 1}),
        buy_in: 1_000,
        piles: hands.into_iter().chain([bottom]).collect(),
        deck: |piles| {
            let [a, b, c, bottom] = piles else { panic!("four piles") };
            Deal { hands: [a.clone(), b.clone(), c.clone()], bottom: bottom.clone() }.deck()
        },
        taker: None,
        script: vec![
            Step::Turn(json!({"type": "bid", "points": 3})),
            Step::Lead,
            Step::Turn(json!({"type": "pass"})),
        ],
        swaps: vec![[(0, 3), (1, 9)], [(1, 5), (2, 12)], [(0, 16), (2, 1)]],
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_tells_shengji_cards() {
    let shengji::Deal { hands, kitty } = shengji::Deal::of(["2s 3s", "4h 5h", "6d 7d", "8c 9c"], "Td Jd");
    assert_alike(Scene {
        game: "shengji",
        rules: json!({"card_millis": 0}),
        buy_in: 0,
        piles: hands.into_iter().chain([kitty]).collect(),
        deck: |piles| {
            let [a, b, c, d, kitty] = piles else { panic!("five piles") };
            let hands = [a.clone(), b.clone(), c.clone(), d.clone()];
            shengji::Deal { hands, kitty: kitty.clone() }.deck(0)
        },
        taker: Some(0),
        script: vec![
            Step::Act(0, json!({"type": "declare", "card": "2s", "pair": false})),
            Step::Wait(10),
            Step::Bury,
            Step::Lead,
        ],
        swaps: vec![[(1, 3), (2, 9)], [(2, 5), (3, 12)], [(1, 16), (3, 1)], [(2, 7), (4, 3)]],
    })
    .await;
}
