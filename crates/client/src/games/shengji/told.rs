//! Events of Shengji in sentences.

use crate::cards;
use crate::teller::Teller;

/// One event.
pub fn line(told: &Teller) -> Option<String> {
    let with_cards =
        |key: &str, cards: String| format!("{}  {cards}", told.told(key, &[])).trim_end().to_owned();
    Some(match told.kind() {
        "declared" => {
            let card = told.cards("card");
            let shown = if told.is("pair") { format!("{card} {card}") } else { card };
            with_cards("shengji.event.declared", shown)
        }
        "flipped" => format!("{} {}", told.language.say("shengji.event.flipped"), told.cards("card")),
        "trump_set" => {
            let trump = &told.event["trump"];
            let level = cards::rank_text(trump["level"].as_str().unwrap_or_default(), told.language);
            let suit =
                trump["suit"].as_str().map_or("shengji.notrump".to_owned(), |suit| format!("group.{suit}"));
            let what = format!("{level} {}", told.language.say(&suit));
            told.language.fill("shengji.event.trump_set", &[&what])
        }
        "undeclared" => told.language.say("shengji.event.undeclared").to_owned(),
        "kitty_taken" => with_cards("shengji.event.kitty_taken", told.cards("cards")),
        "buried" => with_cards("shengji.event.buried", told.cards("cards")),
        "thrown" => with_cards("shengji.event.thrown", told.cards("cards")),
        "throw_judged" if told.is("stands") => return None,
        "throw_judged" => with_cards("shengji.event.failed", told.cards("led")),
        "played" => with_cards("shengji.event.played", told.cards("cards")),
        "trick_won" if told.number("points") > 0 => {
            told.told("shengji.event.trick_points", &[&told.number("points").to_string()])
        }
        "trick_won" => told.told("shengji.event.trick_won", &[]),
        "scored" => {
            let points = told.event["points"].as_i64().unwrap_or_default().to_string();
            told.language.fill("shengji.event.scored", &[&points])
        }
        "began" | "drawn" | "passed" => return None,
        unknown => told.language.fill("event.unknown", &[unknown]),
    })
}
