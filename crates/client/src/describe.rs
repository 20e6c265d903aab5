//! Events as sentences of the log. One that is not known is told by its name.

use serde_json::Value;

use super::games;
use super::look::plain;
use super::model::{Logged, Table};
use super::teller::Teller;
use super::words::Language;

/// An event in one sentence; `None` where it is not worth one.
pub fn line(logged: &Logged, table: &Table, language: Language) -> Option<String> {
    let teller = |event| Teller { language, table, event, seated: &logged.seated };
    if let Some(event) = logged.event.get("table") {
        return of_table(&teller(event));
    }
    let Some((game, event)) =
        logged.event.get("hand").and_then(Value::as_object).and_then(|hand| hand.iter().next())
    else {
        return Some(language.fill("event.unknown", &["?"]));
    };
    games::describe(game, &teller(event))
}

fn of_table(told: &Teller) -> Option<String> {
    let kind = told.kind();
    Some(match kind {
        // At a table without stakes nobody brings anything.
        "sat_down" if told.number("chips") == 0 => told.told("event.sits", &[]),
        "sat_down" => told.told("event.sat_down", &[&told.chips("chips")]),
        // The chair is still somebody else's: the event has the name.
        "coming" => told.language.fill("event.coming", &[&plain(told.text("name"))]),
        "topped_up" => told.told("event.topped_up", &[&told.chips("amount")]),
        "sat_out" => told.told("event.sat_out", &[]),
        "came_back" => told.told("event.came_back", &[]),
        "leaving" => told.told("event.leaving", &[]),
        // Who made room before the first look is known by no name here, and is not whoever has the chair now.
        "left" if told.who(&told.event["seat"]).is_you && !told.table.is_me(told.text("player")) => {
            return None;
        }
        "left" => told.told("event.left", &[]),
        "ready" => told.told("event.ready", &[]),
        "hand_started" => told.language.fill("event.hand_started", &[&told.number("number").to_string()]),
        "hand_ended" if told.is("void") => told.language.say("event.void").to_owned(),
        "hand_ended" => told.language.say("event.hand_ended").to_owned(),
        "closing" => told.language.say("event.closing").to_owned(),
        "closed" => told.language.say("event.closed").to_owned(),
        "paused" => told.language.say("event.paused").to_owned(),
        "resumed" => told.language.say("event.resumed").to_owned(),
        "emoted" => {
            let key = format!("emote.{}", told.text("emote"));
            told.told("event.emoted", &[told.language.say(&key)])
        }
        "waiting" | "not_waiting" | "called" | "banned" | "unbanned" => {
            told.language.tell(&format!("event.{kind}"), &told.player("player"), &[])
        }
        "host_changed" => told.language.tell("event.host_changed", &told.player("host"), &[]),
        "removed" => told.told("event.removed", &[]),
        "options_changed" => told.language.say("event.options_changed").to_owned(),
        "options_planned" => told.language.say("event.options_planned").to_owned(),
        "invite_replaced" => told.language.say("event.invite_replaced").to_owned(),
        "opened" | "wished" | "not_coming" => return None,
        unknown => told.language.fill("event.unknown", &[unknown]),
    })
}

/// The lines of a log, the newest last.
pub fn lines(table: &Table, language: Language) -> Vec<String> {
    table.log.iter().filter_map(|logged| line(logged, table, language)).collect()
}
