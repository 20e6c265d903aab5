//! Events of Dou Dizhu in sentences.

use serde_json::Value;

use super::felt;
use crate::cards;
use crate::event_reader::{EventReader, cards_in};
use crate::wire::doudizhu::Reading;

/// One event.
pub fn line(event: &EventReader) -> Option<String> {
    Some(match event.kind() {
        "auction_opened" => event.language.say("doudizhu.event.auction_opened").to_owned(),
        "called" => called(event),
        "landlord" => format!("{} {}", event.sentence("doudizhu.event.landlord", &[]), event.cards("bottom")),
        "doubled" => event.sentence("doudizhu.event.doubled", &[]),
        "shown" => event.sentence("doudizhu.event.shown", &[&event.number("factor").to_string()]),
        "wild_drawn" => event
            .language
            .fill("doudizhu.event.wild_drawn", &[cards::rank_text(event.text("rank"), event.language)]),
        "passed" => event.sentence("doudizhu.event.passed", &[]),
        "played" => {
            let reading: Reading =
                serde_json::from_value(event.members["reading"].clone()).unwrap_or_default();
            let what = felt::reading(&reading, event.language);
            format!("{}  {}", event.sentence("doudizhu.event.played", &[&what]), event.cards("cards"))
        }
        "revealed" => revealed(event),
        "void" => event.language.say("doudizhu.event.void").to_owned(),
        "scored" if event.is("landlord_won") => event.language.say("doudizhu.landlordWins").to_owned(),
        "scored" => event.language.say("doudizhu.peasantsWin").to_owned(),
        "began" | "drawn" => return None,
        unknown => event.language.fill("event.unknown", &[unknown]),
    })
}

/// The cards that the others held when a seat had none left.
fn revealed(event: &EventReader) -> String {
    let held = |hand: &Value| {
        let cards = cards::words(&cards_in(&hand["cards"]), event.language);
        event.language.tell("doudizhu.event.revealed", &event.who(&hand["seat"]), &[&cards])
    };
    let hands = event.members["hands"].as_array();
    hands.into_iter().flatten().map(held).collect::<Vec<_>>().join(" · ")
}

fn called(event: &EventReader) -> String {
    let said = &event.members["said"];
    match said["type"].as_str().unwrap_or_default() {
        "bid" => {
            let points = said["points"].as_u64().unwrap_or_default().to_string();
            event.sentence("doudizhu.event.bid", &[&points])
        }
        "call" => event.sentence("doudizhu.event.call", &[]),
        "rob" => event.sentence("doudizhu.event.rob", &[]),
        "pass" => event.sentence("doudizhu.event.nobid", &[]),
        unknown => event.language.fill("event.unknown", &[unknown]),
    }
}
