//! Keys become actions, as of the version that they were drawn from.

use std::time::Duration;

use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::doudizhu::tools::ToRead;
use cardroom_rules::games::doudizhu::view::View;
use cardroom_rules::games::level::Level;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::Value;
use serde_json::json;

use super::{LATER, context, key, nothing_listed, recorded, screen};
use crate::games;
use crate::net::refusal::Refusal;
use crate::order::{Order, Write};
use crate::screens::ask::Ask;
use crate::screens::lobby::Lobby;
use crate::screens::table::TableScreen;
use crate::screens::welcome::Welcome;
use crate::words::Language;

fn press(screen: &mut TableScreen, codes: &[KeyCode]) -> Vec<Order> {
    codes.iter().flat_map(|code| screen.press(key(*code), context(Language::En, LATER))).collect()
}

fn acts(screen: &mut TableScreen, codes: &[KeyCode]) -> Value {
    let orders = press(screen, codes);
    match orders.as_slice() {
        [Order::Act { at, action }] => {
            assert_eq!(*at, screen.drawn);
            json!(action)
        }
        other => panic!("{other:?}"),
    }
}

use KeyCode::{Char, Down, Enter, Esc, Right};

#[test]
fn calls_and_raises_by_what_the_server_offers() {
    let message = recorded("holdem-call");
    let options = &message["table"]["you"]["options"]["holdem"];
    assert_eq!(acts(&mut screen(&message), &[Char('c')]), json!({ "holdem": { "type": "call" } }));
    assert_eq!(acts(&mut screen(&message), &[Char('f')]), json!({ "holdem": { "type": "fold" } }));
    let raise = |to: u64| json!({ "holdem": { "type": "raise", "to": to } });
    let least = options["raise_min"].as_u64().unwrap();
    assert_eq!(acts(&mut screen(&message), &[Char('r')]), raise(least));
    assert_eq!(acts(&mut screen(&message), &[Right, Right, Char('r')]), raise(least + 20));
    assert_eq!(acts(&mut screen(&message), &[Char('4'), Char('r')]), raise(options["pot"].as_u64().unwrap()));
    let typed = [Char('e'), Char('1'), Char('0'), Char('0'), Enter, Char('r')];
    assert_eq!(acts(&mut screen(&message), &typed), raise(100));
    // An amount out of bounds is moved to the bound, and all in asks.
    let most = options["raise_max"].as_u64().unwrap();
    let mut all = screen(&message);
    assert_eq!(
        press(
            &mut all,
            &[Char('e'), Char('9'), Char('9'), Char('9'), Char('9'), Char('9'), Enter, Char('r')]
        ),
        []
    );
    assert!(matches!(all.ask, Some(Ask::Confirm { .. })));
    assert_eq!(press(&mut all.clone(), &[Char('n')]), []);
    assert_eq!(acts(&mut all, &[Char('y')]), raise(most));
}

#[test]
fn folding_for_free_asks() {
    let mut table = screen(&recorded("holdem-check"));
    assert_eq!(press(&mut table, &[Char('f')]), []);
    assert_eq!(acts(&mut table, &[Char('y')]), json!({ "holdem": { "type": "fold" } }));
    assert_eq!(
        acts(&mut screen(&recorded("holdem-check")), &[Char('c')]),
        json!({ "holdem": { "type": "check" } })
    );
}

#[test]
fn a_key_that_comes_too_early_or_twice_does_nothing() {
    let message = recorded("holdem-call");
    let mut table = screen(&message);
    assert_eq!(table.press(key(Char('c')), context(Language::En, Duration::from_millis(100))), []);
    press(&mut table, &[Char('c')]);
    assert_eq!(press(&mut table, &[Char('c'), Char('f')]), []);
}

#[test]
fn bids_and_passes() {
    let message = recorded("doudizhu-bid");
    assert_eq!(
        acts(&mut screen(&message), &[Char('3')]),
        json!({ "doudizhu": { "type": "bid", "points": 3 } })
    );
    assert_eq!(acts(&mut screen(&message), &[Char('p')]), json!({ "doudizhu": { "type": "pass" } }));
    let message = recorded("doudizhu-double");
    assert_eq!(acts(&mut screen(&message), &[Char('d')]), json!({ "doudizhu": { "type": "double" } }));
}

#[test]
fn a_hint_says_what_it_is() {
    let message = recorded("doudizhu-lead");
    let hint = &message["table"]["you"]["options"]["doudizhu"]["suggested"][0];
    let action = acts(&mut screen(&message), &[Char('h'), Enter]);
    assert_eq!(action["doudizhu"]["cards"], hint["cards"]);
    assert_eq!(action["doudizhu"]["as"]["kind"], hint["reading"]["kind"]);
}

#[test]
fn cards_that_can_be_several_plays_are_asked_about() {
    let mut table = screen(&recorded("doudizhu-lead"));
    let held = table.table.state::<View>().unwrap().0.hand.clone().unwrap();
    let lowest = held[0].to_string();
    let orders = press(&mut table, &[Char(lowest.chars().next().unwrap()), Enter]);
    let [Order::Read(ToRead { cards, .. })] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!(json!(cards), json!([lowest]));
    let reading = |kind: &str| json!({ "kind": kind, "main": "3", "length": 1, "purity": "natural", "weight": 1, "cards": cards });
    let two = json!({ "must_be_named": false, "readings": [reading("airplane"), reading("bomb")] });
    assert_eq!(table.read(cards.clone(), Ok(serde_json::from_value(two).unwrap())), []);
    let action = acts(&mut table, &[Char('2')]);
    assert_eq!(action["doudizhu"]["as"], json!({ "kind": "bomb", "main": "3" }));
    // A single reading, or none in the answer, is played as the server reads it.
    let ask = || {
        let mut table = screen(&recorded("doudizhu-lead"));
        press(&mut table, &[Char(lowest.chars().next().unwrap()), Enter]);
        table
    };
    let orders = ask().read(cards.clone(), Err(Refusal::offline()));
    let [Order::Act { action, .. }] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!(json!(action)["doudizhu"], json!({ "type": "play", "cards": cards }));
    // The readings for a decision that is over play nothing in the next.
    let mut table = ask();
    table.play.since = table.play.since.map(|since| since + 1);
    assert_eq!(table.read(cards.clone(), Err(Refusal::offline())), []);
}

#[test]
fn what_must_be_played_is_lifted_already() {
    let message = recorded("shengji-follow");
    let options = &message["table"]["you"]["options"]["shengji"];
    let table = screen(&message);
    assert_eq!(json!(table.play.lift.cards()), options["must"]);
    let action = acts(&mut screen(&message), &[Char('h'), Enter]);
    assert_eq!(action["shengji"]["cards"], options["suggested"]);
}

#[test]
fn a_play_is_offered_once_as_many_cards_are_lifted_as_are_owed() {
    let mut table = screen(&recorded("shengji-follow"));
    let is_offered = |table: &TableScreen| {
        let keys = games::keys(&table.scene(context(Language::En, LATER)).unwrap());
        keys.iter().any(|key| key.contains("Enter"))
    };
    assert!(!is_offered(&table), "the one heart of two cards");
    press(&mut table, &[Char('h')]);
    assert!(is_offered(&table));
    press(&mut table, &[Right, Char(' '), Right, Char(' ')]);
    assert!(!is_offered(&table), "{} cards", table.play.lift.count());
}

#[test]
fn trumps_are_declared_by_number() {
    let message = recorded("shengji-declare");
    let choice = &message["table"]["you"]["options"]["shengji"]["choices"][0];
    let action = acts(&mut screen(&message), &[Char('1')]);
    assert_eq!(action["shengji"]["card"], choice["card"]);
    assert_eq!(acts(&mut screen(&message), &[Char('p')]), json!({ "shengji": { "type": "pass" } }));
}

#[test]
fn cards_are_lifted_with_arrows_and_lowered_with_escape() {
    let mut table = screen(&recorded("shengji-follow"));
    let lifted = table.play.lift.count();
    press(&mut table, &[Right, Char(' '), Right, Char(' ')]);
    assert_eq!(table.play.lift.count(), lifted + 2);
    let mut wants = || table.wants(context(Language::En, LATER));
    assert!(wants().is_some_and(|order| matches!(order, Order::Judge { .. })));
    assert_eq!(wants(), None, "one question at a time");
    press(&mut table, &[Esc]);
    assert_eq!(table.play.lift.count(), 0);
}

#[test]
fn passing_by_itself_is_one_key_at_dou_dizhu() {
    let orders = press(&mut screen(&recorded("doudizhu-play")), &[Char('u')]);
    let [Order::Write(Write { path, body, .. })] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!(path, "/seats/me/wishes");
    assert_eq!(*body, Some(json!({ "doudizhu": { "auto_pass": true } })));
    assert_eq!(press(&mut screen(&recorded("holdem-call")), &[Char('u')]), []);
}

#[test]
fn leaving_the_program_says_that_the_seat_stays() {
    let mut table = screen(&recorded("holdem-call"));
    assert_eq!(press(&mut table, &[Char('q')]), []);
    assert_eq!(press(&mut table, &[Char('q')]), [Order::ToLobby]);
}

#[test]
fn the_menu_writes_at_the_table() {
    let mut table = screen(&recorded("holdem-call"));
    let orders = press(&mut table, &[Char('m'), Enter, Down, Enter]);
    let emote = Write::send("/emotes", &json!({ "emote": "good_luck" }));
    assert_eq!(orders, [Order::Write(emote)]);
}

#[test]
fn a_name_and_enter_come_in() {
    let mut welcome = Welcome::new(Language::En, 3);
    let context = context(Language::En, LATER);
    welcome.press(KeyEvent::new(Char('u'), KeyModifiers::CONTROL), context);
    assert_eq!(welcome.press(key(Enter), context), [], "no name, no guest");
    let mut welcome = Welcome::new(Language::En, 3);
    for sign in "Ada".chars() {
        welcome.press(key(Char(sign)), context);
    }
    assert_eq!(welcome.press(key(Enter), context), [Order::ComeIn("Ada".to_owned())]);
}

/// Pasted text is text in a field, and has no effect at a table. Characters that move the cursor are left out.
#[test]
fn pasted_text_is_typed_where_something_is_typed() {
    let context = context(Language::En, LATER);
    let mut welcome = Welcome::new(Language::En, 3);
    welcome.field.push("A\u{1b}[2Jda\r\nand much more than fits into a name");
    assert_eq!(welcome.field.text, "A[2Jdaand much more than");
    let mut lobby = Lobby::new(None);
    lobby.show(nothing_listed());
    lobby.paste("q");
    lobby.press(key(Char('i')), context);
    assert!(lobby.is_typing());
    lobby.paste(" ABCD-LQ?1\n");
    assert_eq!(lobby.press(key(Enter), context), [Order::LookUp("ABCD-LQ?1".to_owned())]);
}

/// If the lists cannot be read, the screen says so, also before the first time. Once they are, it does not any more.
#[test]
fn a_lobby_that_cannot_be_read_says_so() {
    let context = context(Language::En, LATER);
    let area = Rect::new(0, 0, 80, 24);
    let drawn = |lobby: &Lobby| {
        let mut buffer = Buffer::empty(area);
        lobby.draw("here", context, area, &mut buffer);
        buffer.content.iter().map(Cell::symbol).collect::<String>()
    };
    let mut lobby = Lobby::new(None);
    lobby.lost = Some("Connection lost.".to_owned());
    assert!(drawn(&lobby).contains("Connection lost."));
    lobby.show(nothing_listed());
    assert!(!drawn(&lobby).contains("Connection lost."));
}

#[test]
fn who_has_no_chips_left_may_ask_for_more() {
    let context = context(Language::En, LATER);
    let mut listed = nothing_listed();
    listed.me.chips = 0;
    listed.me.refill =
        Some(serde_json::from_value(json!({ "chips": 2000, "below": 200, "next_at": null })).unwrap());
    let mut lobby = Lobby::new(None);
    lobby.show(listed.clone());
    assert_eq!(lobby.press(key(Enter), context), [Order::Refill]);
    listed.me.chips = 200;
    let mut lobby = Lobby::new(None);
    lobby.show(listed);
    assert!(matches!(lobby.press(key(Enter), context).as_slice(), [Order::QuickSeat { .. }]));
}

#[test]
fn the_lobby_seats_with_computer_players_or_people() {
    let context = context(Language::En, LATER);
    let mut lobby = Lobby::new(Some(Level::Advanced));
    lobby.show(nothing_listed());
    let orders = lobby.press(key(Enter), context);
    assert_eq!(orders, [Order::QuickSeat { game: GameKind::Holdem, level: Some(Level::Advanced) }]);
    let mut lobby = Lobby::new(Some(Level::Advanced));
    lobby.show(nothing_listed());
    lobby.press(key(Right), context);
    lobby.press(key(Down), context);
    assert_eq!(
        lobby.press(key(Enter), context),
        [Order::QuickSeat { game: GameKind::Doudizhu, level: None }]
    );
}
