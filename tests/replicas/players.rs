//! Players, each of whom asks another server each time, and repeats a request under its key until it is answered.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cardroom_load::choice::choice;
use serde_json::{Value, json};

use crate::fleet::{Fleet, below, key};

/// A request that was done.
pub struct Done {
    pub table: String,
    pub version: u64,
    pub change: Value,
    pub token: String,
}

/// What the players of a test have in common.
#[derive(Default)]
pub struct Game {
    pub is_over: AtomicBool,
    /// Once it is over, the version of each table that its followers have to see.
    pub last: Mutex<HashMap<String, u64>>,
    pub refused: AtomicUsize,
    pub idle: AtomicUsize,
}

impl Game {
    /// Whether a follower has seen all of a table that it has to see.
    pub fn is_seen(&self, table: &str, known: Option<u64>) -> bool {
        let last = self.last.lock().unwrap();
        last.get(table).is_some_and(|last| known.is_some_and(|known| known >= *last))
    }
}

/// Plays at a table until the game is over; returns what was done. Now and then the player lets their time pass.
pub async fn play(fleet: Arc<Fleet>, game: Arc<Game>, table: String, token: String) -> Vec<Done> {
    let mut done = Vec::new();
    let mut seen = 0;
    while !game.is_over.load(Ordering::Relaxed) {
        let view = fleet.get(&token, &format!("/v1/tables/{table}")).await;
        let version = view["version"].as_u64().unwrap();
        assert!(version >= seen, "time ran backwards: {version} after {seen}");
        seen = version;
        let Some((path, body)) = next(&view) else {
            let events =
                fleet.get(&token, &format!("/v1/tables/{table}/events?after={version}&wait=1")).await;
            check_page(&events, version);
            continue;
        };
        if below(60) == 0 {
            game.idle.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(2_500)).await;
            continue;
        }
        let path = format!("/v1/tables/{table}/{path}");
        let (status, answer) = fleet.ask(&token, &path, Some((&body, &key()))).await;
        if status.is_success() {
            let change = answer["change"].clone();
            let version = change["version"].as_u64().unwrap();
            assert!(version > seen, "{version} after {seen}");
            seen = version;
            done.push(Done { table: table.clone(), version, change, token: token.clone() });
        } else {
            game.refused.fetch_add(1, Ordering::Relaxed);
            assert!(status.is_client_error(), "{answer}");
        }
    }
    done
}

/// The changes of a page follow each other.
fn check_page(page: &Value, after: u64) {
    let versions =
        page["changes"].as_array().unwrap().iter().map(|change| change["version"].as_u64().unwrap());
    assert!(versions.clone().eq((after + 1..).take(versions.count())), "{page}");
}

/// What the player does now.
fn next(view: &Value) -> Option<(&'static str, Value)> {
    let you = &view["you"];
    let chair = view["chairs"].as_array()?.iter().find(|chair| chair["seat"] == you["seat"])?;
    if view["hand"].is_null() && chair["chips"].as_u64()? < 1_000 {
        return Some(("seats/me/top-up", json!({"amount": 50_000})));
    }
    if chair["entry"] == "out" {
        return Some(("seats/me/return", json!({"entry": "post"})));
    }
    Some(("actions", move_of(view)?))
}

/// The body of the action that the player of this view takes now; `None` if it is not their turn.
pub fn move_of(view: &Value) -> Option<Value> {
    let you = &view["you"];
    let decisions = view["hand"]["decisions"].as_array()?;
    let mine = decisions.iter().find(|decision| decision["seat"] == you["seat"])?;
    // Nobody has to declare in Shengji, so there is no clock.
    if mine["clock"].is_null() && you["options"]["shengji"]["type"] != "declare" {
        return None;
    }
    let action = choice(&you["options"])?;
    Some(json!({"at": view["version"], "action": action}))
}
