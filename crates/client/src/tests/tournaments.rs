//! Tournaments: their news, and the time that is left.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{LATER, context, recorded, screen};
use crate::read::Read;
use crate::screens::table::TableScreen;
use crate::screens::tournaments::at_table;
use crate::tournament::followed::{Followed, Standing, TournamentNews, clock_text, distance};
use crate::tournament::told::Told;
use crate::words::Language;

/// The tables of the recorded tournament.
pub(crate) const TABLE_1: &str = "01a22864-0000-7000-8000-000000000011";
pub(crate) const TABLE_2: &str = "01a22864-0000-7000-8000-000000000012";

pub(super) fn news(message: &Value) -> TournamentNews {
    serde_json::from_value(message.clone()).unwrap()
}

/// The recorded tournament, after some members were set.
pub(crate) fn with(members: &Value) -> Value {
    let mut message = recorded("tournament");
    change(&mut message, members);
    message
}

/// Sets members of a tournament, as a change of it.
fn change(message: &mut Value, members: &Value) {
    let tournament = message["tournament"].as_object_mut().unwrap();
    let version = tournament["version"].as_u64().unwrap();
    tournament.insert("version".to_owned(), json!(version + 1));
    for (name, value) in members.as_object().unwrap() {
        match (tournament.get_mut(name), value) {
            (Some(Value::Object(had)), Value::Object(new)) => had.extend(new.clone()),
            _ => drop(tournament.insert(name.clone(), value.clone())),
        }
    }
}

/// It before its start.
pub(crate) fn registering() -> Value {
    with(&json!({
        "phase": "registering", "registration_open": true, "entered": 4, "left": 4, "level": null, "next_level": null,
        "ends_at": null, "tables": [], "you": null, "pool": 400, "chips_in_play": 6000, "prizes": [260, 140],
    }))
}

fn entry(number: u32, chips: u64, place: Option<u32>, prize: u64) -> Value {
    json!({
        "number": number, "player": format!("01a20397-0000-7000-8000-0000000000{number:02x}"), "computer": null,
        "head": 0, "rebuys": 0, "deciding": false, "chips": chips, "table": null, "seat": null, "place": place,
        "prize": prize,
    })
}

/// What an entry would get by a deal.
pub(super) fn share(entry: u32, name: &str, amount: u64) -> Value {
    let player = format!("01a20397-0000-7000-8000-0000000000{entry:02x}");
    json!({
        "entry": entry, "player": player, "name": name, "avatar": "fox", "computer": null, "amount": amount,
    })
}

/// The standing of these entries, whose players have names.
pub(super) fn standing(entries: &[(u32, u64, Option<u32>, u64)]) -> Standing {
    let names = ["Ada", "小明", "Nadia", "A\u{1b}[31m name that does not end", "Otto", "Rafa", "Mei"];
    let entries: Vec<_> = entries
        .iter()
        .map(|&(number, chips, place, prize)| {
            serde_json::from_value(entry(number, chips, place, prize)).unwrap()
        })
        .collect();
    let player = |number: u32| serde_json::from_value(entry(number, 0, None, 0)["player"].clone()).unwrap();
    let names: BTreeMap<_, _> = (1..).map(player).zip(names.map(str::to_owned)).collect();
    Standing { entries, names }
}

pub(super) fn followed(message: &Value) -> Followed {
    let mut followed = Followed::new(message["tournament"]["id"].as_str().unwrap(), None);
    assert_eq!(followed.apply(news(message), Duration::ZERO), [], "the first view tells nothing");
    followed
}

/// A recorded table of Hold'em between hands, at table 2 of the tournament.
pub(crate) fn table_of(message: &Value) -> TableScreen {
    let mut table = recorded("holdem-over");
    table["table"]["hand"] = Value::Null;
    at_tournament(&mut table, &message["tournament"]);
    let mut screen = screen(&table);
    screen.tournament = Some(Arc::new(followed(message)));
    screen
}

/// Says at a table to which tournament it belongs.
pub(super) fn at_tournament(table: &mut Value, tournament: &Value) {
    let level = &tournament["level"];
    let now: Timestamp = table["table"]["now"].as_str().unwrap().parse().unwrap();
    let ends_at = (now + SignedDuration::from_mins(3)).to_string();
    table["table"]["tournament"] = json!({
        "id": tournament["id"], "name": "Sunday club", "table_number": 2,
        "progress": {
            "version": tournament["version"],
            "level": {
                "number": level["number"], "posts": level["posts"], "next": tournament["next_level"],
                "break_seconds": null, "on_break": tournament["on_break"], "ends_at": ends_at,
                "left_millis": null, "left_hands": null,
            },
            "round": null, "paused": false, "hand_for_hand": tournament["hand_for_hand"], "entered": 18, "left": 11,
            "average_stack": 2454, "places_paid": 3, "your_place": 6,
        },
    });
}

fn told(before: &Value, members: &Value) -> Vec<String> {
    let mut followed = followed(before);
    let mut after = before.clone();
    change(&mut after, members);
    let told = followed.apply(news(&after), LATER);
    told.iter().map(|told| told.line(Language::En)).collect()
}

#[test]
fn a_change_becomes_sentences() {
    let playing = with(&json!({}));
    let table = json!([{ "number": 1, "table": TABLE_1, "players": 9 }]);
    let level = json!({ "number": 6, "posts": playing["tournament"]["next_level"], "played_millis": 0 });
    let deal = json!({ "by": 2, "basis": "icm", "keep": 0, "amounts": [], "accepted": [2] });
    let in_the_money = json!({ "left": 3 });
    let cases = [
        (json!({ "level": level }), vec!["Level 6: 60/120, ante 120"]),
        (json!({ "on_break": true }), vec!["A break begins."]),
        (
            json!({ "left": 9, "tables": table, "you": { "table": TABLE_1 } }),
            vec!["This is the final table.", "You are moved to table 1."],
        ),
        (
            json!({ "left": 4, "hand_for_hand": true }),
            vec!["Hand for hand: 4 left, 3 paid. The next one out wins nothing."],
        ),
        (in_the_money.clone(), vec!["All 3 who are left get a prize."]),
        (json!({ "registration_open": true, "left": 3 }), vec![]),
        (json!({ "you": { "place": 11, "table": null } }), vec!["You are out: 11th of 18."]),
        (json!({ "you": { "place": 3, "prize": 360 } }), vec!["You are out: 3rd of 18, 360."]),
        (
            json!({ "phase": "finished", "left": 1, "you": { "place": 1, "prize": 900 } }),
            vec!["You have won: first of 18, 900.", "The tournament is over."],
        ),
        (json!({ "you": { "deciding": true, "chips": 0 } }), vec!["You have no chips left."]),
        (json!({ "paused": true }), vec!["The tournament is paused."]),
        (json!({ "deal": deal }), vec!["A deal is proposed."]),
        (json!({}), vec![]),
    ];
    for (members, lines) in cases {
        assert_eq!(told(&playing, &members), lines, "{members}");
    }
    let seated = json!({
        "phase": "playing", "registration_open": false, "level": playing["tournament"]["level"],
        "tables": playing["tournament"]["tables"], "you": playing["tournament"]["you"],
    });
    assert_eq!(told(&registering(), &seated), ["The tournament has started.", "You sit at table 2."]);
    let cancelled = ["The tournament is cancelled. All entries were given back."];
    assert_eq!(told(&registering(), &json!({ "phase": "cancelled" })), cancelled);
    let offered = with(&json!({ "left": 3, "deal": deal }));
    assert_eq!(told(&offered, &json!({ "deal": null })), ["The deal has lapsed."]);
    let made = json!({ "deal": null, "you": { "prize": 500 } });
    assert_eq!(told(&offered, &made), ["The deal is made. You get 500."]);
    let ended = json!({ "deal": null, "phase": "finished", "you": { "prize": 500, "place": 2 } });
    assert_eq!(told(&offered, &ended), ["You are out: 2nd of 18, 500.", "The tournament is over."]);
}

#[test]
fn an_old_view_and_one_of_a_newer_server_change_nothing() {
    let mut followed = followed(&with(&json!({})));
    let old = recorded("tournament");
    assert_eq!(followed.apply(news(&old), LATER), []);
    assert_eq!(followed.view.as_ref().unwrap().version, 41);
    let newer = with(&json!({ "version": 50, "phase": "dreaming" }));
    assert_eq!(followed.apply(news(&newer), LATER), []);
    assert!(followed.is_newer && followed.view.is_some());
}

#[test]
fn the_name_of_a_player_who_is_out_comes_once() {
    let mut followed = followed(&with(&json!({})));
    let left = [(2, 5_000, None, 0), (1, 2_450, None, 0), (4, 900, None, 0), (9, 100, None, 0)];
    assert_eq!(followed.list(standing(&left)), [], "the first standing tells nothing");
    let out = [(2, 8_450, None, 0), (1, 0, Some(2), 540), (4, 0, Some(3), 360), (9, 0, Some(4), 0)];
    let lines: Vec<_> = followed.list(standing(&out)).iter().map(|told| told.line(Language::En)).collect();
    // The reader's own end comes with the view. A name is drawn without control characters.
    assert_eq!(lines, ["#9 is out: 4th", "A[31m name that does not end is out: 3rd, 360"]);
    assert_eq!(followed.list(standing(&out)), []);
    let over = followed.list(standing(&[(2, 27_000, Some(1), 900)]));
    assert_eq!(over.first().unwrap().line(Language::En), "小明 wins the tournament: 900");
}

#[test]
fn time_runs_to_the_end_of_the_level_and_stands_still() {
    let mut followed = followed(&with(&json!({})));
    let left = |followed: &Followed| followed.time_left(Duration::from_secs(10)).map(clock_text);
    assert_eq!(left(&followed).as_deref(), Some("2:50"));
    followed.apply(
        news(&with(&json!({ "version": 50, "ends_at": null, "left_millis": 61_001 }))),
        Duration::ZERO,
    );
    assert_eq!(left(&followed).as_deref(), Some("1:02"));
    followed.apply(news(&with(&json!({ "version": 51, "ends_at": null }))), Duration::ZERO);
    assert_eq!(left(&followed), None);
    assert_eq!(clock_text(3_725_000), "1:02:05");
    assert_eq!(distance(1, Language::En), "1 min");
    assert_eq!(distance(134 * 60_000, Language::Zh), "2小时14分钟");
    assert_eq!(distance(25 * 3_600_000, Language::En), "1 d 1 h");
}

/// As much of the line as there is room for; the clock and the standing stay longest.
#[test]
fn the_line_of_a_tournament_fits_its_window() {
    let table = table_of(&with(&json!({})));
    for language in [Language::En, Language::Zh] {
        for width in 10..120 {
            let line = at_table::strip(&table.table, context(language, LATER), width);
            assert!(crate::look::width(&line) <= width, "{width}: {line}");
            assert!(width < 40 || line.contains("2:59"), "{width}: {line}");
            assert!(width < 50 || line.contains("11"), "{width}: {line}");
        }
    }
    let at_cash = screen(&recorded("holdem-over"));
    assert_eq!(at_table::strip(&at_cash.table, context(Language::En, LATER), 80), "");
}

/// A table of Dou Dizhu in the second round of a tournament.
pub(super) fn in_rounds(round: &Value) -> Value {
    let mut table = recorded("doudizhu-play");
    let now: Timestamp = table["table"]["now"].as_str().unwrap().parse().unwrap();
    let mut own = json!({
        "number": 2, "of": 5, "ends_at": (now + SignedDuration::from_mins(3)).to_string(), "tables_playing": 4,
        "deal": 3, "deals": 6,
    });
    own.as_object_mut().unwrap().extend(round.as_object().unwrap().clone());
    table["table"]["tournament"] = json!({
        "id": "01a20397-0000-7000-8000-0000000000ff", "name": "Sunday club", "table_number": 7,
        "progress": {
            "version": 9, "level": null, "round": own, "paused": false, "hand_for_hand": false, "entered": 15,
            "left": 15, "average_stack": 0, "places_paid": 3, "your_place": 6,
        },
    });
    table
}

#[test]
fn the_line_of_a_round_fits_its_window() {
    let line = |round: Value, language, width| {
        at_table::strip(&screen(&in_rounds(&round)).table, context(language, LATER), width)
    };
    let whole = "Table 7   Round 2 of 5 2:59   deal 3 of 6   4 tables play   you 6th";
    assert_eq!(line(json!({}), Language::En, 80), whole);
    let whole = "第7桌   第2轮，共5轮 2:59   第3局，共6局   4桌在打   你第6名";
    assert_eq!(line(json!({}), Language::Zh, 80), whole);
    assert_eq!(line(json!({}), Language::En, 40), "Round 2 of 5 2:59   deal 3 of 6");
    let waits = json!({ "deal": null, "of": null, "ends_at": null, "tables_playing": 1 });
    let line_of = "Table 7   Round 2   waits for other tables   1 table plays   you 6th";
    assert_eq!(line(waits, Language::En, 80), line_of);
    let added = json!({ "deal": 7, "tables_playing": 1 });
    assert!(line(added, Language::En, 80).contains("deal 7, added   1 table plays"));
    for width in 10..80 {
        for language in [Language::En, Language::Zh] {
            let line = line(json!({}), language, width);
            assert!(crate::look::width(&line) <= width, "{width}: {line}");
        }
    }
}

/// The last hand stays on the screen when the table is closed.
#[test]
fn the_last_hand_is_seen_to_its_end() {
    let mut screen = table_of(&with(&json!({})));
    let mut closed = recorded("holdem-over");
    at_tournament(&mut closed, &with(&json!({}))["tournament"]);
    let table = &mut closed["table"];
    table["version"] = json!(table["version"].as_u64().unwrap() + 1);
    table["closed_at"] = table["now"].clone();
    table["chairs"] = json!([]);
    table["you"] = Value::Null;
    let stack = table["last_result"]["players"][0]["stack"].as_u64().unwrap();
    closed["changes"] = json!([]);
    screen.apply(super::news(&closed), context(Language::En, LATER));
    let view = screen.table.view.as_ref().unwrap();
    assert!(view.closed_at.is_some() && view.chairs.len() > 1);
    assert_eq!((view.chairs[0].chips, screen.table.my_seat().is_some()), (stack, true));
    assert!(!screen.table.is_my_turn());
}

#[test]
fn sentences_are_in_the_log_between_the_changes() {
    let mut screen = table_of(&with(&json!({})));
    screen.table.tell(Told::FinalTable);
    let lines = crate::describe::lines(&screen.table, Language::Zh);
    assert_eq!(lines.last().unwrap(), "进入决赛桌。");
    // The change of the same version still comes to the log, after a gap.
    let version = screen.table.version();
    screen.table.log.retain(|line| line.version < version);
    screen.table.tell(Told::FinalTable);
    let change = json!([{ "version": version, "events": [{ "table": { "type": "paused" } }] }]);
    screen.table.note(serde_json::from_value(change).unwrap());
    assert_eq!(screen.table.log.iter().filter(|line| line.version == version).count(), 2);
}

#[test]
fn a_message_of_the_stream_is_read_also_from_a_newer_server() {
    let message = with(&json!({ "novelty": { "type": "moonrise" } }));
    assert!(matches!(news(&message).tournament, Read::Known(_)));
    let mut newer = message;
    newer["tournament"]["options"]["game"] = json!({ "mahjong": {} });
    assert!(matches!(news(&newer).tournament, Read::Unknown(_)));
}
