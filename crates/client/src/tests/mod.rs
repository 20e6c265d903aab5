//! The client without a server: recorded views are applied, drawn, and answered by keys.

mod ahead;
mod apply;
mod between;
mod keys;
mod open;
mod queue;
mod screens;
mod seats;
mod tournament_keys;
mod tournament_screens;
pub(crate) mod tournaments;
mod unknown;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardroom_api::player::me::Me;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};

use super::look::Look;
use super::model::News;
use super::screens::Context;
use super::screens::rows::Listed;
use super::screens::table::{TableScreen, Wire};
use super::words::Language;

/// A moment of the server.
const NOW: &str = "2026-11-22T14:10:05.662Z";
/// Two players who are in no recorded view.
const ME: &str = "01a20397-0000-7000-8000-000000000001";
const ANN: &str = "01a20397-0000-7000-8000-000000000002";
/// A moment at which no key is too early.
const LATER: Duration = Duration::from_secs(1);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests")
}

/// A recorded answer.
fn recorded(name: &str) -> Value {
    let file = folder().join("views").join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn news(message: &Value) -> News {
    serde_json::from_value(message.clone()).unwrap()
}

fn context(language: Language, here: Duration) -> Context {
    Context { language, look: Look { has_colour: true, is_ascii: false, language }, here }
}

/// The player of this identifier, with some chips.
fn me(id: &str) -> Me {
    let me = json!({
        "id": id, "name": "Cid", "avatar": "koi", "login": null, "chips": 600, "created_at": NOW, "refill": null,
    });
    serde_json::from_value(me).unwrap()
}

/// The lists of a lobby without tables.
fn nothing_listed() -> Listed {
    Listed {
        me: me(ME),
        waits: Vec::new(),
        mine: Vec::new(),
        tables: Vec::new(),
        tournaments: 0,
        newer: None,
    }
}

/// The screen of a recorded table, drawn once.
fn screen(message: &Value) -> TableScreen {
    let id = message["table"]["id"].as_str().unwrap();
    let mut screen = TableScreen::new(id, None);
    let host = message["table"]["host"].as_str().unwrap().to_owned();
    screen.meet(Some(&me(&host)));
    screen.wire = Wire::Open;
    screen.apply(news(message), context(Language::En, Duration::ZERO));
    screen.table.note(news(message).changes);
    screen.drawn = screen.table.version();
    screen
}

/// A recorded table of Hold'em a moment before: another seat is to act, at this price.
fn before_turn(message: &Value, price: u64) -> Value {
    let mut message = message.clone();
    let table = &mut message["table"];
    table["version"] = json!(table["version"].as_u64().unwrap() - 1);
    table["you"]["options"] = Value::Null;
    table["hand"]["decisions"][0]["seat"] = json!(1);
    table["hand"]["state"]["holdem"]["price"] = json!(price);
    message["changes"] = json!([]);
    message
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}
