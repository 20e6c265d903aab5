//! A table of a game with hidden cards, with its players and a watcher, who search all answers for cards.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cards::cards_in;
use crate::server::{Client, Reply, TestServer};

/// The buy-in of each player.
pub const BUY_IN: u64 = 1_000;

pub struct Table {
    game: &'static str,
    pub server: TestServer,
    pub seats: Vec<Client>,
    watcher: Client,
    pub path: String,
    pub version: u64,
    /// The hand that is played.
    pub hand: String,
    /// The cards that each seat has held.
    own: Vec<BTreeSet<String>>,
    /// The cards that every player has seen.
    open: BTreeSet<String>,
    /// The version up to which every player has read the events.
    read: u64,
    /// How many answers were searched for cards.
    pub searched: usize,
}

impl Table {
    /// Opens a table of these rules for these players, who sit down in this order; deals by request, with `pace`
    /// milliseconds a card.
    pub async fn open(game: &'static str, rules: Value, names: &[&str], pace: u16) -> Self {
        Self::open_with(game, rules, names, pace, json!({})).await
    }

    /// The same, with more options of the table.
    pub async fn open_with(
        game: &'static str,
        mut rules: Value,
        names: &[&str],
        pace: u16,
        more: Value,
    ) -> Self {
        rules["card_millis"] = json!(pace);
        let server = TestServer::open().await;
        let mut seats = Vec::new();
        for name in names {
            seats.push(server.guest(name).await);
        }
        let mut options = json!({
            "name": "Cards", "seats": seats.len(), "min_buy_in": BUY_IN, "max_buy_in": BUY_IN, "game": {game: rules},
            "dealing": {"type": "by_hand"},
        });
        options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let opened = seats[0].post("/v1/tables", options).await.created();
        let path = format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap());
        for (seat, client) in seats.iter().enumerate() {
            let chair = json!({"seat": seat, "buy_in": BUY_IN});
            client.post(&format!("{path}/seats"), chair).await.ok();
        }
        let version = 1 + seats.len() as u64;
        let (own, open, hand) = Default::default();
        let watcher = server.anonymous();
        Self { game, server, seats, watcher, path, version, hand, own, open, read: version, searched: 0 }
    }

    /// Deals a hand from this deck, of which the seats will hold these cards; its view as the dealer gets it.
    pub async fn deal(&mut self, deck: &str, hands: &[Vec<String>]) -> Value {
        self.server.dealer.stack(deck);
        self.open.clear();
        self.read = self.version;
        self.own = hands.iter().map(|hand| hand.iter().cloned().collect()).collect();
        let dealt = self.seats[0].post(&format!("{}/hands", self.path), Value::Null).await;
        self.search(&dealt, Some(0));
        let dealt = dealt.ok();
        self.hand = dealt["change"]["hand"].as_str().map(str::to_owned).unwrap();
        self.version = dealt["table"]["version"].as_u64().unwrap();
        dealt["table"]["hand"]["state"][self.game].clone()
    }

    /// The seat's hand now has these cards too.
    pub fn knows(&mut self, seat: usize, cards: &[String]) {
        self.own[seat].extend(cards.iter().cloned());
    }

    /// These cards are now known to every player.
    pub fn see<C: Into<String>>(&mut self, cards: impl IntoIterator<Item = C>) {
        self.open.extend(cards.into_iter().map(Into::into));
    }

    /// A seat sends an action; if it is done, these cards become known to all. Before that it sends the dry run,
    /// which has the same refusal, or says how the action is read, and has no card that the seat did not know.
    pub async fn ask(&mut self, seat: usize, at: u64, action: Value, shown: &[String]) -> Reply {
        let (path, named) = (format!("{}/actions", self.path), named(&action));
        let mut action = json!({"at": at, "action": {self.game: action}});
        action["dry_run"] = json!(true);
        let dry = self.seats[seat].post(&path, action.clone()).await;
        let own = self.own[seat].clone();
        self.own[seat].extend(named);
        self.search(&dry, Some(seat));
        self.own[seat] = own;
        action["dry_run"] = json!(false);
        let reply = self.seats[seat].post(&path, action).await;
        if reply.status == 200 {
            assert_eq!((&dry.status.as_u16(), &dry.body["accepted"]), (&200, &json!(true)), "{}", dry.text);
            assert!(dry.body["preview"][self.game].is_object(), "{}", dry.text);
            assert_eq!(dry.body["version"], self.version, "nothing has changed by it");
        } else {
            assert_eq!((dry.status, &dry.body), (reply.status, &reply.body), "judged alike");
        }
        if reply.status == 200 {
            self.open.extend(shown.iter().cloned());
            self.open_revealed(&reply.body["change"]);
            self.version = reply.body["table"]["version"].as_u64().unwrap();
        }
        reply
    }

    /// Notes the remaining cards when a hand of Dou Dizhu ends, which every player sees from then on.
    pub fn open_revealed(&mut self, change: &Value) {
        let events = change["events"].as_array().into_iter().flatten();
        let revealed = events.filter(|event| event["hand"][self.game]["type"] == "revealed");
        self.open.extend(revealed.flat_map(|event| cards_in(&event.to_string())));
    }

    /// A seat acts; the answer.
    pub async fn act(&mut self, seat: usize, action: Value) -> Value {
        let shown = if action["type"] == "bury" { Vec::new() } else { named(&action) };
        let reply = self.ask(seat, self.version, action, &shown).await;
        // A hand that has ended has shown its kitty.
        if reply.body["table"]["hand"].is_object() {
            self.search(&reply, Some(seat));
        }
        reply.ok()
    }

    /// A seat sends an action that is refused. Returns the refusal.
    pub async fn refused(&mut self, seat: usize, action: Value, code: &str) -> Value {
        let reply = self.ask(seat, self.version, action.clone(), &[]).await;
        // A card that the seat has named itself reveals nothing.
        let named = named(&action);
        let own = self.own[seat].clone();
        self.own[seat].extend(named);
        self.search(&reply, Some(seat));
        self.own[seat] = own;
        reply.refused(422, code)
    }

    /// The seat's options now.
    pub async fn options(&self, seat: usize) -> Value {
        let view = self.seats[seat].get(&self.path).await.ok();
        view["you"]["options"][self.game].clone()
    }

    /// The table as each player sees it.
    pub async fn watched(&self) -> Value {
        self.watcher.get(&self.path).await.ok()
    }

    /// The hand as each player sees it.
    pub async fn state(&self) -> Value {
        self.watched().await["hand"]["state"][self.game].clone()
    }

    /// Each player reads the table, the new events, and the hand's whole log.
    pub async fn look_around(&mut self) {
        let events = format!("{}/events?limit=100&after={}", self.path, self.read);
        let paths = [self.path.clone(), events, format!("/v1/hands/{}", self.hand)];
        let seats = 0..self.seats.len();
        for caller in std::iter::once(None).chain(seats.map(Some)) {
            for path in &paths {
                let answer = self.client(caller).get(path).await;
                self.search(&answer, caller);
                answer.ok();
            }
        }
        self.read = self.version;
    }

    /// The events of the hand after a version, as this caller may know them.
    pub async fn events(&self, caller: Option<usize>, mut after: u64) -> Vec<Value> {
        let mut events = Vec::new();
        while after < self.version {
            let path = format!("{}/events?limit=100&after={after}", self.path);
            let page = self.client(caller).get(&path).await.ok();
            let changes = page["changes"].as_array().unwrap().iter();
            after = changes.clone().last().unwrap()["version"].as_u64().unwrap();
            let all = changes.flat_map(|change| change["events"].as_array().unwrap());
            events.extend(all.filter_map(|event| event["hand"].get(self.game).cloned()));
        }
        events
    }

    fn client(&self, caller: Option<usize>) -> &Client {
        caller.map_or(&self.watcher, |seat| &self.seats[seat])
    }

    /// Panics if an answer has a card that its caller may not know.
    pub fn search(&mut self, answer: &Reply, caller: Option<usize>) {
        self.searched += 1;
        for card in cards_in(&answer.text) {
            let is_own = caller.is_some_and(|seat| self.own[seat].contains(&card));
            assert!(is_own || self.open.contains(&card), "{caller:?} must not see {card}: {}", answer.text);
        }
        for (name, value) in &answer.headers {
            let value = value.to_str().unwrap();
            assert!(cards_in(value).is_empty(), "{name}: {value}");
        }
    }
}

/// The cards that an action names.
fn named(action: &Value) -> Vec<String> {
    cards_in(&action.to_string())
}
