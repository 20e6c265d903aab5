//! The screens of tournaments as text, in both languages.

use std::sync::Arc;

use ratatui::crossterm::event::KeyCode::Char;
use serde_json::{Value, json};

use super::screens::{compare, drawn};
use super::tournament_keys::listed;
use super::tournaments::{at_tournament, followed, registering, share, standing, table_of, with};
use super::{LATER, context, key, me, recorded, screen};
use crate::screens::tournaments::list::TournamentsScreen;
use crate::screens::tournaments::one::TournamentScreen;
use crate::words::Language;

const LANGUAGES: [(Language, &str); 2] = [(Language::En, "en"), (Language::Zh, "zh")];

/// The standing while it is played.
const LEFT: [(u32, u64, Option<u32>, u64); 6] = [
    (2, 8_120, None, 0),
    (3, 6_475, None, 0),
    (4, 5_810, None, 0),
    (5, 4_730, None, 0),
    (6, 4_000, None, 0),
    (1, 2_450, None, 0),
];
/// The result.
const OVER: [(u32, u64, Option<u32>, u64); 5] = [
    (7, 27_000, Some(1), 900),
    (2, 0, Some(2), 540),
    (1, 0, Some(3), 360),
    (4, 0, Some(4), 0),
    (5, 0, Some(5), 0),
];

#[test]
fn the_list_of_tournaments_and_announcing_one() {
    let mut timed = registering();
    timed["tournament"]["id"] = json!("01a22864-0000-7000-8000-000000000002");
    timed["tournament"]["options"]["starts_at"] = json!("2026-11-22T16:24:00Z");
    timed["tournament"]["options"]["name"] = json!("A\u{1b}[31m tournament with a name that does not end");
    let mut free = registering();
    free["tournament"]["id"] = json!("01a22864-0000-7000-8000-000000000003");
    free["tournament"]["options"]["prize"] = json!(0);
    free["tournament"]["options"]["name"] = json!("小明的比赛");
    free["tournament"]["entered"] = json!(4);
    let all = listed(&[timed, free], &[with(&json!({}))]);
    for (language, ending) in LANGUAGES {
        let context = context(language, LATER);
        let mut list = TournamentsScreen::default();
        list.show(all.clone(), context);
        compare(
            &format!("tournaments-{ending}"),
            &drawn(80, 24, |area, buffer| list.draw(context, area, buffer)),
        );
        list.press(key(Char('n')), context);
        let text = drawn(80, 24, |area, buffer| list.draw(context, area, buffer));
        compare(&format!("announce-{ending}"), &text);
    }
}

#[test]
fn one_tournament_before_its_start_while_it_is_played_and_after() {
    let host = recorded("tournament")["tournament"]["host"]["id"].as_str().unwrap().to_owned();
    let out = json!({ "place": 3, "prize": 360, "table": null, "seat": null, "chips": 0 });
    let over = json!({ "phase": "finished", "left": 1, "tables": [], "you": out, "ends_at": null });
    let cases = [
        ("registering", registering(), &LEFT[..4]),
        ("playing", with(&json!({})), &LEFT[..]),
        ("finished", with(&over), &OVER[..]),
    ];
    for (name, message, entries) in cases {
        let mut followed = followed(&message);
        followed.list(standing(entries));
        let one = TournamentScreen::new(Arc::new(followed), Some(&me(&host)));
        for (language, ending) in LANGUAGES {
            for (width, height) in [(80, 24), (60, 20)] {
                let context = context(language, LATER);
                let text = drawn(width, height, |area, buffer| one.draw(context, area, buffer));
                compare(&format!("tournament-{name}-{width}-{ending}"), &text);
            }
        }
    }
}

/// A hand at a table of the tournament: the line with the level, its clock and the standing.
#[test]
fn a_hand_of_a_tournament() {
    let message = with(&json!({}));
    let mut table = recorded("holdem-call");
    at_tournament(&mut table, &message["tournament"]);
    let mut screen = screen(&table);
    screen.tournament = Some(Arc::new(followed(&message)));
    for (language, ending) in LANGUAGES {
        for (width, height) in [(80, 24), (60, 20)] {
            let context = context(language, LATER);
            let text = drawn(width, height, |area, buffer| screen.draw(context, area, buffer));
            compare(&format!("tournament-hand-{width}-{ending}"), &text);
        }
    }
}

#[test]
fn breaks_rebuys_deals_and_the_end_at_the_table() {
    let amounts = json!([share(2, "小明", 610), share(1, "Ada", 390)]);
    let deal = json!({ "by": 2, "basis": "icm", "keep": 100, "amounts": amounts, "accepted": [2] });
    let out = json!({ "place": 4, "prize": 320, "table": null });
    let cases: [(&str, Value); 4] = [
        ("break", json!({ "on_break": true, "level": { "number": 4 } })),
        ("rebuy", json!({ "you": { "deciding": true, "chips": 0 } })),
        ("deal", json!({ "left": 2, "deal": deal })),
        ("out", json!({ "you": out })),
    ];
    for (name, members) in cases {
        let mut screen = table_of(&with(&members));
        let mut followed = screen.tournament.as_deref().unwrap().clone();
        followed.list(standing(&LEFT));
        screen.tournament = Some(Arc::new(followed));
        for (language, ending) in LANGUAGES {
            let context = context(language, LATER);
            let text = drawn(80, 24, |area, buffer| screen.draw(context, area, buffer));
            compare(&format!("tournament-{name}-{ending}"), &text);
        }
    }
}

#[test]
fn a_move_to_another_table_is_shown_until_it_opens() {
    let mut screen = table_of(&with(&json!({})));
    screen.jump = Some(3);
    let text = drawn(80, 24, |area, buffer| screen.draw(context(Language::En, LATER), area, buffer));
    assert!(text.contains("You are moved to table 3.") && text.contains("Enter to my seat"), "{text}");
}
