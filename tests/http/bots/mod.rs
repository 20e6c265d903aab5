//! Computer players at tables: who seats them, their chips, and when and how they play.

mod chairs;
mod filling;
mod hands;
pub mod person;
mod rest;

use serde_json::{Value, json};

use crate::server::{Client, TestServer};

/// Rules of each game without pauses, with as few chairs as possible.
pub fn games() -> [(u8, Value); 3] {
    [
        (
            3,
            json!({"holdem": {
                "betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0,
            }}),
        ),
        (
            3,
            json!({"doudizhu": {"bidding": "call_rob", "doubling": true, "card_millis": 0, "showing_seconds": 1}}),
        ),
        (4, json!({"shengji": {"card_millis": 0, "declaring_seconds": 1}})),
    ]
}

/// Opens a table at which computer players move at once, with these options besides; its path.
pub async fn open(host: &Client, besides: Value) -> String {
    let [(seats, holdem), ..] = games();
    let mut options = json!({
        "name": "Main", "seats": seats, "game": holdem, "min_buy_in": 100, "max_buy_in": 1_000,
        "bot_pace": "none", "dealing": {"type": "automatic", "pause_seconds": 1},
    });
    options.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
    let opened = host.post("/v1/tables", options).await.created();
    format!("/v1/tables/{}", opened["table"]["id"].as_str().unwrap())
}

pub async fn sit(client: &Client, path: &str) -> Value {
    client.post(&format!("{path}/seats"), json!({"buy_in": 1_000, "entry": "post"})).await.ok()
}

pub async fn seat_bot(host: &Client, path: &str, level: &str) -> Value {
    host.post(&format!("{path}/bots"), json!({ "level": level })).await.ok()
}

/// The chairs at which computers play.
pub fn bots(table: &Value) -> Vec<&Value> {
    table["chairs"].as_array().unwrap().iter().filter(|chair| chair["computer"].is_object()).collect()
}

/// Lets time pass until the table is as this caller wants it; the table then.
pub async fn until(
    server: &TestServer,
    caller: &Client,
    path: &str,
    is_so: impl Fn(&Value) -> bool,
) -> Value {
    for _ in 0..5_000 {
        let table = caller.get(path).await.ok();
        if is_so(&table) {
            return table;
        }
        server.clock.advance(1);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("it never came: {}", caller.get(path).await.ok());
}
