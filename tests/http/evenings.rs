//! Whole evenings of ten guests who come and go, at one table of each game. Every chip is accounted for after each
//! step.

use std::time::Duration;

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use crate::bots::games;
use crate::choice::choice;
use crate::rng::TestRng;
use crate::server::{Client, Reply, TestServer, settings};

/// How many things are done in an evening.
const STEPS: usize = 400;

/// The actions of an evening.
const ALL: [&str; 13] = [
    "act", "join", "wait", "called", "leave", "refill", "remove", "device", "emote", "away", "return",
    "change", "code",
];

/// The chips of each guest at the start, and of each refill.
const GRANT: u64 = 2_000;

/// The chips that a guest needs to sit down.
const LEAST: u64 = 500;

/// One evening.
struct Evening {
    server: TestServer,
    guests: Vec<Client>,
    path: String,
    code: String,
    rng: TestRng,
    /// How often each thing was done, by its name.
    done: std::collections::BTreeMap<&'static str, usize>,
}

impl Evening {
    async fn of(game: usize, seed: u64) -> Self {
        let refill = cardroom::service::people::refill::RefillTerms {
            chips: GRANT,
            every: SignedDuration::from_secs(60),
            below: LEAST,
        };
        let settings =
            cardroom::http::settings::Settings { first_grant: GRANT, refill: Some(refill), ..settings() };
        let server = TestServer::set(settings).await;
        let mut guests = Vec::new();
        for number in 0..10 {
            guests.push(server.guest(&format!("Guest {number}")).await);
        }
        let (seats, mut game) = games()[game].clone();
        // So high that a hand takes all of a player's chips.
        for name in ["doudizhu", "shengji"] {
            if let Some(options) = game.get_mut(name) {
                options["stake"] = json!(GRANT);
            }
        }
        let options = json!({
            "name": "Evening", "seats": seats, "game": game, "min_buy_in": LEAST, "max_buy_in": 10 * GRANT,
            "access": "invite", "dealing": {"type": "automatic", "pause_seconds": 1}, "decision_seconds": 5,
            "time_bank_seconds": 0,
        });
        let opened = guests[0].post("/v1/tables", options).await.created();
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        let code = opened["table"]["you"]["invite_code"].as_str().unwrap().to_owned();
        let done = std::collections::BTreeMap::default();
        Self { server, guests, path, code, rng: TestRng::new(seed), done }
    }

    async fn view(&self, guest: &Client) -> Value {
        guest.send(guest.request(Method::GET, &self.path).header("Invite-Code", &self.code)).await.ok()
    }

    /// The seat whose turn it is.
    async fn asked(&self) -> Option<usize> {
        let view = self.view(&self.guests[0]).await;
        let seat = &view["hand"]["decisions"][0]["seat"];
        let chair = view["chairs"].as_array()?.iter().find(|chair| chair["seat"] == *seat)?;
        self.guests.iter().position(|guest| guest.me["id"] == chair["player"])
    }

    /// The players for whom a chair is kept.
    async fn called(&self) -> Option<usize> {
        let view = self.view(&self.guests[0]).await;
        let mut waiting = view["waiting"].as_array()?.iter();
        let called = waiting.find(|waiting| waiting["called_until"].is_string())?;
        self.guests.iter().position(|guest| guest.me["id"] == called["player"])
    }

    /// A guest does something that may be refused; the test goes on.
    async fn step(&mut self) {
        if let Some(who) = self.called().await.filter(|_| self.rng.one_in(3)) {
            let reply = self.join(&self.guests[who].clone()).await;
            self.count("called", &reply).await;
            return;
        }
        let someone = usize::try_from(self.rng.below(10)).unwrap();
        // Mostly the seat whose turn it is, so that hands end.
        let who = self.asked().await.filter(|_| !self.rng.one_in(3)).unwrap_or(someone);
        let guest = self.guests[who].clone();
        let view = self.view(&guest).await;
        let kind = self.rng.below(100);
        let done = if !view["you"]["options"].is_null() && kind < 90 {
            let body = json!({ "at": view["version"], "action": self.action(&view) });
            Some(("act", guest.post(&format!("{}/actions", self.path), body).await))
        } else {
            match kind {
                0..45 => self.come_or_go(&guest, kind, view["you"]["seat"].is_null()).await,
                45..58 => Some(self.elsewhere(who, kind).await),
                58..78 => Some(self.at_the_table(&guest, kind).await),
                _ => None,
            }
        };
        if let Some((name, reply)) = done {
            self.count(name, &reply).await;
        } else {
            self.server.clock.advance(self.rng.between(1, 30).cast_signed());
            tokio::time::sleep(Duration::from_millis(2)).await;
            // Also after time alone: hands are dealt and end by the clock.
            self.server.assert_every_chip_is_accounted_for().await;
        }
    }

    /// Counts a successful step; every chip is accounted for.
    async fn count(&mut self, name: &'static str, reply: &Reply) {
        assert!(reply.status.as_u16() < 500, "{name}: {}", reply.text);
        if reply.status.is_success() {
            *self.done.entry(name).or_default() += 1;
        }
        self.server.assert_every_chip_is_accounted_for().await;
    }

    /// A guest sits down by the code, with all that they have.
    async fn join(&self, guest: &Client) -> Reply {
        let chips = guest.get("/v1/me").await.ok()["chips"].as_u64().unwrap();
        let seat = guest.request(Method::POST, "/v1/invites/seats").header("Invite-Code", &self.code);
        guest.send(seat.json(&json!({ "buy_in": chips.clamp(LEAST, 10 * GRANT) }))).await
    }

    async fn come_or_go(&mut self, guest: &Client, kind: u64, stands: bool) -> Option<(&'static str, Reply)> {
        let path = &self.path;
        match kind {
            0..25 if stands => Some(("join", self.join(guest).await)),
            25..40 if stands => {
                let body = json!({ "invite_code": self.code });
                Some(("wait", guest.post(&format!("{path}/waiting"), body).await))
            }
            40.. => Some(("leave", guest.delete(&format!("{path}/seats/me")).await)),
            _ => None,
        }
    }

    async fn elsewhere(&mut self, who: usize, kind: u64) -> (&'static str, Reply) {
        let guest = &self.guests[who];
        match kind {
            45..50 => ("refill", self.refill().await),
            50..53 => {
                let whom = usize::try_from(self.rng.between(1, 9)).unwrap();
                let whom = self.guests[whom].me["id"].as_str().unwrap();
                ("remove", self.guests[0].delete(&format!("{}/players/{whom}", self.path)).await)
            }
            _ => {
                let code = guest.post("/v1/me/device-codes", json!({})).await.body["code"].clone();
                let device = self.server.anonymous();
                let reply = device.post("/v1/sessions/device-code", json!({ "code": code })).await;
                if reply.status.is_success() {
                    self.guests[who] = device.signed_in(&reply.body);
                }
                ("device", reply)
            }
        }
    }

    /// All ask for a refill, until one of them has few enough chips to get it.
    async fn refill(&self) -> Reply {
        let mut reply = self.guests[0].post("/v1/me/refill", json!({})).await;
        for guest in &self.guests[1..] {
            if reply.status.is_success() {
                break;
            }
            reply = guest.post("/v1/me/refill", json!({})).await;
        }
        reply
    }

    async fn at_the_table(&mut self, guest: &Client, kind: u64) -> (&'static str, Reply) {
        let path = &self.path;
        match kind {
            58..62 => ("emote", guest.post(&format!("{path}/emotes"), json!({ "emote": "hello" })).await),
            62..65 => ("away", guest.post(&format!("{path}/seats/me/away"), json!({})).await),
            65..72 => {
                ("return", guest.post(&format!("{path}/seats/me/return"), json!({ "entry": "post" })).await)
            }
            72..76 => {
                let seconds = self.rng.between(3, 8);
                ("change", self.guests[0].patch(path, json!({ "decision_seconds": seconds })).await)
            }
            _ => {
                let reply = self.guests[0].put(&format!("{path}/invite-code"), json!({})).await;
                if let Some(code) = reply.body["table"]["you"]["invite_code"].as_str() {
                    code.clone_into(&mut self.code);
                }
                ("code", reply)
            }
        }
    }

    /// A guest's bet: sometimes all chips.
    fn action(&mut self, view: &Value) -> Value {
        let options = &view["you"]["options"];
        let all_in = options["holdem"]["raise_max"].as_u64();
        match all_in.filter(|_| self.rng.one_in(4)) {
            Some(to) => json!({"holdem": {"type": options["holdem"]["wager"], "to": to}}),
            None => choice(options),
        }
    }
}

async fn an_evening(game: usize) {
    let mut evening = Evening::of(game, 7 + game as u64).await;
    for _ in 0..STEPS {
        evening.step().await;
    }
    // Each action that has not happened yet happens sooner or later.
    for _ in 0..5 * STEPS {
        if ALL.iter().all(|name| evening.done.contains_key(name)) {
            break;
        }
        evening.step().await;
    }
    for name in ALL {
        assert!(evening.done.contains_key(name), "no guest did that: {name}: {:?}", evening.done);
    }
    let first = &evening.guests[0];
    first.delete(&evening.path).await.ok();
    evening.server.assert_every_chip_is_accounted_for().await;
}

#[tokio::test]
async fn an_evening_of_holdem() {
    an_evening(0).await;
}

#[tokio::test]
async fn an_evening_of_dou_dizhu() {
    an_evening(1).await;
}

#[tokio::test]
async fn an_evening_of_shengji() {
    an_evening(2).await;
}
