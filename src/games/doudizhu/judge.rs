//! Judging what a seat asks for.

use super::action::Action;
use super::auction::{Auction, Call, MOST_POINTS, Said, Turn as Asked};
use super::cards::Cards;
use super::event::{Event, Laid, Shown, Turn};
use super::hand::{DEALT, Doudizhu};
use super::phase::Phase;
use super::reading::Named;
use super::refusal::Refusal;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::game::Seat;

impl Doudizhu {
    pub(super) fn judge(&self, seat: Seat, action: &Action) -> Result<Event, Refusal> {
        if matches!(self.phase, Phase::Over(..) | Phase::Void(_)) {
            return Err(Refusal::HandOver {});
        }
        match action {
            _ if seat.0 >= SEATS => Err(Refusal::NotDealtIn {}),
            Action::Show {} => self.show(seat),
            Action::Bid { points } => self.bid(seat, *points),
            Action::Call {} => self.speak(seat, Said::Call {}),
            Action::Rob {} => self.speak(seat, Said::Rob {}),
            Action::Double {} => self.double(seat),
            Action::Pass {} => self.pass(seat),
            Action::Play { cards, named } => self.play(seat, cards, *named),
        }
    }

    /// By what factor this seat may show its hand now, or keep it hidden.
    pub(super) fn may_show(&self, seat: Seat) -> Result<u8, Refusal> {
        let (factor, has_answered) = match &self.phase {
            Phase::Opening(answered) => (5, answered.contains(seat)),
            Phase::Dealing(dealing) if dealing.dealt < DEALT => (4, dealing.hidden.contains(seat)),
            Phase::Showing(_) => {
                self.asks(seat)?;
                (2, false)
            }
            _ => return Err(Refusal::NotShowing {}),
        };
        match self.setup.rules.open_hand {
            false => Err(Refusal::NotShowing {}),
            true if seat.0 >= SEATS => Err(Refusal::NotDealtIn {}),
            true if has_answered || self.is_open(seat) => Err(Refusal::HasAnswered {}),
            true => Ok(factor),
        }
    }

    fn show(&self, seat: Seat) -> Result<Event, Refusal> {
        let factor = self.may_show(seat)?;
        Ok(Event::Shown(Shown { seat, factor, cards: self.held(seat).iter().collect() }))
    }

    fn bid(&self, seat: Seat, points: u8) -> Result<Event, Refusal> {
        let Asked::Bid { least, .. } = self.auction_asks(seat)?.turn() else {
            return Err(Refusal::NotBidding {});
        };
        if points < least || points > MOST_POINTS {
            return Err(Refusal::BidTooLow { least });
        }
        Ok(Event::Called(Call { seat, said: Said::Bid { points } }))
    }

    fn speak(&self, seat: Seat, said: Said) -> Result<Event, Refusal> {
        match (self.auction_asks(seat)?.turn(), said) {
            (Asked::Call(_), Said::Call {}) | (Asked::Rob(_), Said::Rob {}) => {
                Ok(Event::Called(Call { seat, said }))
            }
            _ => Err(Refusal::NotBidding {}),
        }
    }

    /// The auction, where it is this seat's turn in it.
    fn auction_asks(&self, seat: Seat) -> Result<&Auction, Refusal> {
        let Phase::Auction(auction) = &self.phase else { return Err(Refusal::NotBidding {}) };
        self.asks(seat).map(|()| auction)
    }

    fn double(&self, seat: Seat) -> Result<Event, Refusal> {
        if !matches!(self.phase, Phase::Doubling(..)) {
            return Err(Refusal::NotDoubling {});
        }
        self.asks(seat)?;
        Ok(Event::Doubled(Turn { seat }))
    }

    fn pass(&self, seat: Seat) -> Result<Event, Refusal> {
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
                    return Err(Refusal::MustLead {});
                }
            }
            _ => self.asks(seat)?,
        }
        Ok(Event::Passed(Turn { seat }))
    }

    /// Whether the hand waits for this seat.
    fn asks(&self, seat: Seat) -> Result<(), Refusal> {
        let awaited = self.awaited();
        if awaited.contains(seat) {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn { awaited: awaited.iter().collect() })
        }
    }

    fn play(&self, seat: Seat, named: &[Card], as_what: Option<Named>) -> Result<Event, Refusal> {
        let Phase::Playing(playing) = &self.phase else { return Err(Refusal::NotPlaying {}) };
        self.asks(seat)?;
        let cards = held(self.held(seat), named)?;
        let reading = match playing.to_beat() {
            None => self.play_rules().lead(cards.counts(), as_what)?,
            Some(table) => self.play_rules().answer(cards.counts(), table, as_what)?,
        };
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
