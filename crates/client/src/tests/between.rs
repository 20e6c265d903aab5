//! The own chair: ready for the next hand, dealing it, coming back to it.

use std::time::Duration;

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode::{Char, Enter};
use ratatui::layout::Rect;
use serde_json::{Value, json};

use super::queue::from_outside;
use super::{LATER, context, key, news, recorded, screen};
use crate::order::{Order, Write};
use crate::screens::between;
use crate::screens::table::TableScreen;
use crate::words::Language;

fn press(screen: &mut TableScreen, sign: char) -> Vec<Order> {
    screen.press(key(Char(sign)), context(Language::En, LATER))
}

fn keys(message: &Value) -> Vec<String> {
    between::keys(&screen(message).table, Language::En)
}

fn ready() -> [Order; 1] {
    [Order::Write(Write::post("/seats/me/ready"))]
}

fn come_back() -> [Order; 1] {
    [Order::Write(Write::send("/seats/me/return", &json!({ "entry": "wait" })))]
}

/// A recorded table whose chair was given up while its player was gone: it is kept, with this many chips.
fn kept(chips: u64) -> Value {
    let mut message = from_outside(&json!([]));
    message["table"]["you"] = json!({ "seat": null, "options": null, "kept": { "seat": 0, "chips": chips }, "preferences": null, "invite_code": null });
    message
}

/// If hands are dealt automatically, a player who is ready need not wait.
#[test]
fn a_player_says_between_hands_that_they_are_ready() {
    for view in ["holdem-over", "doudizhu-over", "shengji-over"] {
        let mut message = recorded(view);
        assert_eq!(keys(&message), ["r go on"], "{view}");
        assert_eq!(press(&mut screen(&message), 'r'), ready(), "{view}");
        message["table"]["chairs"][0]["ready"] = json!(true);
        assert_eq!(press(&mut screen(&message), 'r'), [], "{view}");
    }
    let mut message = recorded("holdem-over");
    message["table"]["options"]["dealing"] = json!({ "type": "when_ready" });
    assert_eq!(keys(&message), ["r ready"]);
    message["table"]["options"]["dealing"] = json!({ "type": "by_hand" });
    assert_eq!(keys(&message), ["d deal"]);
    assert_eq!(press(&mut screen(&message), 'd'), [Order::Write(Write::post("/hands"))]);
    message["table"]["you"] = Value::Null;
    assert_eq!(keys(&message), [""; 0], "a watcher deals nothing");
}

#[test]
fn a_key_of_the_hand_before_is_none_of_the_rest() {
    let message = recorded("doudizhu-play");
    let mut table = screen(&message);
    let mut over = recorded("doudizhu-over");
    over["table"]["version"] = json!(message["table"]["version"].as_u64().unwrap() + 1);
    table.apply(news(&over), context(Language::En, LATER));
    assert_eq!(press(&mut table, 'r'), []);
    let later = LATER + Duration::from_millis(300);
    assert_eq!(table.press(key(Char('r')), context(Language::En, later)), ready());
}

#[test]
fn a_player_who_sits_out_comes_back() {
    let mut message = recorded("holdem-over");
    message["table"]["chairs"][0]["entry"] = json!("out");
    assert_eq!(keys(&message), ["b I am back"]);
    assert_eq!(press(&mut screen(&message), 'b'), come_back());
    // In the hand that they still play, the key bets.
    let mut message = recorded("holdem-check");
    message["table"]["chairs"][0]["entry"] = json!("out");
    assert_eq!(keys(&message), [""; 0]);
    assert!(matches!(press(&mut screen(&message), 'b').as_slice(), [Order::Act { .. }]));
}

#[test]
fn an_absent_player_returns_to_the_kept_chair() {
    let mut table = screen(&kept(1200));
    let area = Rect::new(0, 0, 60, 20);
    let mut buffer = Buffer::empty(area);
    table.draw(context(Language::En, LATER), area, &mut buffer);
    let text = buffer.content.iter().map(Cell::symbol).collect::<String>();
    assert!(text.contains("Your chair is kept, with 1,200 chips. b: I am back"), "{text}");
    assert!(text.contains(" b I am back"), "{text}");
    assert_eq!(press(&mut table, 's'), []);
    assert!(table.ask.is_none(), "it is not bought anew");
    assert_eq!(press(&mut table, 'b'), come_back());
    let mut table = screen(&kept(0));
    press(&mut table, 'm');
    assert_eq!(table.press(key(Enter), context(Language::En, LATER)), come_back());
}

/// If people have taken every chair meanwhile, there is only the waiting line.
#[test]
fn where_nobody_makes_room_no_chair_is_kept() {
    let mut message = kept(1200);
    for chair in message["table"]["chairs"].as_array_mut().unwrap() {
        chair["computer"] = Value::Null;
    }
    let mut table = screen(&message);
    assert_eq!(press(&mut table, 'b'), []);
    assert!(
        matches!(press(&mut table, 'w').as_slice(), [Order::Write(Write { path, .. })] if path == "/waiting")
    );
}
