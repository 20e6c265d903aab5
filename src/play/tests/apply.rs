//! The one door: what is late, what follows, what was missed.

use std::time::Duration;

use serde_json::Value;

use super::{LATER, context, news, recorded, screen};
use crate::play::model::News;
use crate::play::model::{Applied, Table};
use crate::play::net::refusal::Refusal;
use crate::play::words::Language;

/// A table at a version, told with changes of these versions.
fn told(version: u64, changes: &[u64]) -> News {
    let changes: Vec<Value> = changes
        .iter()
        .map(|version| serde_json::json!({ "version": version, "events": [{ "table": { "type": "paused" } }] }))
        .collect();
    news(
        &serde_json::json!({ "changes": changes, "table": { "version": version }, "now": "2026-01-01T00:00:00Z" }),
    )
}

fn at(version: u64) -> Table {
    let mut table = Table::default();
    table.apply(told(version, &[]), Duration::ZERO);
    table
}

#[test]
fn what_is_late_is_ignored() {
    let mut table = at(7);
    assert_eq!(table.apply(told(6, &[6]), Duration::ZERO), Applied::Nothing);
    assert_eq!(table.view.version, 7);
}

#[test]
fn the_same_version_brings_who_is_connected() {
    let mut table = at(7);
    let mut again = told(7, &[]);
    again.table.as_mut().unwrap().presence.watching = 3;
    assert_eq!(table.apply(again, Duration::ZERO), Applied::Same);
    assert_eq!(table.view.presence.watching, 3);
}

#[test]
fn what_follows_without_a_gap_is_told() {
    let mut table = at(7);
    assert_eq!(table.apply(told(9, &[8, 9]), Duration::ZERO), Applied::Next);
    assert_eq!(table.log.iter().map(|line| line.version).collect::<Vec<_>>(), [8, 9]);
}

#[test]
fn an_old_change_with_the_view_of_now_is_a_gap() {
    let mut table = at(7);
    assert_eq!(table.apply(told(12, &[8]), Duration::ZERO), Applied::Gap(7));
    assert_eq!(table.view.version, 12);
    table.note(told(12, &[8, 9, 10, 11, 12]).changes);
    assert_eq!(table.log.iter().map(|line| line.version).collect::<Vec<_>>(), [8, 9, 10, 11, 12]);
}

#[test]
fn changes_without_a_view_wait_for_it() {
    let mut table = at(7);
    let first = News { table: None, ..told(8, &[8]) };
    assert_eq!(table.apply(first, Duration::ZERO), Applied::Nothing);
    assert_eq!(table.view.version, 7);
    assert_eq!(table.apply(told(9, &[9]), Duration::ZERO), Applied::Next);
}

#[test]
fn a_first_answer_has_no_gap() {
    assert_eq!(Table::default().apply(told(41, &[41]), Duration::ZERO), Applied::Next);
}

#[test]
fn the_bell_rings_once_for_a_turn() {
    let told = recorded("holdem-call");
    let mut table = screen(&told);
    assert!(std::mem::take(&mut table.bell));
    table.apply(news(&told), context(Language::En, LATER));
    assert!(!table.bell);
}

#[test]
fn a_refusal_is_said_and_the_keys_work_again() {
    let told = recorded("holdem-call");
    let mut table = screen(&told);
    table.is_sending = true;
    table.written(Err(Refusal::coded("stale", 409)), context(Language::En, LATER));
    assert!(!table.is_sending);
    assert_eq!(table.notice.unwrap().0, "Something else happened first. Choose again.");
}
