//! Choices before the player's turn: sent then, or dropped if the question has changed.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::holdem::action::Action;
use ratatui::crossterm::event::KeyCode::{self, Char};
use serde_json::{Value, json};

use super::{LATER, before_turn, context, key, news, recorded, screen};
use crate::order::Order;
use crate::screens::table::TableScreen;
use crate::words::Language;

fn press(screen: &mut TableScreen, code: KeyCode) -> Vec<Order> {
    screen.press(key(code), context(Language::En, LATER))
}

/// These keys before the turn at a recorded table; then the turn comes.
fn chosen(view: &str, price: u64, keys: &[char]) -> TableScreen {
    let message = recorded(view);
    let mut table = screen(&before_turn(&message, price));
    for sign in keys {
        assert_eq!(press(&mut table, Char(*sign)), [], "nothing is sent before the turn");
    }
    table.bell = false;
    table.apply(news(&message), context(Language::En, LATER));
    table
}

fn sent(table: &mut TableScreen) -> Option<(u64, AnyAction)> {
    match table.wants(context(Language::En, LATER)) {
        Some(Order::Act { at, action }) => Some((at, action)),
        None => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_is_done_on_the_turn_once_and_rings_for_nobody() {
    let mut table = chosen("holdem-call", 10, &['c']);
    let version = table.table.version();
    assert_eq!(sent(&mut table), Some((version, Action::Call {}.into())));
    assert!(table.is_sending && !table.bell);
    table.is_sending = false;
    assert_eq!(sent(&mut table), None);
    assert_eq!(sent(&mut chosen("holdem-call", 10, &['f'])), Some((version, Action::Fold {}.into())));
    assert_eq!(sent(&mut chosen("holdem-check", 0, &['c'])).unwrap().1, Action::Check {}.into());
}

#[test]
fn checking_or_folding_never_folds_for_free() {
    assert_eq!(sent(&mut chosen("holdem-check", 0, &['f'])).unwrap().1, Action::Check {}.into());
}

#[test]
fn a_second_press_takes_it_back_and_another_key_changes_it() {
    assert_eq!(sent(&mut chosen("holdem-call", 10, &['c', 'c'])), None);
    assert_eq!(sent(&mut chosen("holdem-call", 10, &['c', 'f'])).unwrap().1, Action::Fold {}.into());
}

/// A choice for a price of five chips is dropped for ten, whether the price rises before the turn or with it.
#[test]
fn another_price_drops_it() {
    let message = recorded("holdem-call");
    let mut table = chosen("holdem-call", 8, &['c']);
    assert_eq!(sent(&mut table), None);
    assert!(table.bell, "so the player has to look up");
    assert_eq!(table.notice.as_ref().unwrap().0, "The price changed: your choice was dropped.");

    let mut table = screen(&before_turn(&message, 8));
    press(&mut table, Char('c'));
    let mut raised = before_turn(&message, 9);
    raised["table"]["version"] = message["table"]["version"].clone();
    table.apply(news(&raised), context(Language::En, LATER));
    assert_eq!(table.play.ahead, None);
    assert!(table.notice.is_some());
    // A fold is for every price.
    assert_eq!(sent(&mut chosen("holdem-call", 8, &['f'])).unwrap().1, Action::Fold {}.into());
}

#[test]
fn another_street_or_hand_drops_it() {
    for (place, other) in [("street", json!("river")), ("hand", json!(super::ME))] {
        let message = recorded("holdem-call");
        let mut table = screen(&before_turn(&message, 10));
        press(&mut table, Char('f'));
        let mut next = message.clone();
        if place == "hand" {
            next["table"]["hand"]["id"] = other;
        } else {
            next["table"]["hand"]["state"]["holdem"]["street"] = other;
        }
        table.apply(news(&next), context(Language::En, LATER));
        assert_eq!(sent(&mut table), None, "{place}");
    }
}

#[test]
fn all_in_is_not_chosen_ahead_and_who_has_folded_chooses_nothing() {
    let message = recorded("holdem-call");
    let mut table = screen(&before_turn(&message, 5_000));
    press(&mut table, Char('c'));
    assert_eq!(table.play.ahead, None);

    let mut folded = before_turn(&message, 10);
    folded["table"]["hand"]["state"]["holdem"]["players"][0]["state"] = json!("folded");
    let mut table = screen(&folded);
    press(&mut table, Char('f'));
    assert_eq!(table.play.ahead, None);
}

#[test]
fn cards_that_were_lifted_before_the_turn_stay_lifted() {
    let message = recorded("shengji-follow");
    let options = message["table"]["you"]["options"]["shengji"].clone();
    let suggested: Vec<Card> = serde_json::from_value(options["suggested"].clone()).unwrap();
    let mut before = message.clone();
    before["table"]["version"] = json!(message["table"]["version"].as_u64().unwrap() - 1);
    before["table"]["you"]["options"] = Value::Null;
    before["table"]["hand"]["decisions"] = json!([]);
    let mut table = screen(&before);
    table.play.lift.set(suggested.clone());
    table.apply(news(&message), context(Language::En, LATER));
    assert_eq!(table.play.lift.cards(), suggested);
    // Lifted cards without one that must be played are lowered.
    let mut table = screen(&before);
    table.apply(news(&message), context(Language::En, LATER));
    assert_eq!(json!(table.play.lift.cards()), options["must"]);
}
