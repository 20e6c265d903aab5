//! Events of Dou Dizhu in sentences.

use serde_json::Value;

use super::felt;
use crate::cards;
use crate::teller::{Teller, cards_in};
use crate::wire::doudizhu::Reading;

/// One event.
pub fn line(told: &Teller) -> Option<String> {
    Some(match told.kind() {
        "auction_opened" => told.language.say("doudizhu.event.auction_opened").to_owned(),
        "called" => called(told),
        "landlord" => format!("{} {}", told.told("doudizhu.event.landlord", &[]), told.cards("bottom")),
        "doubled" => told.told("doudizhu.event.doubled", &[]),
        "shown" => told.told("doudizhu.event.shown", &[&told.number("factor").to_string()]),
        "wild_drawn" => told
            .language
            .fill("doudizhu.event.wild_drawn", &[cards::rank_text(told.text("rank"), told.language)]),
        "passed" => told.told("doudizhu.event.passed", &[]),
        "played" => {
            let reading: Reading = serde_json::from_value(told.event["reading"].clone()).unwrap_or_default();
            let what = felt::reading(&reading, told.language);
            format!("{}  {}", told.told("doudizhu.event.played", &[&what]), told.cards("cards"))
        }
        "revealed" => revealed(told),
        "void" => told.language.say("doudizhu.event.void").to_owned(),
        "scored" if told.is("landlord_won") => told.language.say("doudizhu.side.landlord").to_owned(),
        "scored" => told.language.say("doudizhu.side.peasants").to_owned(),
        "began" | "drawn" => return None,
        unknown => told.language.fill("event.unknown", &[unknown]),
    })
}

/// What each of the others held when somebody had no cards left.
fn revealed(told: &Teller) -> String {
    let held = |hand: &Value| {
        let cards = cards::words(&cards_in(&hand["cards"]), told.language);
        told.language.tell("doudizhu.event.revealed", &told.who(&hand["seat"]), &[&cards])
    };
    let hands = told.event["hands"].as_array();
    hands.into_iter().flatten().map(held).collect::<Vec<_>>().join(" · ")
}

fn called(told: &Teller) -> String {
    let said = &told.event["said"];
    match said["type"].as_str().unwrap_or_default() {
        "bid" => {
            let points = said["points"].as_u64().unwrap_or_default().to_string();
            told.told("doudizhu.event.bid", &[&points])
        }
        "call" => told.told("doudizhu.event.call", &[]),
        "rob" => told.told("doudizhu.event.rob", &[]),
        "pass" => told.told("doudizhu.event.nobid", &[]),
        unknown => told.language.fill("event.unknown", &[unknown]),
    }
}
