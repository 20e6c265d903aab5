//! The keys for a player's own chair: to be ready for the next hand or to deal it, and to come back.

use serde_json::json;

use super::queue::{self, Way};
use crate::model::Table;
use crate::order::Write;
use crate::wire::Chair;
use crate::words::Language;

/// The write of one of these keys, if it has an effect now.
pub fn write(table: &Table, sign: char) -> Option<Write> {
    match sign {
        'b' if may_come_back(table) => Some(come_back()),
        'r' if may_be_ready(table) => Some(Write::post("/seats/me/ready", None)),
        'd' if may_deal(table) => Some(Write::post("/hands", None)),
        _ => None,
    }
}

/// The keys with an effect now.
pub fn keys(table: &Table, language: Language) -> Vec<String> {
    let ready = if table.view.options.dealing.kind == "automatic" { "table.goon" } else { "table.iamready" };
    let all = [('b', "menu.comeBack"), ('r', ready), ('d', "table.deal")];
    let offered = all.into_iter().filter(|(sign, _)| write(table, *sign).is_some());
    offered.map(|(sign, key)| format!("{sign} {}", language.say(key))).collect()
}

/// Ends sitting out, or takes the chair that is kept.
pub fn come_back() -> Write {
    Write::post("/seats/me/return", Some(json!({})))
}

fn may_come_back(table: &Table) -> bool {
    match table.my_chair() {
        // At the player's turn the games use the key.
        Some(chair) => chair.sits_out() && !table.is_my_turn(),
        None => matches!(queue::way(table), Way::Kept(_)),
    }
}

/// At a table that deals automatically, the next hand is dealt at once when all are ready.
fn may_be_ready(table: &Table) -> bool {
    let view = &table.view;
    let is_awaited = match view.options.dealing.kind.as_str() {
        "when_ready" => true,
        "automatic" => view.last_result.is_some() || view.next_hand_at.is_some(),
        _ => false,
    };
    is_awaited && waiting_chair(table).is_some_and(|chair| !chair.ready)
}

fn may_deal(table: &Table) -> bool {
    table.view.options.dealing.kind == "by_hand" && waiting_chair(table).is_some()
}

/// The own chair, if it is to be dealt into the next hand and no hand is in play.
fn waiting_chair(table: &Table) -> Option<&Chair> {
    let view = &table.view;
    let goes_on = view.hand.is_none() && !view.closing && view.closed_at.is_none();
    table.my_chair().filter(|chair| goes_on && !chair.sits_out())
}
