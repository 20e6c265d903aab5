//! A newer server: unknown things are shown by their names, and nothing crashes.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde_json::json;

use super::{LATER, context, key, recorded, screen};
use crate::describe;
use crate::words::Language;

#[test]
fn an_unknown_event_is_told_by_its_name() {
    let mut told = recorded("holdem-call");
    let events = json!([
        { "table": { "type": "moonrise", "seat": 99 } },
        { "hand": { "holdem": { "type": "peeked", "seat": 1 } } },
        { "hand": { "mahjong": { "type": "kong" } } },
        { "weather": 7 },
        { "table": { "type": "emoted", "seat": 1, "emote": "yawn" } },
        { "hand": { "holdem": { "type": "folded", "seat": "north" } } },
    ]);
    let version = told["table"]["version"].clone();
    told["changes"] = json!([{ "version": version, "events": events }]);
    let table = screen(&told);
    let lines = describe::lines(&table.table, Language::En);
    for name in ["(moonrise)", "(peeked)", "(kong)", "(?)", "yawn"] {
        assert!(lines.iter().any(|line| line.contains(name)), "{name} in {lines:?}");
    }
}

#[test]
fn an_unknown_option_or_game_is_drawn_without_keys() {
    let area = Rect::new(0, 0, 80, 24);
    let mut told = recorded("doudizhu-lead");
    told["table"]["you"]["options"] = json!({ "doudizhu": { "type": "sing", "verses": 3 } });
    told["table"]["hand"]["state"]["doudizhu"]["stage"] = json!("singing");
    let mut table = screen(&told);
    let mut buffer = Buffer::empty(area);
    table.draw(context(Language::En, LATER), area, &mut buffer);
    let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("newer than this program: sing"));
    assert_eq!(table.press(key(KeyCode::Enter), context(Language::En, LATER)), []);

    told["table"]["options"]["game"] = json!({ "mahjong": { "flowers": true } });
    told["table"]["hand"]["state"] = json!({ "mahjong": {} });
    let table = screen(&told);
    table.draw(context(Language::Zh, LATER), area, &mut buffer);
}

/// What is missing is empty: a view with nothing in it is drawn as well, at every size.
#[test]
fn missing_members_and_small_windows_crash_nothing() {
    for name in ["holdem-call", "doudizhu-lead", "shengji-follow", "shengji-over", "doudizhu-bid"] {
        let whole = recorded(name);
        for member in ["hand", "you", "chairs", "options", "last_result", "presence"] {
            let mut told = whole.clone();
            told["table"].as_object_mut().unwrap().remove(member);
            let table = screen(&told);
            for (width, height) in [(1, 1), (20, 5), (59, 19), (80, 24), (200, 60)] {
                let area = Rect::new(0, 0, width, height);
                table.draw(context(Language::Zh, LATER), area, &mut Buffer::empty(area));
            }
        }
    }
}
