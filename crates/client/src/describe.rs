//! Events as sentences of the log. An unknown event is shown by its name.

use serde_json::Value;

use super::event_reader::EventReader;
use super::games;
use super::look::plain;
use super::model::{Logged, Table};
use super::words::Language;

/// An event in one sentence; `None` if it is not worth one.
pub fn line(logged: &Logged, table: &Table, language: Language) -> Option<String> {
    let reader = |event| EventReader { language, table, members: event, seated: &logged.seated };
    if let Some(event) = logged.event.get("table") {
        return of_table(&reader(event));
    }
    let Some((game, event)) =
        logged.event.get("hand").and_then(Value::as_object).and_then(|hand| hand.iter().next())
    else {
        return Some(language.fill("event.unknown", &["?"]));
    };
    games::describe(game, &reader(event))
}

fn of_table(event: &EventReader) -> Option<String> {
    let kind = event.kind();
    Some(match kind {
        // At a table without stakes there is no buy-in.
        "sat_down" if event.number("chips") == 0 => event.sentence("event.sits", &[]),
        "sat_down" => event.sentence("event.sat_down", &[&event.chips("chips")]),
        // The chair still belongs to another player: the event has the name.
        "coming" => event.language.fill("event.coming", &[&plain(event.text("name"))]),
        "topped_up" => event.sentence("event.topped_up", &[&event.chips("amount")]),
        "sat_out" => event.sentence("event.sat_out", &[]),
        "came_back" => event.sentence("event.came_back", &[]),
        "leaving" => event.sentence("event.leaving", &[]),
        // The player who left before the first view is not known by name here, and is not the one who has the chair
        // now.
        "left" if event.who(&event.members["seat"]).is_you && !event.table.is_me(event.text("player")) => {
            return None;
        }
        "left" => event.sentence("event.left", &[]),
        "ready" => event.sentence("event.ready", &[]),
        "hand_started" => event.language.fill("event.hand_started", &[&event.number("number").to_string()]),
        "hand_ended" if event.is("void") => event.language.say("event.void").to_owned(),
        "hand_ended" => event.language.say("event.hand_ended").to_owned(),
        "closing" => event.language.say("event.closing").to_owned(),
        "closed" => event.language.say("event.closed").to_owned(),
        "paused" => event.language.say("event.paused").to_owned(),
        "resumed" => event.language.say("event.resumed").to_owned(),
        "emoted" => {
            let key = format!("emote.{}", event.text("emote"));
            event.sentence("event.emoted", &[event.language.say(&key)])
        }
        "waiting" | "not_waiting" | "called" | "banned" | "unbanned" => {
            event.language.tell(&format!("event.{kind}"), &event.player("player"), &[])
        }
        "host_changed" => event.language.tell("event.host_changed", &event.player("host"), &[]),
        "removed" => event.sentence("event.removed", &[]),
        "options_changed" => event.language.say("event.options_changed").to_owned(),
        "options_planned" => event.language.say("event.options_planned").to_owned(),
        "invite_replaced" => event.language.say("event.invite_replaced").to_owned(),
        "opened" | "wished" | "not_coming" => return None,
        unknown => event.language.fill("event.unknown", &[unknown]),
    })
}

/// The lines of a log, the newest last.
pub fn lines(table: &Table, language: Language) -> Vec<String> {
    table.log.iter().filter_map(|logged| line(logged, table, language)).collect()
}
