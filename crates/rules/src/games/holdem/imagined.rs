//! Hands that a viewer cannot tell from the true one: hole cards, burnt cards and the rest of the deck are swapped.

use std::fmt;
use std::sync::Arc;

use super::action::Action;
use super::event::{Answered, DealtSeen, Event, Seen, Turn};
use super::hand::{Fate, Holdem, Player};
use super::outlook::{Equity, EquitySeen, Outlook, OutlookSeen};
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::cards::set::CardSet;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;
use crate::games::witness::{Dice, Imagined};

/// The whole deck: hole cards, burnt cards, boards, and the cards to come. `Debug` shows none of it.
#[derive(Clone, PartialEq)]
pub struct World(pub [Card; Card::FRENCH as usize]);

impl fmt::Debug for World {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("World")
    }
}

impl Imagined for Holdem {
    type World = World;
    type Memory = ();

    fn world(&self) -> World {
        World(self.cards())
    }

    fn learn(&mut self, viewer: Viewer, seen: &Seen, (): &mut ()) -> Result<Event, ReplayError> {
        match seen {
            Seen::Dealt(dealt) => self.learn_deal(viewer, dealt),
            Seen::Street(street) => {
                for (ahead, &card) in street.cards.iter().enumerate() {
                    self.put(viewer, self.used + 1 + ahead, card)?;
                }
                event_of(seen)
            }
            Seen::Shown(shown) => {
                let place = self.place_of(shown.seat).ok_or(ReplayError("the seat was not dealt in"))?;
                for (which, &card) in shown.cards.iter().enumerate() {
                    self.put(viewer, self.hole(place, which), card)?;
                }
                event_of(seen)
            }
            _ => event_of(seen),
        }
    }

    fn sampled(&self, viewer: Viewer, (): &(), dice: &mut impl Dice) -> Option<World> {
        let (mut cards, known) = (self.cards(), self.known(viewer));
        let (mut places, mut hidden) = ([0; Card::FRENCH as usize], 0);
        for (place, &card) in cards.iter().enumerate() {
            places[hidden] = place;
            hidden += usize::from(!known.contains(card));
        }
        for last in (1..hidden).rev() {
            cards.swap(places[last], places[dice.below(last + 1)]);
        }
        Some(World(cards))
    }

    fn redealt(&self, viewer: Viewer, (): &(), world: &World) -> Result<Self, ReplayError> {
        let jokers = CardSet::one(Card::SMALL_JOKER).with(CardSet::one(Card::BIG_JOKER));
        let all: CardSet = world.0.iter().copied().collect();
        let is_pack = all.len() == u32::from(Card::FRENCH) && !all.meet(jokers);
        ReplayError::unless(is_pack, "the world is not the 52 cards")?;
        let known = self.known(viewer);
        let fits =
            self.deck.cards.iter().zip(&world.0).all(|(card, there)| card == there || !known.contains(*card));
        ReplayError::unless(fits, "the viewer knows that a card lies elsewhere")?;
        let mut hand = self.clone();
        hand.deck = Arc::new(Deck { cards: world.0.to_vec(), lots: self.deck.lots });
        hand.take_up_holes();
        Ok(hand)
    }

    fn action_behind(seen: &Seen, _: Option<&[Card]>) -> Option<(Seat, Action)> {
        Some(match seen {
            Seen::Folded(turn) => (turn.seat, Action::Fold {}),
            Seen::Checked(turn) => (turn.seat, Action::Check {}),
            Seen::Called(wager) => (wager.seat, Action::Call {}),
            Seen::Bet(wager) => (wager.seat, Action::Bet { to: wager.to }),
            Seen::Raised(wager) => (wager.seat, Action::Raise { to: wager.to }),
            Seen::Answered(Answered { seat, agree }) => (*seat, Action::RunTwice { agree: *agree }),
            Seen::Shown(shown) => (shown.seat, Action::Show {}),
            Seen::Mucked(Turn { seat }) => (*seat, Action::Muck {}),
            _ => return None,
        })
    }
}

impl Holdem {
    fn cards(&self) -> [Card; Card::FRENCH as usize] {
        std::array::from_fn(|place| self.deck.cards[place])
    }

    /// The position in the deck of a player's hole card: cards are dealt one at a time, twice round.
    fn hole(&self, place: usize, which: usize) -> usize {
        place + which * self.players.len()
    }

    /// The cards whose position a viewer knows: its own, those that were shown, and the boards.
    fn known(&self, viewer: Viewer) -> CardSet {
        let is_open = |player: &&Player| viewer.is(player.seat) || player.fate == Fate::Shown;
        let holes = self.players.iter().filter(is_open).filter_map(|player| player.cards);
        self.boards.iter().flatten().copied().chain(holes.flatten()).collect()
    }

    /// Puts a card that was shown at its position, and swaps it with the card there.
    fn put(&mut self, viewer: Viewer, place: usize, card: Card) -> Result<(), ReplayError> {
        let was = self.deck.cards.iter().position(|&each| each == card);
        let was = was.ok_or(ReplayError("there is no such card"))?;
        if was == place {
            return Ok(());
        }
        let there = *self.deck.cards.get(place).ok_or(ReplayError("the deck is not that long"))?;
        let known = self.known(viewer);
        let is_free = !known.contains(card) && !known.contains(there);
        ReplayError::unless(is_free, "the card lies elsewhere")?;
        Arc::make_mut(&mut self.deck).cards.swap(was, place);
        self.take_up_holes();
        Ok(())
    }

    /// Gives the players their hole cards from the deck, once they are dealt.
    fn take_up_holes(&mut self) {
        let players = self.players.len();
        for (place, player) in self.players.iter_mut().enumerate() {
            if player.cards.is_some() {
                player.cards = Some([self.deck.cards[place], self.deck.cards[place + players]]);
            }
        }
    }

    fn learn_deal(&mut self, viewer: Viewer, seen: &DealtSeen) -> Result<Event, ReplayError> {
        let seats = seen.seats.iter().copied();
        ReplayError::unless(seats.eq(self.players.iter().map(|player| player.seat)), "others were dealt in")?;
        let own = self.players.iter().position(|player| viewer.is(player.seat));
        match (own, seen.cards) {
            (Some(place), Some([first, second])) => {
                // No card is known yet, so the second card cannot displace the first.
                self.put(Viewer::Watcher, self.hole(place, 0), first)?;
                self.put(Viewer::Watcher, self.hole(place, 1), second)?;
                let holds = self.deck.cards[self.hole(place, 0)] == first;
                ReplayError::unless(holds, "a card was dealt twice")?;
            }
            (None, None) => {}
            _ => return Err(ReplayError("others saw these cards")),
        }
        Ok(self.dealing())
    }
}

/// The event behind one that everybody saw alike.
fn event_of(seen: &Seen) -> Result<Event, ReplayError> {
    Ok(match seen.clone() {
        Seen::Posted(posted) => Event::Posted(posted),
        Seen::Dealt(DealtSeen { .. }) => return Err(ReplayError("hole cards are not seen alike")),
        Seen::Folded(turn) => Event::Folded(turn),
        Seen::Checked(turn) => Event::Checked(turn),
        Seen::Called(wager) => Event::Called(wager),
        Seen::Bet(wager) => Event::Bet(wager),
        Seen::Raised(wager) => Event::Raised(wager),
        Seen::Returned(returned) => Event::Returned(returned),
        Seen::Swept(swept) => Event::Swept(swept),
        Seen::Street(street) => Event::Street(street),
        Seen::Answered(answered) => Event::Answered(answered),
        Seen::Shown(shown) => Event::Shown(shown),
        Seen::Mucked(turn) => Event::Mucked(turn),
        Seen::Equity(EquitySeen { board, street, hands }) => {
            let outlook = |OutlookSeen { seat, win, tie, lose, .. }| Outlook { seat, win, tie, lose };
            Event::Equity(Equity { board, street, hands: hands.into_iter().map(outlook).collect() })
        }
        Seen::Raked(raked) => Event::Raked(raked),
        Seen::Awarded(awarded) => Event::Awarded(awarded),
    })
}
