//! Judges actions.

use super::action::Action;
use super::auction::{Auction, AuctionState, Call, MOST_POINTS, Said};
use super::cards::Cards;
use super::event::{Event, Laid, Shown, Turn};
use super::hand::{DEALT, Doudizhu};
use super::phase::Phase;
use super::reading::Named;
use super::refusal::Refusal;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::refusal::{Common, NotAccepted};
use crate::games::seat::Seat;

type Judged = Result<Event, NotAccepted<Refusal>>;

/// Judges an action, and changes nothing.
pub(super) fn accept(hand: &Doudizhu, seat: Seat, action: &Action) -> Judged {
    if matches!(hand.phase, Phase::Over(..) | Phase::Void(_)) {
        return Err(Common::HandOver {}.into());
    }
    match action {
        _ if seat.0 >= SEATS => Err(Common::NotDealtIn {}.into()),
        Action::Show {} => hand.show(seat),
        Action::Bid { points } => hand.bid(seat, *points),
        Action::Call {} => hand.speak(seat, Said::Call {}),
        Action::Rob {} => hand.speak(seat, Said::Rob {}),
        Action::Double {} => hand.double(seat),
        Action::Pass {} => hand.pass(seat),
        Action::Play { cards, named } => hand.play(seat, cards, *named),
    }
}

impl Doudizhu {
    /// The factor by which this seat may show its hand now, or keep it hidden.
    pub(super) fn may_show(&self, seat: Seat) -> Result<u8, NotAccepted<Refusal>> {
        if seat.0 >= SEATS {
            return Err(Common::NotDealtIn {}.into());
        }
        let (factor, has_answered) = match &self.phase {
            Phase::Opening(answered) => (5, answered.contains(seat)),
            Phase::Dealing(dealing) if dealing.dealt < DEALT => (4, dealing.hidden.contains(seat)),
            Phase::Showing(_) => {
                self.asks(seat)?;
                (2, false)
            }
            _ => return Err(Refusal::NotShowing {}.into()),
        };
        match self.setup.rules.open_hand {
            false => Err(Refusal::NotShowing {}.into()),
            true if has_answered || self.is_open(seat) => Err(Refusal::HasAnswered {}.into()),
            true => Ok(factor),
        }
    }

    fn show(&self, seat: Seat) -> Judged {
        let factor = self.may_show(seat)?;
        Ok(Event::Shown(Shown { seat, factor, cards: self.held(seat).iter().collect() }))
    }

    fn bid(&self, seat: Seat, points: u8) -> Judged {
        let AuctionState::Bid { least, .. } = self.auction_asks(seat)?.state() else {
            return Err(Refusal::NotBidding {}.into());
        };
        if points < least || points > MOST_POINTS {
            return Err(Refusal::BidTooLow { least }.into());
        }
        Ok(Event::Called(Call { seat, said: Said::Bid { points } }))
    }

    fn speak(&self, seat: Seat, said: Said) -> Judged {
        match (self.auction_asks(seat)?.state(), said) {
            (AuctionState::Call(_), Said::Call {}) | (AuctionState::Rob(_), Said::Rob {}) => {
                Ok(Event::Called(Call { seat, said }))
            }
            _ => Err(Refusal::NotBidding {}.into()),
        }
    }

    /// The auction, if it is this seat's turn in it.
    fn auction_asks(&self, seat: Seat) -> Result<&Auction, NotAccepted<Refusal>> {
        let Phase::Auction(auction) = &self.phase else { return Err(Refusal::NotBidding {}.into()) };
        self.asks(seat).map(|()| auction)
    }

    fn double(&self, seat: Seat) -> Judged {
        if !matches!(self.phase, Phase::Doubling(..)) {
            return Err(Refusal::NotDoubling {}.into());
        }
        self.asks(seat)?;
        Ok(Event::Doubled(Turn { seat }))
    }

    fn pass(&self, seat: Seat) -> Judged {
        match &self.phase {
            Phase::Opening(_) | Phase::Dealing(_) => {
                self.may_show(seat)?;
            }
            Phase::Auction(_) => {
                self.asks(seat)?;
                return Ok(Event::Called(Call { seat, said: Said::Pass {} }));
            }
            Phase::Playing(playing) => {
                self.asks(seat)?;
                if playing.table().is_none() {
                    return Err(Refusal::MustLead {}.into());
                }
            }
            _ => self.asks(seat)?,
        }
        Ok(Event::Passed(Turn { seat }))
    }

    /// Whether the hand awaits this seat.
    fn asks(&self, seat: Seat) -> Result<(), NotAccepted<Refusal>> {
        let awaited = self.awaited();
        if awaited.contains(seat) {
            Ok(())
        } else {
            Err(Common::NotYourTurn { awaited: awaited.iter().collect() }.into())
        }
    }

    fn play(&self, seat: Seat, named: &[Card], as_what: Option<Named>) -> Judged {
        let Phase::Playing(playing) = &self.phase else { return Err(Refusal::NotPlaying {}.into()) };
        self.asks(seat)?;
        let cards = held(self.held(seat), named)?;
        let (rules, table) = (self.play_rules(), playing.to_beat());
        let reading = match table {
            None => rules.lead(cards.counts(), as_what),
            Some(table) => rules.answer(cards.counts(), table, as_what),
        };
        let reading = reading.map_err(|unplayable| Refusal::of(unplayable, rules, cards, table))?;
        let cards = reading.arrange(named, self.wild_ranks());
        Ok(Event::Played(Laid { seat, cards, reading }))
    }
}

/// The cards that a seat names, if its hand holds them all.
fn held(hand: Cards, named: &[Card]) -> Result<Cards, Refusal> {
    let mut cards = Cards::NONE;
    for &card in named {
        let one = Cards::one(card);
        if !hand.contain(one) {
            return Err(Refusal::NotHeld { card });
        }
        if cards.contain(one) {
            return Err(Refusal::CardTwice { card });
        }
        cards = cards.with(one);
    }
    if cards.is_empty() { Err(Refusal::NoCards {}) } else { Ok(cards) }
}
