//! The players of the chairs: a chair may have another player by the time a line of the log is read, or a result is
//! shown.

use cardroom_rules::games::seat::Seat;
use serde_json::{Value, json};

use super::tournaments::in_rounds;
use super::{ANN, LATER, ME, context, news, recorded, screen};
use crate::describe;
use crate::games;
use crate::words::Language;

fn lines(message: &Value, then: &[Value]) -> Vec<String> {
    let mut table = screen(message);
    let mut next = message.clone();
    let version = message["table"]["version"].as_u64().unwrap() + 1;
    next["table"]["version"] = json!(version);
    next["table"]["chairs"][1] = message["table"]["chairs"][1].clone();
    next["table"]["chairs"][1]["player"] = json!(ME);
    next["table"]["chairs"][1]["name"] = json!("Bo");
    next["table"]["you"] = json!({ "seat": 1 });
    next["changes"] = json!([{ "version": version, "events": then }]);
    table.table.me = Some(ME.parse().unwrap());
    table.apply(news(&next), context(Language::En, LATER));
    describe::lines(&table.table, Language::En)
}

#[test]
fn what_was_done_on_the_chair_before_was_done_by_somebody_else() {
    let mut message = recorded("doudizhu-play");
    message["table"]["you"] = Value::Null;
    let passed = json!({ "hand": { "doudizhu": { "type": "passed", "seat": 1 } } });
    let left = json!({ "table": { "type": "left", "seat": 1, "player": ANN, "chips": 5 } });
    let sat = json!({ "table": { "type": "sat_down", "seat": 1, "player": ME, "name": "Bo", "chips": 0, "entry": "wait" } });
    let lines = lines(&message, &[passed.clone(), left, sat, passed]);
    let last = lines.get(lines.len() - 4..).unwrap();
    assert_eq!(last, ["Heron passes", "Heron has left", "You sit down", "You pass"]);
}

/// Chips at a table of rounds are points, and nobody brings any.
#[test]
fn nobody_brings_chips_to_a_table_of_rounds() {
    let sat = json!({ "table": {
        "type": "sat_down", "seat": 1, "player": ME, "name": "Bo", "chips": 100_000_000, "entry": "wait",
    } });
    let last = |message: &Value| lines(message, std::slice::from_ref(&sat)).pop().unwrap();
    assert_eq!(last(&in_rounds(&json!({}))), "You sit down");
    assert_eq!(last(&recorded("doudizhu-play")), "You sit down with 100,000,000");
}

#[test]
fn who_made_room_before_the_first_look_was_somebody_else() {
    let mut message = recorded("holdem-call");
    let host = message["table"]["host"].clone();
    let left = json!({ "table": { "type": "left", "seat": 0, "player": ANN, "chips": 5 } });
    let sat = json!({ "table": { "type": "sat_down", "seat": 0, "player": host, "name": "Cid", "chips": 1000, "entry": "wait" } });
    message["changes"] = json!([{ "version": message["table"]["version"], "events": [left, sat] }]);
    let table = screen(&message);
    assert_eq!(describe::lines(&table.table, Language::En), ["You sit down with 1,000"]);
}

/// A player who took a chair after the hand neither won nor lost it.
#[test]
fn a_newcomer_is_shown_no_result_of_their_own() {
    for view in ["doudizhu-over", "shengji-over", "holdem-over"] {
        let mut message = recorded(view);
        let mine = screen(&message);
        let own = games::result(&mine.scene(context(Language::En, LATER)).unwrap());
        assert!(own.contains("You"), "{view}: {own}");
        message["table"]["last_result"]["your_seat"] = Value::Null;
        let newcomer = screen(&message);
        let result = games::result(&newcomer.scene(context(Language::En, LATER)).unwrap());
        assert!(!result.contains("You") && !result.is_empty(), "{view}: {result}");
    }
}

/// Two players with names that look alike are distinguished by the server's tag.
#[test]
fn names_that_look_alike_are_told_apart() {
    let mut message = recorded("holdem-call");
    message["table"]["chairs"][1]["tag"] = json!("3f2a");
    let table = screen(&message);
    assert_eq!(table.table.who(Seat(1), Language::En).name, "Heron #3f2a");
}
