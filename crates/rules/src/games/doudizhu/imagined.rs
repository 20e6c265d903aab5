//! Hands that a viewer cannot tell from the true one: cards of hidden hands, the bottom and the rest of the deck are
//! swapped.

use std::fmt;
use std::sync::Arc;

use super::action::Action;
use super::auction::Said;
use super::cards::Cards;
use super::event::{Drawn, DrawnSeen, Event, Seen};
use super::hand::{DEALT, Doudizhu};
use super::phase::Phase;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;
use crate::games::witness::{Dice, Imagined};

/// Where every card is that was not played. `Debug` shows none.
#[derive(Clone, PartialEq, Eq)]
pub struct World {
    /// The cards of each seat.
    pub hands: [Cards; SEATS as usize],
    /// The cards that are still to be dealt, in order; the bottom last, until the landlord takes it.
    pub rest: Vec<Card>,
    /// The deck's lots; 0 once nothing depends on them any more.
    pub lots: [u64; 4],
}

impl fmt::Debug for World {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("World")
    }
}

impl Imagined for Doudizhu {
    type World = World;
    type Memory = ();

    fn world(&self) -> World {
        World { hands: self.hands, rest: self.undealt().to_vec(), lots: self.lots() }
    }

    fn learn(&mut self, viewer: Viewer, seen: &Seen, (): &mut ()) -> Result<Event, ReplayError> {
        match seen {
            Seen::Drawn(drawn) => self.learn_draw(viewer, drawn)?,
            Seen::Shown(shown) => self.learn_held(viewer, shown.seat, &shown.cards)?,
            Seen::Landlord(landlord) => self.learn_bottom(viewer, &landlord.bottom)?,
            Seen::Revealed(revealed) => {
                for left in &revealed.hands {
                    self.learn_held(viewer, left.seat, &left.cards)?;
                }
            }
            Seen::Played(laid) => self.learn_held(viewer, laid.seat, &laid.cards)?,
            _ => {}
        }
        self.event_of(seen)
    }

    fn sampled(&self, viewer: Viewer, (): &(), dice: &mut impl Dice) -> Option<World> {
        let known = self.known(viewer);
        let (mut cards, mut count) = ([Cards::NONE; Card::COUNT as usize], 0);
        for (place, card) in cards.iter_mut().zip(self.unplayed().without(known).singles()) {
            *place = card;
            count += 1;
        }
        dice.shuffle(&mut cards[..count]);
        let mut hidden = cards[..count].iter().copied();
        let hands = self.hands.map(|hand| {
            let kept = hand.and(known);
            let drawn = hidden.by_ref().take((hand.len() - kept.len()) as usize);
            drawn.fold(kept, Cards::with)
        });
        Some(World { hands, rest: hidden.flat_map(Cards::iter).collect(), lots: self.lots() })
    }

    fn redealt(&self, viewer: Viewer, (): &(), world: &World) -> Result<Self, ReplayError> {
        let (known, undealt) = (self.known(viewer), self.undealt().len());
        let mut there = Cards::gathered(&world.rest).filter(|rest| rest.len() as usize == undealt);
        for (hand, &imagined) in self.hands.iter().zip(&world.hands) {
            let fits = imagined.len() == hand.len() && imagined.and(known) == hand.and(known);
            there = there.filter(|there| fits && !there.meet(imagined)).map(|there| there.with(imagined));
        }
        ReplayError::unless(there == Some(self.unplayed()), "the viewer knows that cards lie elsewhere")?;
        let mut hand = Self { hands: world.hands, ..self.clone() };
        if self.has_lots() {
            let dealt = self.deck.cards.len() - undealt;
            let cards = [&self.deck.cards[..dealt], &world.rest].concat();
            hand.deck = Arc::new(Deck { cards, lots: world.lots });
        }
        Ok(hand)
    }

    fn action_behind(seen: &Seen, _: Option<&[Card]>) -> Option<(Seat, Action)> {
        Some(match seen {
            Seen::Shown(shown) => (shown.seat, Action::Show {}),
            Seen::Passed(turn) => (turn.seat, Action::Pass {}),
            Seen::Doubled(turn) => (turn.seat, Action::Double {}),
            Seen::Called(call) => match call.said {
                Said::Bid { points } => (call.seat, Action::Bid { points }),
                Said::Call {} => (call.seat, Action::Call {}),
                Said::Rob {} => (call.seat, Action::Rob {}),
                Said::Pass {} => (call.seat, Action::Pass {}),
            },
            Seen::Played(laid) => {
                (laid.seat, Action::Play { cards: laid.cards.clone(), named: Some(laid.reading.named()) })
            }
            _ => return None,
        })
    }
}

impl Doudizhu {
    /// The cards that are still to be dealt, the bottom last.
    fn undealt(&self) -> &[Card] {
        let dealt = match &self.phase {
            Phase::Opening(_) => 0,
            Phase::Dealing(dealing) => dealing.dealt,
            Phase::Auction(_) | Phase::Void(_) => DEALT,
            _ => return &[],
        };
        self.deck.cards.get(dealt..).unwrap_or_default()
    }

    /// Whether something still depends on the deck: cards that are dealt, the first bidder, wild ranks.
    fn has_lots(&self) -> bool {
        !self.undealt().is_empty() || matches!(self.phase, Phase::Drawing(_))
    }

    fn lots(&self) -> [u64; 4] {
        if self.has_lots() { self.deck.lots } else { [0; 4] }
    }

    fn unplayed(&self) -> Cards {
        let rest: Cards = self.undealt().iter().copied().collect();
        self.hands.iter().fold(rest, |all, &hand| all.with(hand))
    }

    /// The cards whose place a viewer knows: its own, those of open hands, and the bottom once the landlord has taken
    /// it.
    fn known(&self, viewer: Viewer) -> Cards {
        let bottom = self.contract().map_or(Cards::NONE, |contract| contract.bottom);
        let open = Seat::first(SEATS).filter(|&seat| viewer.is(seat) || self.is_known(seat));
        open.fold(bottom, |known, seat| known.with(self.held(seat)))
    }

    /// Swaps two cards whose place a viewer does not know.
    fn exchange(&mut self, viewer: Viewer, one: Card, other: Card) -> Result<(), ReplayError> {
        let both = Cards::one(one).with(Cards::one(other));
        let hidden = self.unplayed().without(self.known(viewer));
        ReplayError::unless(hidden.contain(both), "the card lies elsewhere")?;
        for hand in self.hands.iter_mut().filter(|hand| hand.meet(both) && !hand.contain(both)) {
            *hand = hand.without(both).with(both.without(*hand));
        }
        for card in &mut Arc::make_mut(&mut self.deck).cards {
            *card = if *card == one {
                other
            } else if *card == other {
                one
            } else {
                *card
            };
        }
        Ok(())
    }

    fn learn_draw(&mut self, viewer: Viewer, seen: &DrawnSeen) -> Result<(), ReplayError> {
        let may_know = viewer.is(seen.seat) || self.is_open(seen.seat);
        ReplayError::unless(seen.card.is_some() == may_know, "others saw this card")?;
        match (seen.card, self.undealt().first()) {
            (Some(card), Some(&next)) if card != next => self.exchange(viewer, card, next),
            _ => Ok(()),
        }
    }

    /// Gives these cards to a seat.
    fn learn_held(&mut self, viewer: Viewer, seat: Seat, cards: &[Card]) -> Result<(), ReplayError> {
        let all: Cards = cards.iter().copied().collect();
        let known = self.known(viewer);
        for card in all.without(self.held(seat)).iter() {
            let spare = self.held(seat).without(all).without(known).iter().next();
            self.exchange(viewer, card, spare.ok_or(ReplayError("the seat does not hold these cards"))?)?;
        }
        Ok(())
    }

    fn learn_bottom(&mut self, viewer: Viewer, cards: &[Card]) -> Result<(), ReplayError> {
        let all: Cards = cards.iter().copied().collect();
        for card in all.without(self.dealt_bottom()).iter() {
            let spare = self.dealt_bottom().without(all).iter().next();
            self.exchange(viewer, card, spare.ok_or(ReplayError("these are not the bottom cards"))?)?;
        }
        Ok(())
    }

    /// The event behind a seen one, once the mask fits it.
    fn event_of(&self, seen: &Seen) -> Result<Event, ReplayError> {
        Ok(match seen.clone() {
            Seen::Began(began) => Event::Began(began),
            Seen::Drawn(DrawnSeen { seat, .. }) => {
                let card = *self.undealt().first().ok_or(ReplayError("all cards are dealt"))?;
                Event::Drawn(Drawn { seat, card, open: self.is_open(seat) })
            }
            Seen::Shown(shown) => Event::Shown(shown),
            Seen::Passed(turn) => Event::Passed(turn),
            Seen::WildDrawn(drawn) => Event::WildDrawn(drawn),
            Seen::AuctionOpened(opened) => Event::AuctionOpened(opened),
            Seen::Called(call) => Event::Called(call),
            Seen::Void(void) => Event::Void(void),
            Seen::Landlord(landlord) => Event::Landlord(landlord),
            Seen::Doubled(turn) => Event::Doubled(turn),
            Seen::Played(laid) => Event::Played(laid),
            Seen::Revealed(revealed) => Event::Revealed(revealed),
            Seen::Scored(scored) => Event::Scored(scored),
        })
    }
}
