//! One world: its server, its players, and what a viewer gets while a hand is played.

use std::collections::BTreeSet;
use std::time::Duration;

use cardroom::http::settings::Settings;
use cardroom::service::people::refill::RefillTerms;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use super::asking::Answered;
use super::routes::Known;
use super::taps::Taps;
use super::{Scene, Step, actions};
use crate::raw::Raw;
use crate::server::{Client, TestServer, settings};

/// A request or stream, and the bytes of the answer.
pub type Recorded = Vec<(String, Vec<u8>)>;

/// One world: its server, and its players.
pub struct World<'a> {
    pub scene: &'a Scene,
    /// The cards of each seat here.
    piles: &'a [Vec<String>],
    pub server: TestServer,
    pub players: Vec<Client>,
    /// A player who is signed in, and does not sit.
    pub newcomer: Client,
    pub path: String,
    /// The viewer of this world: a seat, or an anonymous client.
    seat: Option<usize>,
    pub viewer: Client,
    pub known: Known,
    pub got: Recorded,
    /// The routes of which an answer was a good one.
    pub well: BTreeSet<String>,
}

impl<'a> World<'a> {
    /// Everything that a viewer gets in this scene with these piles: from streams while it is played, as answers to
    /// what they try at each step, and at its end from every route, an anonymous client also as a guest; and the
    /// routes that answered with success.
    pub async fn record(
        scene: &'a Scene,
        piles: &'a [Vec<String>],
        seat: Option<usize>,
    ) -> (Recorded, BTreeSet<String>) {
        let mut world = Self::open(scene, piles, seat).await;
        let version = world.view(&world.viewer).await["version"].as_u64().unwrap();
        let mut taps = Taps::open(&world.viewer, &world.path, version).await;
        world.watcher_comes_and_goes(&mut taps).await;
        let dealt = world.players[0].post(&format!("{}/hands", world.path), Value::Null).await.ok();
        taps.version(dealt["table"]["version"].as_u64().unwrap()).await;
        dealt["change"]["hand"].as_str().unwrap().clone_into(&mut world.known.hand);
        for step in &scene.script {
            world.go_on(step, &mut taps).await;
        }
        if !scene.ends {
            world.time_passes(&mut taps).await;
            world.act_through_the_socket(&mut taps).await;
        }
        // All messages that no request caused came before this.
        world.watcher_comes_and_goes(&mut taps).await;
        world.got.extend(taps.close());
        world.no_one_watches().await;
        world.replay().await;
        world.follow_the_lobby().await;
        world.ask_everything().await;
        if seat.is_none() {
            world.look_as_a_guest().await;
            world.ask_everything().await;
        }
        (world.got, world.well)
    }

    async fn open(scene: &'a Scene, piles: &'a [Vec<String>], seat: Option<usize>) -> Self {
        // All players have so few chips that they get a refill.
        let refill = settings().refill.map(|terms| RefillTerms { below: 1_000_000, ..terms });
        let server = TestServer::set(Settings { refill, ..settings() }).await;
        server.dealer.stack_alike(&(scene.deck)(piles));
        let mut players = Vec::new();
        for seat in 0..scene.seats() {
            players.push(server.guest(&format!("Player {seat}")).await);
        }
        let options = json!({
            "name": "Main", "seats": scene.seats(), "min_buy_in": scene.buy_in, "max_buy_in": scene.buy_in,
            // The warning comes early enough that a viewer who reads now and then does not count as absent before it.
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
        let viewer = seat.map_or_else(|| server.anonymous(), |seat| players[seat].clone());
        players[0].patch("/v1/me/statistics", json!({"open_to": "everybody"})).await.ok();
        let newcomer = server.guest("Newcomer").await;
        let known = Self::known(scene, &path, &players, &newcomer).await;
        let (got, well) = (Vec::new(), BTreeSet::new());
        Self { scene, piles, server, players, newcomer, path, seat, viewer, known, got, well }
    }

    /// All identifiers that requests may need, among them a table that the host opens beside.
    async fn known(scene: &Scene, path: &str, players: &[Client], newcomer: &Client) -> Known {
        let other = json!({
            "name": "Beside", "seats": 6, "min_buy_in": 100, "max_buy_in": 200, "access": "invite",
            "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}},
        });
        let other = players[0].post("/v1/tables", other).await.created();
        let id = |of: &Value| of["id"].as_str().unwrap().to_owned();
        Known {
            game: scene.game,
            table: path.trim_start_matches("/v1/tables/").to_owned(),
            other_table: id(&other["table"]),
            invite_code: other["table"]["you"]["invite_code"].as_str().unwrap().to_owned(),
            host: id(&players[0].me),
            player: id(&players[1].me),
            next_host: id(&players[2].me),
            guest: id(&newcomer.me),
            ..Known::default()
        }
    }

    pub async fn view(&self, client: &Client) -> Value {
        client.get(&self.path).await.ok()
    }

    /// The seat whose turn it is, if the hand waits for one.
    async fn turn(&self) -> Option<usize> {
        let view = self.view(&self.players[0]).await;
        view["hand"]["decisions"][0]["seat"].as_u64().map(|seat| usize::try_from(seat).unwrap())
    }

    /// The next step of the script; before it, the viewer sends a dry run of each action.
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

    /// A client begins to watch, and stops. The number of watchers is sent once a second at most, so a second passes
    /// before each.
    async fn watcher_comes_and_goes(&self, taps: &mut Taps) {
        let uncounted = if self.seat.is_none() { taps.len() } else { 0 };
        self.server.clock.advance(1);
        let passer_by =
            Raw::open(&self.server.anonymous(), &format!("{}/events", self.path), None, "gzip").await;
        taps.watched_by(uncounted + 1).await;
        self.server.clock.advance(1);
        drop(passer_by);
        taps.watched_by(uncounted).await;
    }

    /// So much time passes that the seat whose turn it is gets a warning.
    async fn time_passes(&self, taps: &mut Taps) {
        let view = self.view(&self.players[0]).await;
        let decision = &view["hand"]["decisions"][0];
        let due: Timestamp = decision["clock"]["due"].as_str().unwrap().parse().unwrap();
        self.server.clock.advance_to(due - SignedDuration::from_secs(5));
        if self.seat.is_some_and(|seat| decision["seat"] == seat) {
            taps.warning().await;
        }
    }

    /// The viewer tries everything through the socket, and if it is their turn, does the first legal action.
    async fn act_through_the_socket(&self, taps: &mut Taps) {
        let view = self.view(&self.viewer).await;
        let game = self.scene.game;
        let mut known = view["version"].clone();
        for body in actions::bodies(game, &view) {
            taps.ask(&self.act(&body)).await;
            let version = self.view(&self.players[0]).await["version"].clone();
            if version != known {
                // The message about a change and the reply to the next request come in either order.
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

    /// The same request for the socket.
    fn act(&self, body: &Value) -> Value {
        let mut act = body.clone();
        act["table"] = json!(self.table());
        json!({"id": "7", "act": act})
    }

    fn table(&self) -> &str {
        self.path.trim_start_matches("/v1/tables/")
    }

    /// Sends an action as the viewer; that of an anonymous client is refused.
    async fn try_out(&mut self, body: &Value) {
        let path = format!("{}/actions", self.path);
        let request = self.viewer.request(Method::POST, &path).header("x-request-id", "same").json(body);
        let answered = Answered::to(request).await;
        if answered.is_well {
            self.well.insert("POST /v1/tables/{id}/actions".to_owned());
        }
        self.got.push((format!("POST {path} {body}"), answered.bytes));
    }

    /// The messages of streams that begin now.
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
                self.got.push((format!("{path} afterwards, {coding}"), std::mem::take(&mut stream.bytes)));
                drop(stream);
                self.no_one_watches().await;
            }
        }
    }

    /// Returns once the server has noticed that no anonymous client is connected any more.
    async fn no_one_watches(&self) {
        let gone = async {
            while self.view(&self.server.anonymous()).await["presence"]["watching"] != 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), gone).await.expect("streams that are closed end");
    }

    /// The message of the lobby's stream after a player sat down at the table.
    async fn follow_the_lobby(&mut self) {
        let mut streams = Vec::new();
        for coding in ["identity", "gzip"] {
            let mut stream = Raw::open(&self.viewer, "/v1/lobby/events", None, coding).await;
            stream.next().await.unwrap();
            streams.push(stream);
        }
        let passer_by =
            Raw::open(&self.server.anonymous(), &format!("{}/events", self.path), None, "gzip").await;
        self.server.clock.advance(1);
        for mut stream in streams {
            let got = stream.next().await.unwrap().data["tables"][0].take();
            assert_eq!((&got["id"], &got["watching"]), (&json!(self.table()), &json!(1)), "{got}");
            self.got.push(("the lobby".to_owned(), stream.bytes));
            self.well.insert("GET /v1/lobby/events".to_owned());
        }
        drop(passer_by);
        self.no_one_watches().await;
    }
}
