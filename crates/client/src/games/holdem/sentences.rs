//! Events of Hold'em in sentences.

use crate::event_reader::EventReader;

/// One event.
pub fn line(event: &EventReader) -> Option<String> {
    let all_in = if event.is("all_in") { event.language.say("holdem.event.allin") } else { "" };
    Some(match event.kind() {
        "posted" => event.sentence("holdem.event.posted", &[&event.chips("amount")]),
        "dealt" if event.members["cards"].is_null() => return None,
        "dealt" => format!("{} {}", event.language.say("holdem.event.dealt"), event.cards("cards")),
        "folded" => event.sentence("holdem.event.folded", &[]),
        "checked" => event.sentence("holdem.event.checked", &[]),
        "mucked" => event.sentence("holdem.event.mucked", &[]),
        "called" => event.sentence("holdem.event.called", &[&event.chips("amount")]) + all_in,
        "bet" => event.sentence("holdem.event.bet", &[&event.chips("to")]) + all_in,
        "raised" => event.sentence("holdem.event.raised", &[&event.chips("to")]) + all_in,
        "returned" => event.sentence("holdem.event.returned", &[&event.chips("amount")]),
        "street" => {
            let street = format!("holdem.street.{}", event.text("street"));
            format!("{} {}", event.language.say(&street), event.cards("cards")).trim().to_owned()
        }
        "answered" if event.is("agree") => event.sentence("holdem.event.agreed", &[]),
        "answered" => event.sentence("holdem.event.declined", &[]),
        "shown" => format!("{} {}", event.sentence("holdem.event.shown", &[]), event.cards("cards")),
        "raked" => event.language.fill("holdem.event.raked", &[&event.chips("amount")]),
        "awarded" => awarded(event),
        "equity" => chances(event),
        "swept" | "began" => return None,
        unknown => event.language.fill("event.unknown", &[unknown]),
    })
}

fn awarded(event: &EventReader) -> String {
    let shares = event.members["shares"].as_array().map(Vec::as_slice).unwrap_or_default();
    let each = shares.iter().map(|share| {
        let amount = event.language.chips(share["amount"].as_u64().unwrap_or_default());
        event.language.tell("holdem.event.awarded", &event.who(&share["seat"]), &[&amount])
    });
    each.collect::<Vec<_>>().join(", ")
}

fn chances(event: &EventReader) -> String {
    let hands = event.members["hands"].as_array().map(Vec::as_slice).unwrap_or_default();
    let each = hands.iter().map(|hand| {
        let share = hand["equity"].as_f64().unwrap_or_default() * 100.0;
        format!("{} {share:.0} %", event.who(&hand["seat"]).name)
    });
    event.language.fill("holdem.event.equity", &[&each.collect::<Vec<_>>().join(", ")])
}
