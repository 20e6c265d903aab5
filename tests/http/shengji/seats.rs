//! A Shengji table, and its requests.

use serde_json::{Value, json};

use crate::deals::shengji::Deal;
use crate::table::Table;

/// Opens a table of these rules, with `pace` milliseconds a card; four players sit down.
pub async fn open(rules: Value, pace: u16) -> Table {
    Table::open("shengji", rules, &["North", "West", "South", "East"], pace).await
}

/// The same without pauses between cards, and its matches are rated: all players have accounts.
pub async fn open_rated(rules: Value) -> Table {
    let rated = json!({"rated": true});
    let table = Table::open_with("shengji", rules, &["North", "West", "South", "East"], 0, rated).await;
    for (seat, client) in table.seats.iter().enumerate() {
        let account = json!({"login": format!("seat-{seat}"), "password": "correct horse"});
        client.put("/v1/me/account", account).await.ok();
    }
    table
}

/// Deals a hand in which `first` draws first; its view as the dealer gets it.
pub async fn begin(table: &mut Table, deal: &Deal, first: usize) -> Value {
    table.deal(&deal.deck(first), &deal.hands).await
}

/// Cards as JSON has them.
pub fn list(cards: &str) -> Value {
    cards.split_whitespace().collect()
}

pub fn declare(card: &str, pair: bool) -> Value {
    json!({"type": "declare", "card": card, "pair": pair})
}

pub fn pass() -> Value {
    json!({"type": "pass"})
}

pub fn bury(cards: Value) -> Value {
    json!({"type": "bury", "cards": cards})
}

pub fn play(cards: Value) -> Value {
    json!({"type": "play", "cards": cards})
}
