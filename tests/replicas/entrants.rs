//! Players of a tournament, each of whom asks another server each time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::fleet::{Fleet, key};
use crate::players::{Done, move_of};

/// Announces a tournament; returns its path.
pub async fn announce(fleet: &Fleet, token: &str, options: &Value) -> String {
    let (status, announced) = fleet.ask(token, "/v1/tournaments", Some((options, &key()))).await;
    assert!(status.is_success(), "{announced}");
    format!("/v1/tournaments/{}", announced["id"].as_str().unwrap())
}

/// Enters it; returns it as this player sees it then.
pub async fn enter(fleet: &Fleet, path: &str, token: &str) -> Value {
    let registration = format!("{path}/registration");
    let (status, entered) = fleet.change(Method::PUT, token, &registration, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    entered
}

/// Whether it has ended.
pub fn is_over(tournament: &Value) -> bool {
    tournament["phase"] == "finished" || tournament["phase"] == "cancelled"
}

/// The tournament and its entries, of one version.
pub async fn look(fleet: &Fleet, path: &str) -> (Value, Vec<Value>) {
    loop {
        let tournament = fleet.get("", path).await;
        let entries = fleet.get("", &format!("{path}/entries?limit=100")).await;
        if fleet.get("", path).await["version"] == tournament["version"] {
            return (tournament, entries["entries"].as_array().unwrap().clone());
        }
    }
}

/// What a player did in a tournament.
pub struct Part {
    pub done: Vec<Done>,
    /// The deal that the player accepted last.
    pub agreed: Option<Agreed>,
}

/// What a player had and what they accepted.
#[derive(Clone, Copy)]
pub struct Agreed {
    pub chips: u64,
    pub share: u64,
}

/// Plays where the tournament seats this player, until it is over. The player buys chips whenever it is possible
/// without chips, accepts every deal, and proposes this one before the first move.
pub async fn play(fleet: Arc<Fleet>, path: String, token: String, deal: Option<Value>) -> Part {
    let part = Part { done: Vec::new(), agreed: None };
    let mut player = Player { fleet, path, token, deal, seen: BTreeMap::new(), part };
    loop {
        let tournament = player.fleet.get(&player.token, &player.path).await;
        if is_over(&tournament) {
            return player.part;
        }
        player.decide(&tournament).await;
        if let Some(table) = tournament["you"]["table"].as_str() {
            player.play_hand(table).await;
        }
        sleep(Duration::from_millis(200)).await;
    }
}

struct Player {
    fleet: Arc<Fleet>,
    path: String,
    token: String,
    /// The deal that is not proposed yet.
    deal: Option<Value>,
    /// The latest version of each table.
    seen: BTreeMap<String, u64>,
    part: Part,
}

impl Player {
    /// Does what is to be done between hands.
    async fn decide(&mut self, tournament: &Value) {
        let you = &tournament["you"];
        if you["deciding"] == true {
            self.change(Method::POST, "rebuy", &json!({})).await;
        }
        let Some(offered) = tournament["deal"]["amounts"].as_array().filter(|amounts| !amounts.is_empty())
        else {
            return;
        };
        let accepted = tournament["deal"]["accepted"].as_array().unwrap();
        let own = offered.iter().find(|share| share["entry"] == you["number"]);
        if let Some(own) = own.filter(|_| !accepted.contains(&you["number"])) {
            self.change(Method::PUT, "deal", &json!({"accept": true})).await;
            let (chips, share) = (you["chips"].as_u64().unwrap(), own["amount"].as_u64().unwrap());
            self.part.agreed = Some(Agreed { chips, share });
        }
    }

    async fn change(&self, method: Method, what: &str, body: &Value) {
        let path = format!("{}/{what}", self.path);
        let (status, answer) = self.fleet.change(method, &self.token, &path, body).await;
        assert!(status.is_success(), "{path}: {answer}");
    }

    /// Plays at a table until no hand is in progress there, or nothing happens for a while.
    async fn play_hand(&mut self, table: &str) {
        let path = format!("/v1/tables/{table}");
        loop {
            let view = self.fleet.get(&self.token, &path).await;
            let version = view["version"].as_u64().unwrap();
            let before = self.seen.insert(table.to_owned(), version).unwrap_or(0);
            assert!(version >= before, "time ran backwards: {version} after {before}");
            let Some(action) = move_of(&view) else {
                if view["hand"].is_null() {
                    return;
                }
                let events = format!("{path}/events?after={version}&wait=1");
                let page = self.fleet.get(&self.token, &events).await;
                if page["changes"].as_array().unwrap().is_empty() {
                    return;
                }
                continue;
            };
            if let Some(deal) = self.deal.take() {
                self.change(Method::POST, "deal", &deal).await;
            }
            self.act(table, &action).await;
        }
    }

    async fn act(&mut self, table: &str, action: &Value) {
        let path = format!("/v1/tables/{table}/actions");
        let (status, answer) = self.fleet.ask(&self.token, &path, Some((action, &key()))).await;
        if status.is_success() {
            let change = answer["change"].clone();
            let version = change["version"].as_u64().unwrap();
            self.part.done.push(Done { table: table.to_owned(), version, change, token: self.token.clone() });
        } else {
            assert!(status.is_client_error(), "{answer}");
        }
    }
}
