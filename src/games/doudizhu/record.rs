//! The fold: what each event does to the hand, and what follows it. It judges no rule, so a log outlives a change of
//! the rules; it only refuses what could not have happened to these cards.

use super::auction::{Auction, Call};
use super::cards::Cards;
use super::event::{AuctionOpened, Drawn, Event, Laid, Landlord, Shown, Turn, WildDrawn};
use super::hand::{DEALT, Doudizhu};
use super::phase::{Contract, Dealing, Move, Phase, Playing};
use super::score::{Scored, doubles};
use super::setup::SEATS;
use crate::games::game::{Misfit, Seat, Seats};

impl Doudizhu {
    /// Applies an event, and says how far the hand has come with it. An event that does not fit changes nothing.
    pub(super) fn fold(&mut self, event: &Event) -> Result<Phase, Misfit> {
        let phase = self.phase.clone();
        match (event, phase) {
            (Event::Began(_), Phase::Opening(_)) => {
                Ok(Phase::Dealing(Dealing { dealt: 0, hidden: Seats::default() }))
            }
            (Event::Drawn(drawn), Phase::Dealing(dealing)) => self.drawn(drawn, dealing),
            (Event::Shown(shown), phase) => self.shows(shown, phase),
            (Event::Passed(turn), phase) => self.passed(turn, phase),
            (Event::WildDrawn(drawn), phase) => self.wild_drawn(drawn, phase),
            (Event::AuctionOpened(opened), Phase::Dealing(dealing)) => self.opened(opened, &dealing),
            (Event::Called(call), Phase::Auction(auction)) => called(*call, auction),
            (Event::Void(_), Phase::Auction(auction)) => Ok(Phase::Void(auction)),
            (Event::Landlord(landlord), Phase::Auction(auction)) => {
                self.becomes_landlord(landlord, Some(auction))
            }
            (Event::Landlord(landlord), Phase::Dealing(dealing)) => {
                fits(dealing.dealt == DEALT, "the deal is not over")?;
                self.becomes_landlord(landlord, None)
            }
            (Event::Doubled(turn), Phase::Doubling(contract, answered)) => {
                self.doubled(turn, contract, answered)
            }
            (Event::Played(laid), Phase::Playing(playing)) => self.laid(laid, playing),
            (Event::Scored(scored), Phase::Playing(playing)) => self.scored_by(scored, playing),
            _ => Err(Misfit("it is not the time for this")),
        }
    }

    fn drawn(&mut self, drawn: &Drawn, dealing: Dealing) -> Result<Phase, Misfit> {
        fits(dealing.dealt < DEALT, "all cards are dealt")?;
        fits(self.deck.cards.get(dealing.dealt) == Some(&drawn.card), "another card is next")?;
        fits(drawn.open == self.is_open(drawn.seat), "the hand does not lie so")?;
        let hand = self.hand_of(drawn.seat)?;
        *hand = hand.with(Cards::one(drawn.card));
        Ok(Phase::Dealing(Dealing { dealt: dealing.dealt + 1, ..dealing }))
    }

    fn shows(&mut self, shown: &Shown, phase: Phase) -> Result<Phase, Misfit> {
        fits(Cards::gathered(&shown.cards) == Some(self.held(shown.seat)), "these are not the seat's cards")?;
        fits(shown.factor > 1, "a hand is shown for something")?;
        let after = match phase {
            Phase::Opening(answered) => Phase::Opening(with(answered, shown.seat)),
            Phase::Dealing(dealing) => Phase::Dealing(dealing),
            Phase::Showing(contract) => Phase::Playing(Box::new(Playing::new(contract))),
            _ => return Err(Misfit("it is not the time to show a hand")),
        };
        *self.shown.get_mut(shown.seat.index()).ok_or(Misfit("no such seat"))? = shown.factor;
        Ok(after)
    }

    fn passed(&self, turn: &Turn, phase: Phase) -> Result<Phase, Misfit> {
        match phase {
            Phase::Opening(answered) => Ok(Phase::Opening(with(answered, turn.seat))),
            Phase::Dealing(dealing) => {
                Ok(Phase::Dealing(Dealing { hidden: with(dealing.hidden, turn.seat), ..dealing }))
            }
            Phase::Doubling(contract, answered) => self.doubling_answered(turn, contract, answered),
            Phase::Showing(contract) => Ok(Phase::Playing(Box::new(Playing::new(contract)))),
            Phase::Playing(mut playing) => {
                fits(turn.seat == playing.turn, "another seat plays")?;
                playing.moved(Move::Passed(turn.seat));
                Ok(Phase::Playing(playing))
            }
            _ => Err(Misfit("it is not the time to pass")),
        }
    }

    fn wild_drawn(&mut self, drawn: &WildDrawn, phase: Phase) -> Result<Phase, Misfit> {
        fits(!self.wild.contains(&drawn.rank), "the rank is wild already")?;
        fits(self.wild.len() < 2, "there are two wild ranks")?;
        match phase {
            Phase::Dealing(dealing) => {
                self.wild.push(drawn.rank);
                Ok(Phase::Dealing(dealing))
            }
            Phase::Drawing(contract) => {
                self.wild.push(drawn.rank);
                Ok(self.after_auction(contract))
            }
            _ => Err(Misfit("it is not the time to draw a wild rank")),
        }
    }

    fn opened(&self, opened: &AuctionOpened, dealing: &Dealing) -> Result<Phase, Misfit> {
        fits(dealing.dealt == DEALT, "the deal is not over")?;
        fits(opened.first.0 < SEATS, "the first to speak has no seat")?;
        Ok(Phase::Auction(Auction::opened(self.setup.rules.bidding, opened.first)))
    }

    fn becomes_landlord(&mut self, landlord: &Landlord, auction: Option<Auction>) -> Result<Phase, Misfit> {
        let bottom = self.dealt_bottom();
        fits(Cards::gathered(&landlord.bottom) == Some(bottom), "these are not the bottom cards")?;
        let hand = self.hand_of(landlord.seat)?;
        *hand = hand.with(bottom);
        let Landlord { seat, base, .. } = *landlord;
        let doubled = Seats::default();
        Ok(self.after_auction(Contract { landlord: seat, base, auction, bottom, doubled }))
    }

    fn doubled(&self, turn: &Turn, mut contract: Contract, answered: u8) -> Result<Phase, Misfit> {
        contract.doubled = with(contract.doubled, turn.seat);
        self.doubling_answered(turn, contract, answered)
    }

    /// A seat has said whether it doubles; when everybody has, play is near.
    fn doubling_answered(&self, turn: &Turn, contract: Contract, answered: u8) -> Result<Phase, Misfit> {
        fits(contract.to_double(answered) == Some(turn.seat), "another seat is asked")?;
        let answered = answered + 1;
        Ok(match contract.to_double(answered) {
            Some(_) => Phase::Doubling(contract, answered),
            None => self.after_doubling(contract),
        })
    }

    fn laid(&mut self, laid: &Laid, mut playing: Box<Playing>) -> Result<Phase, Misfit> {
        fits(laid.seat == playing.turn, "another seat plays")?;
        let cards = Cards::gathered(&laid.cards).ok_or(Misfit("a card is laid twice"))?;
        let hand = self.hand_of(laid.seat)?;
        fits(!cards.is_empty() && hand.contain(cards), "the seat does not hold these cards")?;
        *hand = hand.without(cards);
        let plays = playing.plays.get_mut(laid.seat.index()).ok_or(Misfit("no such seat"))?;
        *plays = plays.saturating_add(1);
        playing.bombs = playing.bombs.saturating_add(u8::from(doubles(laid.reading.kind)));
        playing.played = playing.played.with(cards);
        playing.moved(Move::Played(laid.clone()));
        Ok(Phase::Playing(playing))
    }

    fn scored_by(&self, scored: &Scored, playing: Box<Playing>) -> Result<Phase, Misfit> {
        fits(self.held(scored.winner).is_empty(), "the winner has cards to play")?;
        Ok(Phase::Over(playing, scored.clone()))
    }

    fn hand_of(&mut self, seat: Seat) -> Result<&mut Cards, Misfit> {
        self.hands.get_mut(seat.index()).ok_or(Misfit("no such seat"))
    }
}

fn fits(holds: bool, why: &'static str) -> Result<(), Misfit> {
    if holds { Ok(()) } else { Err(Misfit(why)) }
}

fn with(seats: Seats, seat: Seat) -> Seats {
    seats.iter().chain([seat]).collect()
}

fn called(call: Call, auction: Auction) -> Result<Phase, Misfit> {
    fits(call.seat.0 < SEATS, "no such seat")?;
    fits(auction.calls().len() < 4, "the auction is over")?;
    Ok(Phase::Auction(auction.with(call)))
}
