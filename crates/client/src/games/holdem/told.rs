//! Events of Hold'em in sentences.

use crate::teller::Teller;

/// One event.
pub fn line(told: &Teller) -> Option<String> {
    let all_in = if told.is("all_in") { told.language.say("holdem.event.allin") } else { "" };
    Some(match told.kind() {
        "posted" => told.told("holdem.event.posted", &[&told.chips("amount")]),
        "dealt" if told.event["cards"].is_null() => return None,
        "dealt" => format!("{} {}", told.language.say("holdem.event.dealt"), told.cards("cards")),
        "folded" => told.told("holdem.event.folded", &[]),
        "checked" => told.told("holdem.event.checked", &[]),
        "mucked" => told.told("holdem.event.mucked", &[]),
        "called" => told.told("holdem.event.called", &[&told.chips("amount")]) + all_in,
        "bet" => told.told("holdem.event.bet", &[&told.chips("to")]) + all_in,
        "raised" => told.told("holdem.event.raised", &[&told.chips("to")]) + all_in,
        "returned" => told.told("holdem.event.returned", &[&told.chips("amount")]),
        "street" => {
            let street = format!("holdem.{}", told.text("street"));
            format!("{} {}", told.language.say(&street), told.cards("cards")).trim().to_owned()
        }
        "answered" if told.is("agree") => told.told("holdem.event.agreed", &[]),
        "answered" => told.told("holdem.event.declined", &[]),
        "shown" => format!("{} {}", told.told("holdem.event.shown", &[]), told.cards("cards")),
        "raked" => told.language.fill("holdem.event.raked", &[&told.chips("amount")]),
        "awarded" => awarded(told),
        "equity" => chances(told),
        "swept" | "began" => return None,
        unknown => told.language.fill("event.unknown", &[unknown]),
    })
}

fn awarded(told: &Teller) -> String {
    let shares = told.event["shares"].as_array().map(Vec::as_slice).unwrap_or_default();
    let each = shares.iter().map(|share| {
        let amount = told.language.chips(share["amount"].as_u64().unwrap_or_default());
        told.language.tell("holdem.event.awarded", &told.who(&share["seat"]), &[&amount])
    });
    each.collect::<Vec<_>>().join(", ")
}

fn chances(told: &Teller) -> String {
    let hands = told.event["hands"].as_array().map(Vec::as_slice).unwrap_or_default();
    let each = hands.iter().map(|hand| {
        let share = hand["equity"].as_f64().unwrap_or_default() * 100.0;
        format!("{} {share:.0} %", told.who(&hand["seat"]).name)
    });
    told.language.fill("holdem.event.equity", &[&each.collect::<Vec<_>>().join(", ")])
}
