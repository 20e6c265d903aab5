//! Events of Hold'em in sentences.

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::event::{Awarded, Seen, Wager};
use cardroom_rules::games::holdem::outlook::EquitySeen;

use crate::event_reader::EventReader;
use crate::read::name_of;

/// One event.
pub fn line(event: &Seen, reader: EventReader) -> Option<String> {
    let wager = |key: &str, wager: &Wager, chips: Chips| {
        let all_in = if wager.all_in { reader.language.say("holdem.event.allin") } else { "" };
        reader.sentence(key, wager.seat, &[&reader.chips(chips)]) + all_in
    };
    Some(match event {
        Seen::Posted(posted) => {
            reader.sentence("events.holdem.posted", posted.seat, &[&reader.chips(posted.amount)])
        }
        Seen::Dealt(dealt) => {
            format!("{} {}", reader.say("events.holdem.dealt"), reader.cards(&dealt.cards?))
        }
        Seen::Folded(turn) => reader.sentence("events.holdem.folded", turn.seat, &[]),
        Seen::Checked(turn) => reader.sentence("events.holdem.checked", turn.seat, &[]),
        Seen::Mucked(turn) => reader.sentence("events.holdem.mucked", turn.seat, &[]),
        Seen::Called(call) => wager("events.holdem.called", call, call.amount),
        Seen::Bet(bet) => wager("events.holdem.bet", bet, bet.to),
        Seen::Raised(raise) => wager("events.holdem.raised", raise, raise.to),
        Seen::Returned(back) => {
            reader.sentence("events.holdem.returned", back.seat, &[&reader.chips(back.amount)])
        }
        Seen::Street(street) => {
            let key = format!("holdem.street.{}", name_of(&street.street));
            format!("{} {}", reader.say(&key), reader.cards(&street.cards)).trim().to_owned()
        }
        Seen::Answered(answer) => {
            let key = if answer.agree { "events.holdem.agreed" } else { "events.holdem.declined" };
            reader.sentence(key, answer.seat, &[])
        }
        Seen::Shown(shown) => {
            let who = reader.sentence("events.holdem.shown", shown.seat, &[]);
            format!("{who} {}", reader.cards(&shown.cards))
        }
        Seen::Raked(raked) => reader.fill("events.holdem.raked", &reader.chips(raked.amount)),
        Seen::Awarded(awarded) => shares(awarded, reader),
        Seen::Equity(equity) => chances(equity, reader),
        Seen::Swept(_) => return None,
    })
}

fn shares(awarded: &Awarded, reader: EventReader) -> String {
    let each = awarded
        .shares
        .iter()
        .map(|share| reader.sentence("events.holdem.awarded", share.seat, &[&reader.chips(share.amount)]));
    each.collect::<Vec<_>>().join(", ")
}

fn chances(equity: &EquitySeen, reader: EventReader) -> String {
    let each = equity
        .hands
        .iter()
        .map(|hand| format!("{} {:.0} %", reader.who(hand.seat).name, hand.equity * 100.0));
    reader.fill("holdem.event.equity", &each.collect::<Vec<_>>().join(", "))
}
