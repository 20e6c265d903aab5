//! Hands that a viewer cannot tell from the true one: cards of other hands, the kitty and the rest of the deck are
//! swapped.

use std::sync::Arc;

use super::action::Action;
use super::cards::Cards;
use super::event::{Drawn, DrawnSeen, Event, Kitty, KittySeen, Seen, TrumpSet};
use super::hand::{KITTY, Shengji};
use super::memory::Memory;
use super::phase::Phase;
use super::setup::SEATS;
use super::world::World;
use crate::cards::card::Card;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;
use crate::games::witness::{Dice, Imagined};

impl Imagined for Shengji {
    type World = World;
    type Memory = Memory;

    fn world(&self) -> World {
        self.here()
    }

    fn learn(&mut self, viewer: Viewer, seen: &Seen, memory: &mut Memory) -> Result<Event, ReplayError> {
        match seen {
            Seen::Drawn(drawn) => self.learn_draw(viewer, drawn)?,
            Seen::Flipped(flipped) => self.learn_next(viewer, self.flipped(), flipped.card)?,
            Seen::KittyTaken(taken) => self.learn_kitty(viewer, taken)?,
            Seen::Buried(buried) => {
                let own = buried.cards.as_deref().unwrap_or_default();
                ReplayError::unless(
                    buried.cards.is_some() == viewer.is(buried.seat),
                    "others saw the kitty",
                )?;
                self.learn_held(viewer, buried.seat, own)?;
            }
            Seen::Thrown(play) | Seen::Played(play) => self.learn_held(viewer, play.seat, &play.cards)?,
            Seen::Scored(scored) => {
                let fits = self.kitty() == Cards::gathered(&scored.kitty);
                ReplayError::unless(fits, "the kitty is not what is left")?;
            }
            _ => {}
        }
        self.remember(viewer, seen, memory);
        self.event_of(seen)
    }

    fn sampled(&self, viewer: Viewer, memory: &Memory, dice: &mut impl Dice) -> Option<World> {
        self.imagined(viewer, memory, dice)
    }

    fn redealt(&self, viewer: Viewer, memory: &Memory, world: &World) -> Result<Self, ReplayError> {
        self.with_world(viewer, memory, world)
    }

    fn action_behind(seen: &Seen, pile: Option<&[Card]>) -> Option<(Seat, Action)> {
        Some(match seen {
            Seen::Declared(new) => (new.seat, Action::Declare { card: new.card, pair: new.pair }),
            Seen::Passed(turn) => (turn.seat, Action::Pass {}),
            Seen::Buried(buried) => (buried.seat, Action::Bury { cards: pile?.to_vec() }),
            Seen::Thrown(play) | Seen::Played(play) => {
                (play.seat, Action::Play { cards: play.cards.clone() })
            }
            _ => return None,
        })
    }

    fn laid_away(event: &Event) -> Option<&[Card]> {
        match event {
            Event::Buried(kitty) => Some(&kitty.cards),
            _ => None,
        }
    }
}

impl Shengji {
    /// The number of cards of the kitty that were turned up.
    fn flipped(&self) -> usize {
        match &self.phase {
            Phase::Flipping(flipping) => flipping.flipped.len(),
            _ => 0,
        }
    }

    fn learn_draw(&mut self, viewer: Viewer, seen: &DrawnSeen) -> Result<(), ReplayError> {
        ReplayError::unless(seen.card.is_some() == viewer.is(seen.seat), "others saw this card")?;
        seen.card.map_or(Ok(()), |card| self.learn_next(viewer, 0, card))
    }

    /// The card at this distance from the top of the cards that are not dealt.
    fn learn_next(&mut self, viewer: Viewer, below: usize, card: Card) -> Result<(), ReplayError> {
        let place = self.deck.cards.len() - self.undealt().len() + below;
        let there = *self.deck.cards.get(place).ok_or(ReplayError("all cards are dealt"))?;
        if there == card {
            return Ok(());
        }
        let later = self.deck.cards.iter().skip(place + 1).position(|&each| each == card);
        let deck = Arc::make_mut(&mut self.deck);
        if let Some(ahead) = later {
            deck.cards.swap(place, place + 1 + ahead);
        } else {
            deck.cards[place] = card;
            self.fetch(viewer, card, there, None)?;
        }
        Ok(())
    }

    /// Gives these cards to a seat.
    fn learn_held(&mut self, viewer: Viewer, seat: Seat, cards: &[Card]) -> Result<(), ReplayError> {
        let all = Cards::gathered(cards).ok_or(ReplayError("a card came a third time"))?;
        let missing = all.without(all.and(self.held(seat)));
        ReplayError::unless(missing.is_empty() || !viewer.is(seat), "the viewer does not hold these cards")?;
        for card in missing.iter() {
            let held = self.held(seat);
            let spare = held.without(all.and(held)).iter().next();
            let spare = spare.ok_or(ReplayError("the seat does not hold so many cards"))?;
            self.fetch(viewer, card, spare, Some(seat))?;
            let hand = &mut self.hands[seat.index()];
            *hand = hand.without(Cards::one(spare)).with(Cards::one(card));
        }
        Ok(())
    }

    fn learn_kitty(&mut self, viewer: Viewer, taken: &KittySeen) -> Result<(), ReplayError> {
        ReplayError::unless(taken.cards.is_some() == viewer.is(taken.seat), "others saw the kitty")?;
        let (Some(cards), Some(mut kitty)) = (&taken.cards, self.kitty()) else { return Ok(()) };
        let all = Cards::gathered(cards).ok_or(ReplayError("a card came a third time"))?;
        for card in all.without(all.and(kitty)).iter() {
            let spare = kitty.without(all.and(kitty)).iter().next();
            let spare = spare.ok_or(ReplayError("the kitty has not so many cards"))?;
            self.fetch(viewer, card, spare, None)?;
            kitty = kitty.without(Cards::one(spare)).with(Cards::one(card));
        }
        self.lay_kitty(kitty);
        Ok(())
    }

    /// Takes a card from a place that this viewer does not see (another hand, or for `seat` also the kitty) and leaves
    /// another there.
    fn fetch(
        &mut self,
        viewer: Viewer,
        card: Card,
        spare: Card,
        seat: Option<Seat>,
    ) -> Result<(), ReplayError> {
        let exchanged = |cards: Cards| cards.without(Cards::one(card)).with(Cards::one(spare));
        let hidden = Seat::first(SEATS).filter(|&other| !viewer.is(other) && Some(other) != seat);
        for other in hidden {
            let hand = &mut self.hands[other.index()];
            if hand.count(card) > 0 {
                *hand = exchanged(*hand);
                return Ok(());
            }
        }
        let kitty = self.kitty().filter(|kitty| kitty.count(card) > 0);
        let kitty = kitty.filter(|_| seat.is_some() && !self.knows_kitty(viewer));
        self.lay_kitty(exchanged(kitty.ok_or(ReplayError("the card lies elsewhere"))?));
        Ok(())
    }

    /// Adds the cards that the hand does not keep to the memory.
    fn remember(&self, viewer: Viewer, seen: &Seen, memory: &mut Memory) {
        let is_other = |seat: &Seat| !viewer.is(*seat);
        match seen {
            Seen::Declared(new) if is_other(&new.seat) => {
                memory.shown_by(new.seat, new.card, 1 + u8::from(new.pair));
            }
            Seen::Flipped(flipped) => memory.lie_in_the_rest(Cards::one(flipped.card)),
            Seen::TrumpSet(TrumpSet { taker, .. }) if is_other(taker) && self.knows_kitty(viewer) => {
                memory.lie_in_the_rest(self.kitty().unwrap_or_default());
            }
            Seen::KittyTaken(KittySeen { cards: Some(cards), .. }) => {
                memory.found(Cards::gathered(cards).unwrap_or_default());
            }
            Seen::KittyTaken(taken) => memory.taken_by(taken.seat),
            Seen::Buried(buried) => memory.buried_by(buried.seat),
            Seen::Played(play) => {
                memory.played_by(play.seat, Cards::gathered(&play.cards).unwrap_or_default());
            }
            Seen::ThrowJudged(judged) if is_other(&judged.seat) => {
                memory.played_by(judged.seat, Cards::gathered(&judged.led).unwrap_or_default());
                let returned = Cards::gathered(&judged.returned).unwrap_or_default();
                returned.kinds().for_each(|card| memory.shown_by(judged.seat, card, returned.count(card)));
            }
            _ => {}
        }
    }

    /// The event behind a seen one, once the mask fits it.
    fn event_of(&self, seen: &Seen) -> Result<Event, ReplayError> {
        Ok(match seen.clone() {
            Seen::Began(began) => Event::Began(began),
            Seen::Drawn(DrawnSeen { seat, .. }) => {
                let card = *self.undealt().first().ok_or(ReplayError("all cards are dealt"))?;
                Event::Drawn(Drawn { seat, card })
            }
            Seen::Declared(declaration) => Event::Declared(declaration),
            Seen::Passed(turn) => Event::Passed(turn),
            Seen::Flipped(flipped) => Event::Flipped(flipped),
            Seen::TrumpSet(set) => Event::TrumpSet(set),
            Seen::Undeclared(undeclared) => Event::Undeclared(undeclared),
            Seen::KittyTaken(KittySeen { seat, cards }) => {
                let kitty = self.kitty().map(|kitty| self.order().sorted(kitty));
                Event::KittyTaken(Kitty { seat, cards: cards.or(kitty).unwrap_or_default() })
            }
            Seen::Buried(KittySeen { seat, cards }) => {
                let any = || self.held(seat).iter().take(KITTY.into()).collect();
                Event::Buried(Kitty { seat, cards: cards.unwrap_or_else(any) })
            }
            Seen::Thrown(play) => Event::Thrown(play),
            Seen::ThrowJudged(judged) => Event::ThrowJudged(judged),
            Seen::Played(play) => Event::Played(play),
            Seen::TrickWon(won) => Event::TrickWon(won),
            Seen::Scored(scored) => Event::Scored(scored),
        })
    }
}
