//! News that is late, that follows, and that was missed.

use std::time::Duration;

use cardroom_api::table::presence::Presence;
use serde_json::{Value, json};

use super::{LATER, context, news, recorded, screen};
use crate::games::doudizhu::keys;
use crate::model::News;
use crate::model::{Applied, Table};
use crate::net::refusal::Refusal;
use crate::words::Language;

/// A table at a version, after changes of these versions.
fn message(version: u64, changes: &[u64]) -> News {
    let changes: Vec<Value> = changes
        .iter()
        .map(|version| json!({ "version": version, "events": [{ "table": { "type": "paused" } }] }))
        .collect();
    let mut message = recorded("holdem-call");
    message["changes"] = json!(changes);
    message["table"]["version"] = json!(version);
    news(&message)
}

fn at(version: u64) -> Table {
    let mut table = Table::default();
    table.apply(message(version, &[]), Duration::ZERO);
    table
}

#[test]
fn what_is_late_is_ignored() {
    let mut table = at(7);
    assert_eq!(table.apply(message(6, &[6]), Duration::ZERO), Applied::Nothing);
    assert_eq!(table.version(), 7);
}

#[test]
fn the_same_version_brings_who_is_connected() {
    let mut table = at(7);
    let mut again = message(7, &[]);
    let presence = Presence { watching: 3, ..Presence::default() };
    again.table.as_mut().unwrap().view.as_mut().unwrap().presence = presence.into();
    assert_eq!(table.apply(again, Duration::ZERO), Applied::Same);
    assert_eq!(table.view.unwrap().presence.watching, 3);
}

#[test]
fn what_follows_without_a_gap_is_sent() {
    let mut table = at(7);
    assert_eq!(table.apply(message(9, &[8, 9]), Duration::ZERO), Applied::Next);
    assert_eq!(table.log.iter().map(|line| line.version).collect::<Vec<_>>(), [8, 9]);
}

#[test]
fn an_old_change_with_the_view_of_now_is_a_gap() {
    let mut table = at(7);
    assert_eq!(table.apply(message(12, &[8]), Duration::ZERO), Applied::Gap(7));
    assert_eq!(table.version(), 12);
    table.note(message(12, &[8, 9, 10, 11, 12]).changes);
    assert_eq!(table.log.iter().map(|line| line.version).collect::<Vec<_>>(), [8, 9, 10, 11, 12]);
}

#[test]
fn changes_without_a_view_wait_for_it() {
    let mut table = at(7);
    let first = News { table: None, ..message(8, &[8]) };
    assert_eq!(table.apply(first, Duration::ZERO), Applied::Nothing);
    assert_eq!(table.version(), 7);
    assert_eq!(table.apply(message(9, &[9]), Duration::ZERO), Applied::Next);
}

#[test]
fn a_first_answer_has_no_gap() {
    assert_eq!(Table::default().apply(message(41, &[41]), Duration::ZERO), Applied::Next);
}

#[test]
fn the_bell_rings_once_for_a_turn() {
    let message = recorded("holdem-call");
    let mut table = screen(&message);
    assert!(std::mem::take(&mut table.bell));
    table.apply(news(&message), context(Language::En, LATER));
    assert!(!table.bell);
}

#[test]
fn a_refusal_is_said_and_the_keys_work_again() {
    let message = recorded("holdem-call");
    let mut table = screen(&message);
    table.is_sending = true;
    table.written(Err(Refusal::coded("stale", 409)), context(Language::En, LATER));
    assert!(!table.is_sending);
    assert_eq!(table.notice.unwrap().0, "Something else happened first. Choose again.");
}

/// The text names the play on the table, and the cards to lower.
#[test]
fn cards_that_are_refused_say_why_and_which_to_lower() {
    let refused = |language: Language, problem: Value| {
        keys::refused(&Refusal::read(422, &problem.to_string()), language)
    };
    let table = json!({ "kind": "trio_pair", "main": "5", "length": 1, "purity": "natural" });
    let closest =
        |playable: bool| json!({ "kind": "trio", "main": "9", "lower": ["6h", "4c"], "playable": playable });
    let wings =
        |playable| json!({ "code": "doudizhu.no_play", "flaw": "wings", "closest": closest(playable) });
    assert_eq!(
        refused(Language::En, wings(false)),
        "A trio carries one card or a pair, four carry two cards or two pairs."
    );
    assert_eq!(
        refused(Language::Zh, wings(true)),
        "三张只能带一张或一对，四张只能带两张或两对。放下6♥ 4♣就行。"
    );
    let other = json!({ "code": "doudizhu.other_kind", "table": table, "closest": closest(true) });
    assert_eq!(
        refused(Language::En, other),
        "On the table lies: Trio with a pair, 5. Play the same kind. Lower 6♥ 4♣."
    );
    // A newer server may find another flaw.
    let odd = json!({ "code": "doudizhu.no_play", "flaw": "odd", "closest": null });
    assert_eq!(refused(Language::En, odd), "These cards are no play.");
    let explained = |problem: Value| Language::En.refusal(&Refusal::read(422, &problem.to_string()));
    let follow = json!({ "code": "shengji.must_follow", "group": "hearts", "demanded": 2, "given": 1 });
    assert_eq!(explained(follow), "You must follow with hearts: 2 of them.");
    let serve = |demanded: Value| json!({ "code": "shengji.must_serve", "demanded": demanded, "given": [] });
    assert!(explained(serve(json!([2, 1]))).contains("tractor"));
    assert!(explained(serve(json!([1]))).contains("Pairs"));
}
