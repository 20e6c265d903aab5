//! A newer server: what this program cannot read is shown by its name, and nothing crashes.

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde_json::{Value, json};

use super::{ANN, LATER, context, key, nothing_listed, recorded, screen};
use crate::describe;
use crate::read::{Read, known};
use crate::screens::lobby::Lobby;
use crate::screens::table::TableScreen;
use crate::words::Language;

fn drawn(table: &TableScreen) -> String {
    let area = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(area);
    table.draw(context(Language::En, LATER), area, &mut buffer);
    buffer.content.iter().map(Cell::symbol).collect()
}

fn press(table: &mut TableScreen, code: KeyCode) -> usize {
    table.press(key(code), context(Language::En, LATER)).len()
}

#[test]
fn an_unknown_event_is_shown_by_its_name() {
    let mut message = recorded("holdem-call");
    let events = json!([
        { "table": { "type": "moonrise", "seat": 99 } },
        { "hand": { "holdem": { "type": "peeked", "seat": 1 } } },
        { "hand": { "mahjong": { "type": "kong" } } },
        { "weather": 7 },
        { "table": { "type": "emoted", "seat": 1, "player": ANN, "emote": "yawn" } },
        { "hand": { "holdem": { "type": "folded", "seat": "north" } } },
        { "hand": { "holdem": { "type": "checked", "seat": 1, "slowly": true } } },
    ]);
    let version = message["table"]["version"].clone();
    message["changes"] = json!([{ "version": version, "events": events }]);
    let table = screen(&message);
    let lines = describe::lines(&table.table, Language::En);
    let expected = ["(moonrise)", "(peeked)", "(kong)", "(?)", "(emoted)", "(folded)", "Heron checks"];
    assert_eq!(lines, expected);
}

/// Members that this program does not know are skipped, wherever they are.
#[test]
fn unknown_members_are_skipped() {
    /// An object with one of these members is a tag, and has no other.
    const TAGS: [&str; 5] = ["holdem", "doudizhu", "shengji", "table", "hand"];
    fn adorn(json: &mut Value) {
        match json {
            Value::Object(members) => {
                members.values_mut().for_each(adorn);
                let is_tag = members.len() == 1 && members.keys().all(|name| TAGS.contains(&name.as_str()));
                if !is_tag {
                    members.insert("novelty".to_owned(), json!({ "type": "moonrise" }));
                }
            }
            Value::Array(items) => items.iter_mut().for_each(adorn),
            _ => {}
        }
    }
    for name in ["holdem-call", "doudizhu-lead", "doudizhu-over", "shengji-follow", "shengji-over"] {
        let mut message = recorded(name);
        // A request has the same type, which names every member.
        message["table"]["options"]["fill_with_bots"] = Value::Null;
        let mut newer = message.clone();
        adorn(&mut newer);
        assert_eq!(drawn(&screen(&newer)), drawn(&screen(&message)), "{name}");
    }
}

/// The rest of the table is drawn, and the question is named.
#[test]
fn unknown_options_are_drawn_without_keys() {
    let mut message = recorded("doudizhu-lead");
    message["table"]["you"]["options"] = json!({ "doudizhu": { "type": "sing", "verses": 3 } });
    let mut table = screen(&message);
    let text = drawn(&table);
    assert!(text.contains("newer than this program: sing"), "{text}");
    assert!(text.contains("Heron") && text.contains("17 cards"), "{text}");
    assert_eq!(press(&mut table, KeyCode::Enter), 0);
}

/// The chairs are drawn, and a hand that cannot be seen is neither acted in nor followed by another.
#[test]
fn an_unknown_state_is_a_notice_between_the_chairs() {
    let mut message = recorded("doudizhu-lead");
    message["table"]["hand"]["state"]["doudizhu"]["stage"] = json!("singing");
    let mut table = screen(&message);
    let text = drawn(&table);
    assert!(text.contains("newer than this program: hand"), "{text}");
    assert!(text.contains("Heron"), "{text}");
    for code in [KeyCode::Enter, KeyCode::Char('h'), KeyCode::Char('r'), KeyCode::Char('p')] {
        assert_eq!(press(&mut table, code), 0);
    }
}

/// A table of which nothing can be read is a log and a notice. Once it can be read, it is drawn.
#[test]
fn an_unknown_game_is_a_log() {
    let message = recorded("doudizhu-lead");
    let mut newer = message.clone();
    newer["table"]["options"]["game"] = json!({ "mahjong": { "flowers": true } });
    let mut table = screen(&newer);
    let text = drawn(&table);
    assert!(text.contains("newer than this program: table"), "{text}");
    assert!(text.contains("passes"), "{text}");
    for code in
        [KeyCode::Enter, KeyCode::Char('m'), KeyCode::Char('s'), KeyCode::Char('w'), KeyCode::Char('b')]
    {
        assert_eq!(press(&mut table, code), 0);
    }
    table.apply(super::news(&message), context(Language::En, LATER));
    assert!(!drawn(&table).contains("newer than this program"));
}

/// One table that cannot be read leaves the others of a lobby.
#[test]
fn an_unknown_table_of_the_lobby_is_named() {
    let tables = vec![Read::Known(1), Read::Unknown(json!({ "options": { "name": "Moon\u{1b}" } }))];
    let (read, newer) = known(tables);
    assert_eq!((read, newer.as_deref()), (vec![1], Some("Moon")));
    let mut lobby = Lobby::new(None);
    lobby.show(crate::screens::rows::Listed { newer, ..nothing_listed() });
    let area = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(area);
    lobby.draw("here", context(Language::En, LATER), area, &mut buffer);
    let text: String = buffer.content.iter().map(Cell::symbol).collect();
    assert!(text.contains("newer than this program: Moon"), "{text}");
}

/// A view without one of its members is drawn as far as that goes, at every size.
#[test]
fn missing_members_and_small_windows_crash_nothing() {
    for name in ["holdem-call", "doudizhu-lead", "shengji-follow", "shengji-over", "doudizhu-bid"] {
        let whole = recorded(name);
        for member in ["hand", "you", "chairs", "options", "last_result", "presence"] {
            let mut message = whole.clone();
            message["table"].as_object_mut().unwrap().remove(member);
            let table = screen(&message);
            for (width, height) in [(1, 1), (20, 5), (59, 19), (80, 24), (200, 60)] {
                let area = Rect::new(0, 0, width, height);
                table.draw(context(Language::Zh, LATER), area, &mut Buffer::empty(area));
            }
        }
    }
}
