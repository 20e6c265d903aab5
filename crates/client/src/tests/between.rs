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

fn keys(told: &Value) -> Vec<String> {
    between::keys(&screen(told).table, Language::En)
}

fn ready() -> [Order; 1] {
    [Order::Write(Write::post("/seats/me/ready"))]
}

fn come_back() -> [Order; 1] {
    [Order::Write(Write::send("/seats/me/return", &json!({ "entry": "wait" })))]
}

/// A recorded table whose chair was given up while its player was gone: it is kept, with this many chips.
fn kept(chips: u64) -> Value {
    let mut told = from_outside(&json!([]));
    told["table"]["you"] = json!({ "seat": null, "options": null, "kept": { "seat": 0, "chips": chips }, "preferences": null, "invite_code": null });
    told
}

/// If hands are dealt automatically, a player who is ready need not wait.
#[test]
fn a_player_says_between_hands_that_they_are_ready() {
    for view in ["holdem-over", "doudizhu-over", "shengji-over"] {
        let mut told = recorded(view);
        assert_eq!(keys(&told), ["r go on"], "{view}");
        assert_eq!(press(&mut screen(&told), 'r'), ready(), "{view}");
        told["table"]["chairs"][0]["ready"] = json!(true);
        assert_eq!(press(&mut screen(&told), 'r'), [], "{view}");
    }
    let mut told = recorded("holdem-over");
    told["table"]["options"]["dealing"] = json!({ "type": "when_ready" });
    assert_eq!(keys(&told), ["r ready"]);
    told["table"]["options"]["dealing"] = json!({ "type": "by_hand" });
    assert_eq!(keys(&told), ["d deal"]);
    assert_eq!(press(&mut screen(&told), 'd'), [Order::Write(Write::post("/hands"))]);
    told["table"]["you"] = Value::Null;
    assert_eq!(keys(&told), [""; 0], "a watcher deals nothing");
}

#[test]
fn a_key_of_the_hand_before_is_none_of_the_rest() {
    let told = recorded("doudizhu-play");
    let mut table = screen(&told);
    let mut over = recorded("doudizhu-over");
    over["table"]["version"] = json!(told["table"]["version"].as_u64().unwrap() + 1);
    table.apply(news(&over), context(Language::En, LATER));
    assert_eq!(press(&mut table, 'r'), []);
    let later = LATER + Duration::from_millis(300);
    assert_eq!(table.press(key(Char('r')), context(Language::En, later)), ready());
}

#[test]
fn a_player_who_sits_out_comes_back() {
    let mut told = recorded("holdem-over");
    told["table"]["chairs"][0]["entry"] = json!("out");
    assert_eq!(keys(&told), ["b I am back"]);
    assert_eq!(press(&mut screen(&told), 'b'), come_back());
    // In the hand that they still play, the key bets.
    let mut told = recorded("holdem-check");
    told["table"]["chairs"][0]["entry"] = json!("out");
    assert_eq!(keys(&told), [""; 0]);
    assert!(matches!(press(&mut screen(&told), 'b').as_slice(), [Order::Act { .. }]));
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
    let mut told = kept(1200);
    for chair in told["table"]["chairs"].as_array_mut().unwrap() {
        chair["computer"] = Value::Null;
    }
    let mut table = screen(&told);
    assert_eq!(press(&mut table, 'b'), []);
    assert!(
        matches!(press(&mut table, 'w').as_slice(), [Order::Write(Write { path, .. })] if path == "/waiting")
    );
}
