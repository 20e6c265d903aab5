//! The screens as text: both languages, the usual size and a large one. `CARDROOM_BLESS=1` writes the snapshots again.

use std::fs;
use std::time::Duration;

use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::level::Level;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde_json::{Value, json};

use super::queue::{UNTIL, from_outside, waits};
use super::{ANN, LATER, ME, NOW, before_turn, context, folder, key, nothing_listed, recorded, screen};
use crate::look::Look;
use crate::order::Order;
use crate::screens::Context;
use crate::screens::hands::HandsScreen;
use crate::screens::help::{Help, Topic};
use crate::screens::lobby::Lobby;
use crate::screens::paint;
use crate::screens::welcome::Welcome;
use crate::words::Language;

const VIEWS: [&str; 14] = [
    "holdem-call",
    "holdem-check",
    "holdem-over",
    "doudizhu-bid",
    "doudizhu-double",
    "doudizhu-lead",
    "doudizhu-play",
    "doudizhu-cannot",
    "doudizhu-over",
    "shengji-declare",
    "shengji-bury",
    "shengji-lead",
    "shengji-follow",
    "shengji-over",
];

/// The drawn text, without the spaces at the ends of lines. A wide character takes two cells and is written once.
pub(super) fn drawn(width: u16, height: u16, draw: impl FnOnce(Rect, &mut Buffer)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame.area(), frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..height {
        let mut line = String::new();
        let mut x = 0;
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += u16::try_from(crate::look::width(symbol).max(1)).unwrap();
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

pub(super) fn compare(name: &str, text: &str) {
    let file = folder().join("snapshots").join(format!("{name}.txt"));
    if std::env::var_os("CARDROOM_BLESS").is_some() {
        fs::write(&file, text).unwrap();
    }
    let had = fs::read_to_string(&file).unwrap_or_default();
    assert!(had == text, "{name} looks different (CARDROOM_BLESS=1 takes it):\n{text}");
}

#[test]
fn tables_look_as_they_did() {
    for view in VIEWS {
        let screen = screen(&recorded(view));
        for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
            for (width, height) in [(80, 24), (120, 40)] {
                let text = drawn(width, height, |area, buffer| {
                    screen.draw(context(language, Duration::ZERO), area, buffer);
                });
                compare(&format!("{view}-{width}-{ending}"), &text);
            }
        }
    }
}

/// The smallest window still shows what must be seen: the own cards and the keys.
#[test]
fn the_least_window_shows_what_matters() {
    for view in ["holdem-call", "doudizhu-play", "shengji-follow"] {
        let screen = screen(&recorded(view));
        let text =
            drawn(60, 20, |area, buffer| screen.draw(context(Language::En, Duration::ZERO), area, buffer));
        compare(&format!("{view}-60-en"), &text);
    }
    let text = drawn(59, 20, |area, buffer| paint::too_small(context(Language::En, LATER), area, buffer));
    assert!(text.contains("60 × 20"));
}

#[test]
fn ascii_is_ascii() {
    let look = Look { has_colour: false, is_ascii: true, language: Language::En };
    for view in VIEWS {
        let screen = screen(&recorded(view));
        let text = drawn(80, 24, |area, buffer| {
            screen.draw(Context { look, ..context(Language::En, Duration::ZERO) }, area, buffer);
            look.finish(buffer);
        });
        // A name is not changed.
        assert!(text.replace("小明", "").is_ascii(), "{view}:\n{text}");
        if view == "holdem-call" {
            compare("holdem-call-ascii", &text);
        }
    }
}

#[test]
fn the_lobby_and_what_is_before_it() {
    let table = |name: &str, game: Value, seats: usize, free: usize| {
        let buy_in = 1_000;
        json!({
            "id": ME, "in_hand": free == 0, "free_seats": free, "seated": [], "host_name": "Cid", "watching": 0,
            "created_at": NOW,
            "options": {
                "name": name, "seats": seats, "game": game, "min_buy_in": buy_in, "max_buy_in": buy_in,
            },
        })
    };
    let blinds = json!({ "holdem": { "betting": "no_limit", "small_blind": 5, "big_blind": 10 } });
    let mine = table("Kitchen", blinds.clone(), 6, 2);
    let decision = json!({ "seat": 0, "since": 4, "clock": { "bank_from": NOW, "due": NOW } });
    let chair = recorded("holdem-call")["table"]["chairs"][0].clone();
    let mine = json!({ "table": mine, "chair": chair, "decision": decision });
    let endless = table("A\u{1b}[31m table with a name that does not end", blinds, 6, 0);
    let tables = [endless, table("双升", json!({ "shengji": { "stake": 0 } }), 4, 1)];
    let mut listed = nothing_listed();
    (listed.me.name, listed.me.chips) = ("小明".to_owned(), 10_000);
    listed.mine = vec![serde_json::from_value(mine).unwrap()];
    listed.tables = tables.map(|table| serde_json::from_value(table).unwrap()).to_vec();
    for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
        let context = context(language, LATER);
        let welcome = Welcome::new(language, 1);
        let text = drawn(80, 24, |area, buffer| welcome.draw("http://127.0.0.1:8080", context, area, buffer));
        compare(&format!("welcome-{ending}"), &text);
        let mut lobby = Lobby::new(Some(Level::Novice));
        lobby.show(listed.clone());
        let server = "http://127.0.0.1:8080";
        compare(
            &format!("lobby-{ending}"),
            &drawn(80, 24, |area, buffer| lobby.draw(server, context, area, buffer)),
        );
        lobby.press(key(KeyCode::Char('o')), context);
        compare(
            &format!("open-{ending}"),
            &drawn(80, 24, |area, buffer| lobby.draw(server, context, area, buffer)),
        );
    }
}

#[test]
fn sheets_lie_over_the_table() {
    let message = recorded("holdem-call");
    for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
        let context = context(language, LATER);
        let mut table = screen(&message);
        table.press(key(KeyCode::Char('m')), context);
        compare(&format!("menu-{ending}"), &drawn(80, 24, |area, buffer| table.draw(context, area, buffer)));
        for game in GameKind::ALL.iter().copied() {
            let (topic, mut help) = (Topic::table(Some(game)), Help::default());
            let game = game.name();
            help.open();
            for page in ["how", "help"] {
                let text = drawn(80, 24, |area, buffer| help.draw(&topic, context, area, buffer));
                compare(&format!("{page}-{game}-{ending}"), &text);
                help.press(KeyCode::Char('?'));
            }
            assert!(!help.is_open(), "the keys are the last page");
        }
    }
}

/// In the smallest window, the explanation of a game has several pages, and nothing is left out.
#[test]
fn help_turns_its_pages_in_the_smallest_window() {
    for language in [Language::En, Language::Zh] {
        for game in GameKind::ALL.iter().copied() {
            let (context, topic, mut help) =
                (context(language, LATER), Topic::table(Some(game)), Help::default());
            let game = game.name();
            let mut text = String::new();
            help.open();
            while help.is_open() {
                let page = drawn(60, 20, |area, buffer| help.draw(&topic, context, area, buffer));
                let rows = page.lines().map(|row| row.trim().trim_matches('│').trim());
                text.extend(rows.flat_map(|row| row.chars().filter(|sign| *sign != ' ')));
                help.press(KeyCode::Char('?'));
            }
            let parts = ["head", "text"];
            let keys = (0..5).flat_map(|point| parts.map(|part| format!("learn.how.{game}.{point}.{part}")));
            for key in keys.chain([format!("help.{game}"), "help.global".to_owned()]) {
                for line in language.say(&key).lines().map(|line| line.replace(' ', "")) {
                    assert!(text.contains(&line), "{key}: {line}");
                }
            }
        }
    }
    let (mut help, topic) = (Help::default(), Topic::table(Some(GameKind::Holdem)));
    help.open();
    for _ in 0..9 {
        // Faster than it is drawn.
        help.press(KeyCode::Char('?'));
    }
    let last = drawn(80, 24, |area, buffer| help.draw(&topic, context(Language::En, LATER), area, buffer));
    assert!(last.contains("Ctrl-C"), "{last}");
    help.press(KeyCode::Char('?'));
    assert!(!help.is_open());

    let (mut help, topic) = (Help::default(), Topic::keys("help.lobby"));
    help.open();
    let context = context(Language::En, LATER);
    drawn(80, 24, |area, buffer| help.draw(&topic, context, area, buffer));
    help.press(KeyCode::Char('q'));
    assert!(!help.is_open());
}

/// The choices before the player's turn, and the one that was made.
#[test]
fn what_is_chosen_ahead_is_seen() {
    let message = before_turn(&recorded("holdem-call"), 10);
    for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
        let context = context(language, LATER);
        let mut table = screen(&message);
        compare(&format!("ahead-{ending}"), &drawn(80, 24, |area, buffer| table.draw(context, area, buffer)));
        table.press(key(KeyCode::Char('c')), context);
        let text = drawn(80, 24, |area, buffer| table.draw(context, area, buffer));
        compare(&format!("ahead-chosen-{ending}"), &text);
    }
}

#[test]
fn a_full_table_and_the_line_before_it() {
    let lines = [
        ("full", json!([])),
        ("second", json!([waits(ANN, None), waits(ME, None)])),
        ("called", json!([waits(ME, Some(UNTIL)), waits(ANN, None)])),
    ];
    for (name, line) in lines {
        let table = screen(&from_outside(&line));
        for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
            let context = context(language, Duration::ZERO);
            let text = drawn(80, 24, |area, buffer| table.draw(context, area, buffer));
            compare(&format!("queue-{name}-{ending}"), &text);
        }
    }
}

#[test]
fn hands_that_were_played() {
    let player = |seat: u8, name: &str| json!({ "seat": seat, "player": ANN, "name": name, "chips": 100, "computer": null });
    let hand = |id: &str, game: &str, net: Value, over: bool| {
        json!({
            "id": id, "table": ME, "table_name": "Kitchen", "number": 12, "game": game, "over": over, "net": net,
            "your_seat": 0, "started_at": NOW, "void": false, "shown": null, "with_computers": false,
            "players": [player(0, "Cid"), player(1, "小明"), player(2, "Wren")],
        })
    };
    let last = "01a20397-bcc4-7f10-ad57-670dcfb4149e";
    let hands = json!([
        hand(ME, "holdem", json!(null), false),
        hand(last, "holdem", json!(-1250), true),
        hand(ME, "doudizhu", json!(6), true),
        hand(ANN, "shengji", json!(null), true),
    ]);
    for (language, ending) in [(Language::En, "en"), (Language::Zh, "zh")] {
        let context = context(language, LATER);
        let mut screen = HandsScreen::default();
        screen.listed(Ok(serde_json::from_value(hands.clone()).unwrap()), context);
        compare(
            &format!("hands-{ending}"),
            &drawn(80, 24, |area, buffer| screen.draw(context, area, buffer)),
        );
        let orders = screen.press(key(KeyCode::Enter), context);
        assert_eq!(orders, [Order::Watch(last.to_owned())]);
    }
}

/// A box may begin in the middle of a wide character: its frame stays straight.
#[test]
fn a_box_over_wide_signs_keeps_its_frame() {
    for left in 0..2_u16 {
        let text = drawn(20, 5, |area, buffer| {
            for row in 0..area.height {
                buffer.set_string(0, row, "名".repeat(10), ratatui::style::Style::new());
            }
            let place = Rect { x: left, width: area.width - left, ..area };
            paint::sheet("", 9, 5, context(Language::Zh, LATER), place, buffer);
        });
        for line in text.lines() {
            let frames = line.chars().filter(|sign| "╭╮│╰╯".contains(*sign)).count();
            assert_eq!((frames, crate::look::width(line)), (2, 20), "{left}:\n{text}");
        }
    }
}
