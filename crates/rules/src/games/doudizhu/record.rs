//! The fold: how each event changes the hand, and its next phase. It judges no rule, so a log stays valid when the
//! rules change. It rejects only what is impossible with these cards.

use std::sync::Arc;

use super::auction::{Auction, Call};
use super::cards::Cards;
use super::event::{AuctionOpened, Drawn, Event, Laid, Landlord, LeftHand, Revealed, Shown, Turn, WildDrawn};
use super::hand::{DEALT, Doudizhu};
use super::phase::{Contract, Dealing, Move, Phase, Playing};
use super::reading::Kind;
use super::score::{Scored, doubles};
use super::setup::SEATS;
use crate::games::refusal::ReplayError;
use crate::games::seat::{Seat, Seats};

/// Applies an event and returns the phase after it. An event that does not fit changes nothing.
pub(super) fn record(hand: &mut Doudizhu, event: &Event) -> Result<Phase, ReplayError> {
    let phase = hand.phase.clone();
    match (event, phase) {
        (Event::Began(_), Phase::Opening(_)) => {
            Ok(Phase::Dealing(Dealing { dealt: 0, hidden: Seats::default() }))
        }
        (Event::Drawn(drawn), Phase::Dealing(dealing)) => hand.drawn(drawn, dealing),
        (Event::Shown(shown), phase) => hand.shows(shown, phase),
        (Event::Passed(turn), phase) => hand.passed(turn, phase),
        (Event::WildDrawn(drawn), phase) => hand.wild_drawn(drawn, phase),
        (Event::AuctionOpened(opened), Phase::Dealing(dealing)) => hand.opened(opened, &dealing),
        (Event::Called(call), Phase::Auction(auction)) => called(*call, auction),
        (Event::Void(_), Phase::Auction(auction)) => Ok(Phase::Void(auction)),
        (Event::Landlord(landlord), Phase::Auction(auction)) => {
            hand.becomes_landlord(landlord, Some(auction))
        }
        (Event::Landlord(landlord), Phase::Dealing(dealing)) => {
            ReplayError::unless(dealing.dealt == DEALT, "the deal is not over")?;
            hand.becomes_landlord(landlord, None)
        }
        (Event::Doubled(turn), Phase::Doubling(contract, answered)) => hand.doubled(turn, contract, answered),
        (Event::Played(laid), Phase::Playing(playing)) => hand.laid(laid, playing),
        (Event::Revealed(revealed), Phase::Playing(playing)) => hand.reveals(revealed, playing),
        (Event::Scored(scored), Phase::Playing(playing)) => hand.scored_by(scored, playing),
        _ => Err(ReplayError("it is not the time for this")),
    }
}

impl Doudizhu {
    fn drawn(&mut self, drawn: &Drawn, dealing: Dealing) -> Result<Phase, ReplayError> {
        ReplayError::unless(dealing.dealt < DEALT, "all cards are dealt")?;
        ReplayError::unless(self.deck.cards.get(dealing.dealt) == Some(&drawn.card), "another card is next")?;
        ReplayError::unless(drawn.open == self.is_open(drawn.seat), "the hand does not lie so")?;
        let hand = self.hand_of(drawn.seat)?;
        *hand = hand.with(Cards::one(drawn.card));
        Ok(Phase::Dealing(Dealing { dealt: dealing.dealt + 1, ..dealing }))
    }

    fn shows(&mut self, shown: &Shown, phase: Phase) -> Result<Phase, ReplayError> {
        ReplayError::unless(
            Cards::gathered(&shown.cards) == Some(self.held(shown.seat)),
            "these are not the seat's cards",
        )?;
        ReplayError::unless(shown.factor > 1, "a hand is shown for something")?;
        let after = match phase {
            Phase::Opening(answered) => Phase::Opening(answered.with(shown.seat)),
            Phase::Dealing(dealing) => Phase::Dealing(dealing),
            Phase::Showing(contract) => Phase::Playing(Box::new(Playing::new(contract))),
            _ => return Err(ReplayError("it is not the time to show a hand")),
        };
        *self.shown.get_mut(shown.seat.index()).ok_or(ReplayError("no such seat"))? = shown.factor;
        Ok(after)
    }

    fn passed(&self, turn: &Turn, phase: Phase) -> Result<Phase, ReplayError> {
        match phase {
            Phase::Opening(answered) => Ok(Phase::Opening(answered.with(turn.seat))),
            Phase::Dealing(dealing) => {
                Ok(Phase::Dealing(Dealing { hidden: dealing.hidden.with(turn.seat), ..dealing }))
            }
            Phase::Doubling(contract, answered) => self.doubling_answered(turn, contract, answered),
            Phase::Showing(contract) => Ok(Phase::Playing(Box::new(Playing::new(contract)))),
            Phase::Playing(mut playing) => {
                ReplayError::unless(turn.seat == playing.turn, "another seat plays")?;
                playing.moved(Move::Passed(turn.seat));
                Ok(Phase::Playing(playing))
            }
            _ => Err(ReplayError("it is not the time to pass")),
        }
    }

    fn wild_drawn(&mut self, drawn: &WildDrawn, phase: Phase) -> Result<Phase, ReplayError> {
        ReplayError::unless(!self.wild.contains(&drawn.rank), "the rank is wild already")?;
        ReplayError::unless(self.wild.len() < 2, "there are two wild ranks")?;
        match phase {
            Phase::Dealing(dealing) => {
                self.wild.push(drawn.rank);
                Ok(Phase::Dealing(dealing))
            }
            Phase::Drawing(contract) => {
                self.wild.push(drawn.rank);
                Ok(self.after_auction(contract))
            }
            _ => Err(ReplayError("it is not the time to draw a wild rank")),
        }
    }

    fn opened(&self, opened: &AuctionOpened, dealing: &Dealing) -> Result<Phase, ReplayError> {
        ReplayError::unless(dealing.dealt == DEALT, "the deal is not over")?;
        ReplayError::unless(opened.first.0 < SEATS, "the first to speak has no seat")?;
        Ok(Phase::Auction(Auction::opened(self.setup.rules.bidding, opened.first)))
    }

    fn becomes_landlord(
        &mut self,
        landlord: &Landlord,
        auction: Option<Auction>,
    ) -> Result<Phase, ReplayError> {
        let bottom = self.dealt_bottom();
        ReplayError::unless(
            Cards::gathered(&landlord.bottom) == Some(bottom),
            "these are not the bottom cards",
        )?;
        let hand = self.hand_of(landlord.seat)?;
        *hand = hand.with(bottom);
        let Landlord { seat, base, .. } = *landlord;
        let doubled = Seats::default();
        Ok(self.after_auction(Contract {
            landlord: seat,
            base,
            auction: auction.map(Arc::new),
            bottom,
            doubled,
        }))
    }

    fn doubled(&self, turn: &Turn, mut contract: Contract, answered: u8) -> Result<Phase, ReplayError> {
        contract.doubled = contract.doubled.with(turn.seat);
        self.doubling_answered(turn, contract, answered)
    }

    /// A seat has answered whether it doubles; after the last answer the play begins.
    fn doubling_answered(&self, turn: &Turn, contract: Contract, answered: u8) -> Result<Phase, ReplayError> {
        ReplayError::unless(contract.to_double(answered) == Some(turn.seat), "another seat is asked")?;
        let answered = answered + 1;
        Ok(match contract.to_double(answered) {
            Some(_) => Phase::Doubling(contract, answered),
            None => self.after_doubling(contract),
        })
    }

    fn laid(&mut self, laid: &Laid, mut playing: Box<Playing>) -> Result<Phase, ReplayError> {
        ReplayError::unless(laid.seat == playing.turn, "another seat plays")?;
        let cards = Cards::gathered(&laid.cards).ok_or(ReplayError("a card is laid twice"))?;
        let hand = self.hand_of(laid.seat)?;
        ReplayError::unless(!cards.is_empty() && hand.contain(cards), "the seat does not hold these cards")?;
        *hand = hand.without(cards);
        add(&mut playing.plays, laid.seat, true);
        add(&mut playing.bombs, laid.seat, doubles(laid.reading.kind));
        if laid.reading.kind == Kind::Rocket {
            playing.rocket = Some(laid.seat);
        }
        playing.played = playing.played.with(cards);
        playing.moved(Move::Played(Arc::new(laid.clone())));
        Ok(Phase::Playing(playing))
    }

    /// The hands that are left are shown. This does not multiply the stake, unlike showing a hand before.
    fn reveals(&self, revealed: &Revealed, mut playing: Box<Playing>) -> Result<Phase, ReplayError> {
        ReplayError::unless(self.hands.iter().any(|hand| hand.is_empty()), "everybody has cards to play")?;
        let is_held = |left: &LeftHand| Cards::gathered(&left.cards) == Some(self.held(left.seat));
        ReplayError::unless(revealed.hands.iter().all(is_held), "these are not the seat's cards")?;
        playing.revealed = true;
        Ok(Phase::Playing(playing))
    }

    fn scored_by(&self, scored: &Scored, playing: Box<Playing>) -> Result<Phase, ReplayError> {
        ReplayError::unless(self.held(scored.winner).is_empty(), "the winner has cards to play")?;
        Ok(Phase::Over(playing, scored.clone()))
    }

    fn hand_of(&mut self, seat: Seat) -> Result<&mut Cards, ReplayError> {
        self.hands.get_mut(seat.index()).ok_or(ReplayError("no such seat"))
    }
}

/// Counts one more for a seat, if it applies.
fn add(counts: &mut [u8; 3], seat: Seat, is_one: bool) {
    if let Some(count) = counts.get_mut(seat.index()) {
        *count = count.saturating_add(is_one.into());
    }
}

fn called(call: Call, auction: Auction) -> Result<Phase, ReplayError> {
    ReplayError::unless(call.seat.0 < SEATS, "no such seat")?;
    ReplayError::unless(auction.calls().len() < 4, "the auction is over")?;
    Ok(Phase::Auction(auction.with(call)))
}
