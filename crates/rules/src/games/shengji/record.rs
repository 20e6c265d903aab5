//! The fold: how each event changes the hand, and its next phase. It judges no rule, so a log stays valid when the
//! rules change. It rejects only what is impossible with these cards.

use std::sync::Arc;

use super::cards::Cards;
use super::declare::Declaration;
use super::event::{
    Began, Drawn, Event, Flipped, Kitty, Scored, ThrowJudged, TrickPlay, TrickWon, TrumpSet, Turn,
};
use super::hand::Shengji;
use super::lead::Lead;
use super::order::Order;
use super::phase::{Asking, Contract, Dealing, FinishedTrick, Flipping, Phase, Playing, Trick};
use super::score::Points;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::refusal::ReplayError;
use crate::games::seat::{Seat, Seats};

/// Applies an event and returns the phase after it. An event that does not fit changes nothing.
pub(super) fn record(hand: &mut Shengji, event: &Event) -> Result<Phase, ReplayError> {
    let phase = hand.phase.clone();
    match (event, phase) {
        (Event::Began(began), Phase::Opening) => begins(began),
        (Event::Drawn(drawn), Phase::Dealing(dealing)) => hand.drawn(drawn, dealing),
        (Event::Declared(declaration), Phase::Dealing(dealing)) => Ok(declared(*declaration, dealing)),
        (Event::Passed(turn), Phase::Dealing(dealing)) => {
            Ok(Phase::Dealing(Dealing { passed: dealing.passed.with(turn.seat), ..dealing }))
        }
        (Event::Flipped(flipped), Phase::Dealing(Dealing { first, .. })) => {
            Ok(turned_up(flipped, Flipping { first, flipped: Vec::new() }))
        }
        (Event::Flipped(flipped), Phase::Flipping(flipping)) => Ok(turned_up(flipped, flipping)),
        (Event::TrumpSet(set), phase) => hand.trump_set(set, phase),
        (Event::Undeclared(_), Phase::Dealing(_) | Phase::Flipping(_)) => Ok(Phase::Undeclared),
        (Event::KittyTaken(kitty), Phase::Taking(contract, cards)) => {
            hand.kitty_taken(kitty, contract, cards)
        }
        (Event::Buried(kitty), Phase::Burying(contract)) => hand.buried(kitty, contract),
        (Event::Declared(declaration), Phase::Asking(asking)) => {
            let Asking { mut contract, kitty, .. } = asking;
            Arc::make_mut(&mut contract).made.push(*declaration);
            Ok(Phase::Stolen(contract, kitty))
        }
        (Event::Passed(turn), Phase::Asking(asking)) => Ok(not_stolen(turn, asking)),
        (Event::Thrown(play), Phase::Playing(playing)) => hand.thrown(play, playing),
        (Event::ThrowJudged(judged), Phase::Playing(playing)) => hand.throw_judged(judged, playing),
        (Event::Played(play), Phase::Playing(playing)) => hand.played(play, playing),
        (Event::TrickWon(won), Phase::Playing(playing)) => trick_won(won, playing),
        (Event::Scored(scored), Phase::Playing(playing)) => hand.scored_by(scored, playing),
        _ => Err(ReplayError("it is not the time for this")),
    }
}

impl Shengji {
    fn drawn(&mut self, drawn: &Drawn, dealing: Dealing) -> Result<Phase, ReplayError> {
        ReplayError::unless(!dealing.is_dealt(), "all cards are dealt")?;
        ReplayError::unless(self.deck.cards.get(dealing.dealt) == Some(&drawn.card), "another card is next")?;
        let room = self.hand_of(drawn.seat)?.add(drawn.card);
        ReplayError::unless(room, "a card came a third time")?;
        let passed = dealing.passed.without(drawn.seat);
        Ok(Phase::Dealing(Dealing { dealt: dealing.dealt + 1, passed, ..dealing }))
    }

    fn trump_set(&self, set: &TrumpSet, before: Phase) -> Result<Phase, ReplayError> {
        ReplayError::unless(set.declarer.0 < SEATS && set.taker.0 < SEATS, "no such seat")?;
        let (made, flipped, kitty) = match before {
            Phase::Dealing(dealing) => (dealing.made, Vec::new(), self.dealt_kitty()),
            Phase::Flipping(flipping) => (Vec::new(), flipping.flipped, self.dealt_kitty()),
            Phase::Stolen(contract, kitty) => (contract.made.clone(), contract.flipped.clone(), kitty),
            _ => return Err(ReplayError("it is not the time to set trumps")),
        };
        let order = Order::new(set.trump, self.setup.rules.adjacency);
        let TrumpSet { declarer, taker, trump, .. } = *set;
        let contract = Contract { declarer, taker, trump, order, made, flipped };
        Ok(Phase::Taking(Arc::new(contract), kitty))
    }

    fn kitty_taken(
        &mut self,
        taken: &Kitty,
        contract: Arc<Contract>,
        kitty: Cards,
    ) -> Result<Phase, ReplayError> {
        ReplayError::unless(taken.seat == contract.taker, "another seat takes the kitty")?;
        ReplayError::unless(Cards::gathered(&taken.cards) == Some(kitty), "these are not the kitty's cards")?;
        let hand = self.hand_of(taken.seat)?;
        *hand = hand.with(kitty);
        Ok(Phase::Burying(contract))
    }

    fn buried(&mut self, buried: &Kitty, contract: Arc<Contract>) -> Result<Phase, ReplayError> {
        ReplayError::unless(buried.seat == contract.taker, "another seat buries the kitty")?;
        let kitty = self.taken_from(buried.seat, &buried.cards)?;
        Ok(if self.setup.rules.steal {
            Phase::Asking(Asking { contract, kitty, passed: Seats::default() })
        } else {
            Phase::Playing(Box::new(Playing::new(contract, kitty)))
        })
    }

    fn thrown(&self, play: &TrickPlay, mut playing: Box<Playing>) -> Result<Phase, ReplayError> {
        let thrown = Cards::gathered(&play.cards).filter(|&cards| self.held(play.seat).contain(cards));
        ReplayError::unless(playing.trick.plays.is_empty(), "the trick is led already")?;
        ReplayError::unless(play.seat == playing.trick.leader, "another seat leads")?;
        playing.trick.thrown = Some(thrown.ok_or(ReplayError("the seat does not hold these cards"))?);
        Ok(Phase::Playing(playing))
    }

    fn throw_judged(
        &mut self,
        judged: &ThrowJudged,
        mut playing: Box<Playing>,
    ) -> Result<Phase, ReplayError> {
        ReplayError::unless(playing.trick.thrown.take().is_some(), "nothing was thrown")?;
        let penalty = Points::from(judged.penalty);
        playing.points += if playing.contract.is_attacker(judged.seat) { -penalty } else { penalty };
        self.laid(judged.seat, &judged.led, playing)
    }

    fn played(&mut self, play: &TrickPlay, playing: Box<Playing>) -> Result<Phase, ReplayError> {
        ReplayError::unless(playing.trick.thrown.is_none(), "a throw is not judged yet")?;
        self.laid(play.seat, &play.cards, playing)
    }

    /// Plays cards that stand.
    fn laid(&mut self, seat: Seat, cards: &[Card], mut playing: Box<Playing>) -> Result<Phase, ReplayError> {
        let trick = &mut playing.trick;
        ReplayError::unless(!trick.is_full() && seat == trick.turn(), "another seat plays")?;
        let order = &playing.contract.order;
        let play = Cards::gathered(cards).ok_or(ReplayError("a card came a third time"))?;
        let lead = match trick.lead {
            Some(lead) => lead,
            None => Lead::of(order, play).ok_or(ReplayError("a lead of several groups"))?,
        };
        self.taken_from(seat, cards)?;
        if order.within(play, lead.group) != play && !playing.voids[seat.index()].contains(&lead.group) {
            playing.voids[seat.index()].push(lead.group);
        }
        trick.lead = Some(lead);
        trick.plays.push(play);
        Ok(Phase::Playing(playing))
    }

    fn scored_by(&self, scored: &Scored, playing: Box<Playing>) -> Result<Phase, ReplayError> {
        ReplayError::unless(self.hands.iter().all(|hand| hand.is_empty()), "there are cards to play")?;
        ReplayError::unless(!playing.trick.is_full(), "the last trick is not won yet")?;
        Ok(Phase::Over(playing, scored.clone()))
    }

    /// Takes cards out of a hand.
    fn taken_from(&mut self, seat: Seat, cards: &[Card]) -> Result<Cards, ReplayError> {
        let cards = Cards::gathered(cards).ok_or(ReplayError("a card came a third time"))?;
        let hand = self.hand_of(seat)?;
        ReplayError::unless(hand.contain(cards), "the seat does not hold these cards")?;
        *hand = hand.without(cards);
        Ok(cards)
    }

    fn hand_of(&mut self, seat: Seat) -> Result<&mut Cards, ReplayError> {
        self.hands.get_mut(seat.index()).ok_or(ReplayError("no such seat"))
    }
}

fn begins(began: &Began) -> Result<Phase, ReplayError> {
    ReplayError::unless(began.first.0 < SEATS, "the first to draw has no seat")?;
    let (first, passed) = (began.first, Seats::default());
    Ok(Phase::Dealing(Dealing { first, dealt: 0, made: Vec::new(), passed }))
}

/// A declaration invalidates every seat's earlier answer.
fn declared(declaration: Declaration, mut dealing: Dealing) -> Phase {
    dealing.made.push(declaration);
    Phase::Dealing(Dealing { passed: Seats::default(), ..dealing })
}

fn turned_up(flipped: &Flipped, mut flipping: Flipping) -> Phase {
    flipping.flipped.push(flipped.card);
    Phase::Flipping(flipping)
}

/// A seat does not steal the kitty; after the last answer play begins.
fn not_stolen(turn: &Turn, mut asking: Asking) -> Phase {
    asking.passed = asking.passed.with(turn.seat);
    if asking.asked().is_empty() {
        Phase::Playing(Box::new(Playing::new(asking.contract, asking.kitty)))
    } else {
        Phase::Asking(asking)
    }
}

fn trick_won(won: &TrickWon, mut playing: Box<Playing>) -> Result<Phase, ReplayError> {
    ReplayError::unless(playing.trick.is_full(), "the trick is not full")?;
    let tricks = playing.won.get_mut(won.seat.index()).ok_or(ReplayError("no such seat"))?;
    *tricks = tricks.saturating_add(1);
    if playing.contract.is_attacker(won.seat) {
        playing.points += Points::from(won.points);
    }
    let trick = std::mem::replace(&mut playing.trick, Trick::led_by(won.seat));
    playing.last = Some(Arc::new(FinishedTrick { trick, winner: won.seat }));
    Ok(Phase::Playing(playing))
}
