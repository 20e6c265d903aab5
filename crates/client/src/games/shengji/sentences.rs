//! Events of Shengji in sentences.

use cardroom_rules::cards::card::Card;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::event::Seen;

use super::felt;
use crate::cards;
use crate::event_reader::EventReader;
use crate::read::name_of;

/// One event.
pub fn line(event: &Seen, reader: EventReader) -> Option<String> {
    let with_cards = |key: &str, seat: Seat, cards: &[Card]| {
        format!("{}  {}", reader.sentence(key, seat, &[]), reader.cards(cards)).trim_end().to_owned()
    };
    Some(match event {
        Seen::Declared(declared) => {
            let shown = vec![declared.card; if declared.pair { 2 } else { 1 }];
            with_cards("events.shengji.declared", declared.seat, &shown)
        }
        Seen::Flipped(flipped) => {
            format!(
                "{} {}",
                reader.say("events.shengji.flipped"),
                cards::words(&[flipped.card], reader.language)
            )
        }
        Seen::TrumpSet(set) => {
            let level = set.trump.level.map(|level| felt::level(level, reader.language)).unwrap_or_default();
            let suit = set.trump.suit.map(|suit| format!("shengji.group.{}", name_of(&suit)));
            let suit = reader.say(suit.as_deref().unwrap_or("shengji.notrump"));
            reader.fill("events.shengji.trump", &format!("{level} {suit}"))
        }
        Seen::Undeclared(_) => reader.say("events.shengji.undeclared"),
        Seen::KittyTaken(kitty) => {
            with_cards("events.shengji.kittyTaken", kitty.seat, kitty.cards.as_deref().unwrap_or_default())
        }
        Seen::Buried(kitty) => {
            with_cards("events.shengji.buried", kitty.seat, kitty.cards.as_deref().unwrap_or_default())
        }
        Seen::Thrown(play) => with_cards("events.shengji.thrown", play.seat, &play.cards),
        Seen::ThrowJudged(judged) if judged.stands => return None,
        Seen::ThrowJudged(judged) => with_cards("events.shengji.failed", judged.seat, &judged.led),
        Seen::Played(play) => with_cards("events.shengji.played", play.seat, &play.cards),
        Seen::TrickWon(won) if won.points > 0 => {
            reader.sentence("events.shengji.wonPoints", won.seat, &[&won.points.to_string()])
        }
        Seen::TrickWon(won) => reader.sentence("events.shengji.won", won.seat, &[]),
        Seen::Scored(scored) => reader.fill("events.shengji.scored", &scored.points.to_string()),
        Seen::Began(_) | Seen::Drawn(_) | Seen::Passed(_) => return None,
    })
}
