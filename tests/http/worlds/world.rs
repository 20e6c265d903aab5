//! One world: its house, those in it, and what one of them is told while a hand is played.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use super::taps::Taps;
use super::{Scene, Step, actions, routes};
use crate::house::{Client, House};
use crate::raw::Raw;

/// What was asked or followed, and the bytes of the answer.
pub type Told = Vec<(String, Vec<u8>)>;

/// One world: its house, and those in it.
pub struct World<'a> {
    scene: &'a Scene,
    /// What each seat is dealt here.
    piles: &'a [Vec<String>],
    house: House,
    players: Vec<Client>,
    path: String,
    /// Whose eyes this world is seen with: a seat's, or a stranger's.
    seat: Option<usize>,
    viewer: Client,
    told: Told,
}

impl<'a> World<'a> {
    /// Everything that a viewer is told in this scene with these piles: by streams while it is played, by answers to what
    /// they try at each step, and at its end by every route there is.
    pub async fn tells(scene: &'a Scene, piles: &'a [Vec<String>], seat: Option<usize>) -> Told {
        let mut world = Self::open(scene, piles, seat).await;
        let version = world.view(&world.viewer).await["version"].as_u64().unwrap();
        let mut taps = Taps::open(&world.viewer, &world.path, version).await;
        world.somebody_comes_and_goes(&mut taps).await;
        let dealt = world.players[0].post(&format!("{}/hands", world.path), Value::Null).await.ok();
        taps.version(dealt["table"]["version"].as_u64().unwrap()).await;
        let hand = dealt["change"]["hand"].as_str().unwrap();
        for step in &scene.script {
            world.go_on(step, &mut taps).await;
        }
        if !scene.ends {
            world.time_passes(&mut taps).await;
            world.act_through_the_socket(&mut taps).await;
        }
        // Whatever comes unasked came before this.
        world.somebody_comes_and_goes(&mut taps).await;
        world.told.extend(taps.close());
        world.nobody_watches().await;
        world.replay().await;
        world.ask_everything(hand).await;
        world.told
    }

    async fn open(scene: &'a Scene, piles: &'a [Vec<String>], seat: Option<usize>) -> Self {
        let house = House::open().await;
        house.dealer.stack_alike(&(scene.deck)(piles));
        let mut players = Vec::new();
        for seat in 0..scene.seats() {
            players.push(house.guest(&format!("Player {seat}")).await);
        }
        let options = json!({
            "name": "Main", "seats": scene.seats(), "min_buy_in": scene.buy_in, "max_buy_in": scene.buy_in,
            // Nobody is warned so late that those who look by and by count as gone meanwhile.
            "decision_seconds": 8, "time_bank_seconds": 0,
            "dealing": {"type": "by_hand"}, "game": {scene.game: scene.rules},
        });
        let opened = players[0].post("/v1/tables", options).await.created();
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        for (seat, player) in players.iter().enumerate() {
            player.post(&format!("{path}/seats"), json!({"seat": seat, "buy_in": scene.buy_in})).await.ok();
        }
        for player in &players {
            // From now on all are there, and their asking is no news.
            player.get(&path).await.ok();
        }
        let viewer = seat.map_or_else(|| house.stranger(), |seat| players[seat].clone());
        players[0].patch("/v1/me/statistics", json!({"open_to": "everybody"})).await.ok();
        Self { scene, piles, house, players, path, seat, viewer, told: Vec::new() }
    }

    async fn view(&self, client: &Client) -> Value {
        client.get(&self.path).await.ok()
    }

    /// Who is to act, where the hand awaits somebody.
    async fn turn(&self) -> Option<usize> {
        let view = self.view(&self.players[0]).await;
        view["hand"]["decisions"][0]["seat"].as_u64().map(|seat| usize::try_from(seat).unwrap())
    }

    /// The next step of the script, before which the viewer asks what all that they could do would come to.
    async fn go_on(&mut self, step: &Step, taps: &mut Taps) {
        let view = self.view(&self.viewer).await;
        let version = view["version"].as_u64().unwrap();
        let (legal, dubious) = (actions::legal(self.scene.game, &view), actions::dubious(self.scene.game));
        for action in legal.iter().chain(&dubious) {
            let body = actions::body(self.scene.game, version, action, true);
            self.try_out(&body).await;
            taps.ask(&self.act(&body)).await;
        }
        let turn = self.turn().await.unwrap_or(0);
        let dealt = &self.piles[turn];
        let (seat, action) = match step {
            Step::Turn(action) => (turn, action.clone()),
            Step::Lead => (turn, json!({"type": "play", "cards": [dealt[0]]})),
            Step::Bury => (turn, json!({"type": "bury", "cards": dealt[dealt.len() - 8..]})),
            Step::Act(seat, action) => (*seat, action.clone()),
        };
        let body = actions::body(self.scene.game, version, &action, false);
        if self.seat == Some(seat) {
            self.try_out(&body).await;
        } else {
            self.players[seat].post(&format!("{}/actions", self.path), body).await.ok();
        }
        let after = self.view(&self.players[seat]).await["version"].as_u64().unwrap();
        assert!(after > version, "{action} was done");
        taps.version(after).await;
    }

    /// Somebody begins to watch, and stops. Who is there is told once a second at most, so a second passes before each.
    async fn somebody_comes_and_goes(&self, taps: &mut Taps) {
        let strangers = if self.seat.is_none() { taps.len() } else { 0 };
        self.house.clock.advance(1);
        let passer_by =
            Raw::open(&self.house.stranger(), &format!("{}/events", self.path), None, "gzip").await;
        taps.watched_by(strangers + 1).await;
        self.house.clock.advance(1);
        drop(passer_by);
        taps.watched_by(strangers).await;
    }

    /// So much time passes that whoever is to act is warned.
    async fn time_passes(&self, taps: &mut Taps) {
        let view = self.view(&self.players[0]).await;
        let decision = &view["hand"]["decisions"][0];
        let due: Timestamp = decision["clock"]["due"].as_str().unwrap().parse().unwrap();
        self.house.clock.advance_to(due - SignedDuration::from_secs(5));
        if self.seat.is_some_and(|seat| decision["seat"] == seat) {
            taps.warning().await;
        }
    }

    /// The viewer tries everything through the socket, and where it is their turn does the first that they may.
    async fn act_through_the_socket(&self, taps: &mut Taps) {
        let view = self.view(&self.viewer).await;
        let game = self.scene.game;
        let mut known = view["version"].clone();
        for body in actions::bodies(game, &view) {
            taps.ask(&self.act(&body)).await;
            let version = self.view(&self.players[0]).await["version"].clone();
            if version != known {
                // What a change is told by and the reply to what is asked next come in either order.
                taps.version(version.as_u64().unwrap()).await;
                known = version;
            }
        }
        assert_eq!(known != view["version"], !actions::legal(game, &view).is_empty());
        let table = self.table();
        for request in [json!({"id": "1", "watch": table}), json!({"id": "2", "unwatch": table}), json!([])] {
            taps.ask(&request).await;
        }
    }

    /// The request that says the same through the socket.
    fn act(&self, body: &Value) -> Value {
        let mut act = body.clone();
        act["table"] = json!(self.table());
        json!({"id": "7", "act": act})
    }

    fn table(&self) -> &str {
        self.path.trim_start_matches("/v1/tables/")
    }

    /// Sends an action as the viewer; a stranger's is refused.
    async fn try_out(&mut self, body: &Value) {
        let path = format!("{}/actions", self.path);
        let request = self.viewer.request(Method::POST, &path).header("x-request-id", "same").json(body);
        let answer = answer(request).await;
        self.told.push((format!("POST {path} {body}"), answer));
    }

    /// What streams tell that begin only now.
    async fn replay(&mut self) {
        let version = self.view(&self.viewer).await["version"].clone();
        for (path, after) in
            [(format!("{}/events", self.path), Some("0")), ("/v1/me/events".to_owned(), None)]
        {
            for coding in ["identity", "gzip"] {
                if self.seat.is_none() && path.contains("/me/") {
                    continue;
                }
                let mut stream = Raw::open(&self.viewer, &path, after, coding).await;
                while stream.next().await.expect("more").data["table"]["version"] != version {}
                self.told.push((format!("{path} afterwards, {coding}"), std::mem::take(&mut stream.bytes)));
                drop(stream);
                self.nobody_watches().await;
            }
        }
    }

    /// Returns once the house has noticed that no stranger is there any more.
    async fn nobody_watches(&self) {
        let gone = async {
            while self.view(&self.house.stranger()).await["presence"]["watching"] != 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), gone).await.expect("streams that are closed end");
    }

    /// The answers of every route there is; after the hand of those that read, since others deal the next.
    async fn ask_everything(&mut self, hand: &str) {
        let asked =
            routes::routes().into_iter().filter(|(method, _)| !self.scene.ends || *method == Method::GET);
        for (method, path) in asked.collect::<Vec<_>>() {
            let path = if path.starts_with("/v1/hands/") || path.starts_with("/v1/admin/hands/") {
                path.replace("{id}", hand)
            } else if ["/v1/players/", "/v1/me/friends/", "/v1/me/blocks/", "/v1/me/mutes/"]
                .iter()
                .any(|of| path.starts_with(of))
            {
                path.replace("{id}", self.players[1].me["id"].as_str().unwrap())
            } else {
                path.replace("{id}", self.table())
            };
            let path = path.replace("{player}", self.players[1].me["id"].as_str().unwrap());
            let view = if path.ends_with("/actions") { self.view(&self.viewer).await } else { Value::Null };
            for (query, body) in routes::variants(&method, &path, self.scene.game, &view) {
                let path = format!("{path}{query}");
                for coding in ["identity", "gzip"] {
                    let mut request =
                        self.viewer.request(method.clone(), &path).header("x-request-id", "same");
                    request = request.header("accept-encoding", coding);
                    if let Some(body) = &body {
                        request = request.json(body);
                    }
                    let asked = body.as_ref().map_or(String::new(), Value::to_string);
                    self.told.push((format!("{method} {path} {asked} {coding}"), answer(request).await));
                }
            }
        }
    }
}

/// All of an answer: its status, its headers and its body.
async fn answer(request: reqwest::RequestBuilder) -> Vec<u8> {
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
