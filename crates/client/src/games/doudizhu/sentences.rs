//! Events of Dou Dizhu in sentences.

use cardroom_rules::games::doudizhu::auction::{Call, Said};
use cardroom_rules::games::doudizhu::event::{LeftHand, Seen};

use super::felt;
use crate::event_reader::EventReader;

/// One event.
pub fn line(event: &Seen, reader: EventReader) -> Option<String> {
    Some(match event {
        Seen::AuctionOpened(_) => reader.say("events.doudizhu.auction"),
        Seen::Called(call) => called(*call, reader),
        Seen::Landlord(landlord) => {
            let who = reader.sentence("events.doudizhu.landlord", landlord.seat, &[]);
            format!("{who} {}", reader.cards(&landlord.bottom))
        }
        Seen::Doubled(turn) => reader.sentence("events.doudizhu.doubled", turn.seat, &[]),
        Seen::Shown(shown) => {
            reader.sentence("events.doudizhu.shown", shown.seat, &[&shown.factor.to_string()])
        }
        Seen::WildDrawn(drawn) => {
            reader.fill("events.doudizhu.wild", &felt::rank(drawn.rank, reader.language))
        }
        Seen::Passed(turn) => reader.sentence("events.doudizhu.pass", turn.seat, &[]),
        Seen::Played(laid) => {
            let what = felt::reading(&laid.reading, reader.language);
            let who = reader.sentence("events.doudizhu.played", laid.seat, &[&what]);
            format!("{who}  {}", reader.cards(&laid.cards))
        }
        Seen::Revealed(revealed) => {
            let held = |hand: &LeftHand| {
                reader.sentence("doudizhu.event.revealed", hand.seat, &[&reader.cards(&hand.cards)])
            };
            revealed.hands.iter().map(held).collect::<Vec<_>>().join(" · ")
        }
        Seen::Void(_) => reader.say("events.doudizhu.void"),
        Seen::Scored(scored) if scored.landlord_won => reader.say("doudizhu.landlordWins"),
        Seen::Scored(_) => reader.say("doudizhu.peasantsWin"),
        Seen::Began(_) | Seen::Drawn(_) => return None,
    })
}

fn called(Call { seat, said }: Call, reader: EventReader) -> String {
    match said {
        Said::Bid { points } => reader.sentence("events.doudizhu.bid", seat, &[&points.to_string()]),
        Said::Call {} => reader.sentence("events.doudizhu.call", seat, &[]),
        Said::Rob {} => reader.sentence("events.doudizhu.rob", seat, &[]),
        Said::Pass {} => reader.sentence("doudizhu.event.nobid", seat, &[]),
    }
}
