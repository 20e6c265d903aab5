//! Tables of every game with their players.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::fleet::{Fleet, key};

pub struct Room {
    pub id: String,
    pub game: &'static str,
    /// A token for each player.
    pub tokens: Vec<String>,
}

/// A guest's token, under a key.
pub async fn guest(fleet: &Fleet) -> String {
    let (_, guest) = fleet.ask("", "/v1/guests", Some((&json!({}), &key()))).await;
    guest["tokens"]["access_token"].as_str().unwrap_or_else(|| panic!("{guest}")).to_owned()
}

/// A table of a game with people, and with computers on its other chairs.
pub async fn open(fleet: &Fleet, game: &'static str, people: usize, seats: usize) -> Room {
    let rules = match game {
        "holdem" => json!({"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0}),
        "doudizhu" => json!({"bidding": "call_rob", "card_millis": 0, "showing_seconds": 1}),
        _ => json!({"card_millis": 0, "declaring_seconds": 1}),
    };
    let mut options = json!({
        "name": "Everywhere", "game": {game: rules}, "seats": seats, "min_buy_in": 1000, "max_buy_in": 100_000,
        "dealing": {"type": "automatic", "pause_seconds": 0}, "decision_seconds": 2, "time_bank_seconds": 0,
        "bot_pace": "none",
    });
    if seats > people {
        options["fill_with_bots"] = json!({"level": "novice"});
    }
    let mut tokens = Vec::new();
    for _ in 0..people {
        tokens.push(guest(fleet).await);
    }
    let opened = done(fleet.ask(&tokens[0], "/v1/tables", Some((&options, &key()))).await);
    let id = opened["table"]["id"].as_str().unwrap().to_owned();
    for token in &tokens {
        let seat = json!({"buy_in": 100_000, "entry": "post"});
        done(fleet.ask(token, &format!("/v1/tables/{id}/seats"), Some((&seat, &key()))).await);
    }
    Room { id, game, tokens }
}

/// A table of Hold'em with these players, where hands are dealt by hand alone; its identifier.
pub async fn by_hand(fleet: &Fleet, tokens: &[&str]) -> String {
    let options = json!({
        "name": "By hand", "game": {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10}}, "seats": 3,
        "min_buy_in": 1000, "max_buy_in": 100_000, "dealing": {"type": "by_hand"},
    });
    let opened = done(fleet.ask(tokens[0], "/v1/tables", Some((&options, &key()))).await);
    let id = opened["table"]["id"].as_str().unwrap().to_owned();
    for token in tokens {
        let seat = json!({"buy_in": 1_000});
        done(fleet.ask(token, &format!("/v1/tables/{id}/seats"), Some((&seat, &key()))).await);
    }
    id
}

fn done((status, body): (StatusCode, Value)) -> Value {
    assert!(status.is_success(), "{body}");
    body
}
