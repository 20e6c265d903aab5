//! Without a chair: sit down if there is room, wait if there is none, come when called.

use ratatui::crossterm::event::KeyCode::{Char, Enter};
use serde_json::{Value, json};

use super::{ANN, LATER, ME, context, key, news, recorded, screen};
use crate::order::{Order, Write};
use crate::screens::table::TableScreen;
use crate::words::Language;

/// The recorded table for another player, who has no chair there. People have all chairs, so none is given up.
pub(super) fn from_outside(waiting: &Value) -> Value {
    let mut message = recorded("holdem-call");
    message["table"]["host"] = json!(ME);
    message["table"]["you"] = Value::Null;
    message["table"]["options"]["fill_with_bots"] = Value::Null;
    message["table"]["waiting"] = waiting.clone();
    message
}

/// A player in the line, called until a moment or not yet.
pub(super) fn waits(player: &str, called_until: Option<&str>) -> Value {
    json!({ "player": player, "name": player, "called_until": called_until })
}

/// Half a minute after the recorded moment.
pub(super) const UNTIL: &str = "2026-11-22T14:10:35.662Z";

fn press(screen: &mut TableScreen, sign: char) -> Vec<Order> {
    screen.press(key(Char(sign)), context(Language::En, LATER))
}

#[test]
fn where_every_chair_is_taken_one_waits() {
    let mut table = screen(&from_outside(&json!([])));
    assert_eq!(press(&mut table, 's'), [], "no chair is free");
    assert!(table.ask.is_none());
    let wait = Write::send("/waiting", &json!({ "invite_code": null }));
    assert_eq!(press(&mut table, 'w'), [Order::Write(wait)]);
}

/// Others in the line come first, even if a chair is free by now.
#[test]
fn a_waiting_player_may_stop_waiting() {
    let stop = [Order::Write(Write::delete("/waiting/me"))];
    let mut table = screen(&from_outside(&json!([waits(ANN, None), waits(ME, None)])));
    assert_eq!(press(&mut table, 's'), []);
    assert_eq!(press(&mut table, 'w'), stop);
    let mut free = from_outside(&json!([waits(ANN, None)]));
    free["table"]["chairs"].as_array_mut().unwrap().pop();
    let mut table = screen(&free);
    assert_eq!(press(&mut table, 's'), []);
    assert!(table.ask.is_none());
}

#[test]
fn a_called_player_hears_the_bell_once_and_sits_down() {
    let mut table = screen(&from_outside(&json!([waits(ME, None)])));
    assert!(!std::mem::take(&mut table.bell));
    let mut called = from_outside(&json!([waits(ME, Some(UNTIL))]));
    called["table"]["version"] = json!(table.table.version() + 1);
    table.apply(news(&called), context(Language::En, LATER));
    assert!(std::mem::take(&mut table.bell));
    table.apply(news(&called), context(Language::En, LATER));
    assert!(!table.bell);
    press(&mut table, 's');
    // The buy-in is all of 600 chips, if 1,000 are the maximum.
    let orders = table.press(key(Enter), context(Language::En, LATER));
    let seat =
        Write::send("/seats", &json!({ "seat": null, "buy_in": 600, "entry": "wait", "invite_code": null }));
    assert_eq!(orders, [Order::Write(seat)]);
}

/// A player who came by a shared link has a code, and sits down with it.
#[test]
fn a_code_that_led_here_lets_one_sit_down() {
    let mut message = from_outside(&json!([]));
    message["table"]["chairs"].as_array_mut().unwrap().pop();
    let mut table = screen(&message);
    table.code = Some("ABCD-EFGH".to_owned());
    press(&mut table, 's');
    let orders = table.press(key(Enter), context(Language::En, LATER));
    let [Order::Write(Write { body: Some(body), .. })] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!(body["invite_code"], "ABCD-EFGH");
}

/// A computer player that only fills the table gives up its chair; one that was seated does not.
#[test]
fn computer_players_make_room_where_they_fill() {
    let mut message = from_outside(&json!([]));
    message["table"]["options"]["fill_with_bots"] = json!({ "level": "novice", "after_seconds": 0 });
    let mut table = screen(&message);
    press(&mut table, 's');
    assert!(table.ask.is_some());
}
