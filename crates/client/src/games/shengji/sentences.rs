//! Events of Shengji in sentences.

use crate::cards;
use crate::event_reader::EventReader;

/// One event.
pub fn line(event: &EventReader) -> Option<String> {
    let with_cards =
        |key: &str, cards: String| format!("{}  {cards}", event.sentence(key, &[])).trim_end().to_owned();
    Some(match event.kind() {
        "declared" => {
            let card = event.cards("card");
            let shown = if event.is("pair") { format!("{card} {card}") } else { card };
            with_cards("shengji.event.declared", shown)
        }
        "flipped" => format!("{} {}", event.language.say("shengji.event.flipped"), event.cards("card")),
        "trump_set" => {
            let trump = &event.members["trump"];
            let level = cards::rank_text(trump["level"].as_str().unwrap_or_default(), event.language);
            let suit =
                trump["suit"].as_str().map_or("shengji.notrump".to_owned(), |suit| format!("group.{suit}"));
            let what = format!("{level} {}", event.language.say(&suit));
            event.language.fill("shengji.event.trump_set", &[&what])
        }
        "undeclared" => event.language.say("shengji.event.undeclared").to_owned(),
        "kitty_taken" => with_cards("shengji.event.kitty_taken", event.cards("cards")),
        "buried" => with_cards("shengji.event.buried", event.cards("cards")),
        "thrown" => with_cards("shengji.event.thrown", event.cards("cards")),
        "throw_judged" if event.is("stands") => return None,
        "throw_judged" => with_cards("shengji.event.failed", event.cards("led")),
        "played" => with_cards("shengji.event.played", event.cards("cards")),
        "trick_won" if event.number("points") > 0 => {
            event.sentence("shengji.event.trick_points", &[&event.number("points").to_string()])
        }
        "trick_won" => event.sentence("shengji.event.trick_won", &[]),
        "scored" => {
            let points = event.members["points"].as_i64().unwrap_or_default().to_string();
            event.language.fill("shengji.event.scored", &[&points])
        }
        "began" | "drawn" | "passed" => return None,
        unknown => event.language.fill("event.unknown", &[unknown]),
    })
}
