//! The places of the hidden cards: drawn at random as far as a viewer knows, and dealt into a hand.

use std::fmt;
use std::sync::Arc;

use super::cards::Cards;
use super::hand::{DEALT, KITTY, Shengji};
use super::memory::{Memory, Places};
use super::order::Group;
use super::phase::Phase;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::games::viewer::Viewer;
use crate::games::witness::Dice;

/// The number of times that cards are dealt again if they cannot all be placed.
const ATTEMPTS: usize = 16;

/// Where every card is that was not played. `Debug` shows none.
#[derive(Clone, PartialEq, Eq)]
pub struct World {
    /// The cards of each seat.
    pub hands: [Cards; SEATS as usize],
    /// The stock: the cards still to be dealt, in order and the kitty last; or the kitty, by number.
    pub rest: Vec<Card>,
    /// The deck's lots; 0 once nothing depends on them any more.
    pub lots: [u64; 4],
}

impl fmt::Debug for World {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("World")
    }
}

/// The cards at each of the places, by index: the hands by seat, and last the stock.
type Piles = [Cards; Places::COUNT];

impl Shengji {
    /// The cards of the deck that are not dealt. A kitty that was taken up is no part of them any more.
    pub(super) fn undealt(&self) -> &[Card] {
        let dealt = match &self.phase {
            Phase::Opening => 0,
            Phase::Dealing(dealing) => dealing.dealt,
            Phase::Flipping(_) | Phase::Undeclared => DEALT,
            _ => return &[],
        };
        self.deck.cards.get(dealt..).unwrap_or_default()
    }

    /// The cards of it that were turned up.
    fn turned_up(&self) -> &[Card] {
        match &self.phase {
            Phase::Flipping(flipping) => &flipping.flipped,
            _ => &[],
        }
    }

    /// The kitty, once trumps are set, while no hand holds it.
    pub(super) fn kitty(&self) -> Option<Cards> {
        match &self.phase {
            Phase::Taking(_, kitty) | Phase::Stolen(_, kitty) => Some(*kitty),
            Phase::Asking(asking) => Some(asking.kitty),
            Phase::Playing(playing) | Phase::Over(playing, _) => Some(playing.kitty),
            _ => None,
        }
    }

    /// Replaces the kitty by another.
    pub(super) fn lay_kitty(&mut self, cards: Cards) {
        match &mut self.phase {
            Phase::Taking(_, kitty) | Phase::Stolen(_, kitty) => *kitty = cards,
            Phase::Asking(asking) => asking.kitty = cards,
            Phase::Playing(playing) | Phase::Over(playing, _) => playing.kitty = cards,
            _ => {}
        }
    }

    /// Whether a viewer knows all of the kitty: it has buried it, or the hand is over.
    pub(super) fn knows_kitty(&self, viewer: Viewer) -> bool {
        match &self.phase {
            Phase::Over(..) => true,
            Phase::Asking(_) | Phase::Stolen(..) | Phase::Playing(_) => {
                self.contract().is_some_and(|contract| viewer.is(contract.taker))
            }
            _ => false,
        }
    }

    pub(super) fn here(&self) -> World {
        let kitty = self.kitty().map(|kitty| kitty.iter().collect());
        let rest = kitty.unwrap_or_else(|| self.undealt().to_vec());
        World { hands: self.hands, rest, lots: self.lots() }
    }

    /// Only the seat that draws first depends on a lot.
    fn lots(&self) -> [u64; 4] {
        if self.phase == Phase::Opening { self.deck.lots } else { [0; 4] }
    }

    fn piles(&self) -> Piles {
        let rest = self.kitty().unwrap_or_else(|| gathered(self.undealt()));
        let [first, second, third, fourth] = self.hands;
        [first, second, third, fourth, rest]
    }

    /// The places whose cards this viewer does not know.
    fn hidden(&self, viewer: Viewer) -> Places {
        let own = Seat::first(SEATS).filter(|&seat| viewer.is(seat));
        let hands = own.fold(Places::ALL, |hidden, seat| hidden.without(Places::hand(seat)));
        if self.knows_kitty(viewer) { hands.without(Places::REST) } else { hands }
    }

    /// Cards by group, each with the places where they may be, given the voids that seats have shown. Before cards are
    /// played, any place is possible.
    fn open(&self, cards: Cards) -> [(Cards, Places); Group::ALL.len()] {
        let Phase::Playing(playing) = &self.phase else {
            let none = (Cards::default(), Places::ALL);
            return [(cards, Places::ALL), none, none, none, none];
        };
        Group::ALL.map(|group| {
            let void = Seat::first(SEATS).filter(|seat| playing.voids[seat.index()].contains(&group));
            let open = void.fold(Places::ALL, |open, seat| open.without(Places::hand(seat)));
            (playing.contract.order.within(cards, group), open)
        })
    }

    /// A world in which a viewer would have seen the same, as far as pins and voids tell; `None` if the cards could not
    /// be placed.
    pub(super) fn imagined(&self, viewer: Viewer, memory: &Memory, dice: &mut impl Dice) -> Option<World> {
        let (mut piles, hidden) = (self.piles(), self.hidden(viewer));
        let mut room = [0; Places::COUNT];
        let mut pool = Cards::default();
        for place in hidden.iter() {
            room[place] = piles[place].len();
            pool = pool.with(std::mem::take(&mut piles[place]));
        }
        if pool.is_empty() {
            return Some(self.here());
        }
        let groups = self.open(pool).map(|(cards, open)| (cards, open.and(hidden)));
        let empty = Spread { hidden, piles, room };
        let spread = (0..ATTEMPTS).find_map(|_| empty.clone().filled(groups, memory, dice))?;
        let [first, second, third, fourth, rest] = spread.piles;
        let turned_up = self.turned_up();
        let mut cards = Vec::with_capacity(rest.len() as usize);
        cards.extend_from_slice(turned_up);
        rest.without(gathered(turned_up)).iter().for_each(|card| cards.push(card));
        if self.kitty().is_none() {
            dice.shuffle(&mut cards[turned_up.len()..]);
        }
        Some(World { hands: [first, second, third, fourth], rest: cards, lots: self.lots() })
    }

    /// This hand with the world dealt into it.
    pub(super) fn with_world(
        &self,
        viewer: Viewer,
        memory: &Memory,
        world: &World,
    ) -> Result<Self, ReplayError> {
        let [first, second, third, fourth] = world.hands;
        let (here, there) = (self.piles(), [first, second, third, fourth, gathered(&world.rest)]);
        let hidden = self.hidden(viewer);
        let all = |piles: &Piles| piles.iter().fold(Cards::default(), |all, &pile| all.with(pile));
        let is_known = |place: usize| !hidden.iter().any(|hidden| hidden == place);
        let fits = (0..Places::COUNT).all(|place| {
            here[place].len() == there[place].len() && (!is_known(place) || here[place] == there[place])
        });
        let fits = fits && all(&here) == all(&there) && world.rest.starts_with(self.turned_up());
        ReplayError::unless(fits, "the viewer knows that cards lie elsewhere")?;
        let copies = |card, places: Places| places.iter().map(|place| there[place].count(card)).sum();
        ReplayError::unless(memory.fits(copies), "the viewer has seen a card elsewhere")?;
        let open = self.open(all(&here));
        let is_open = |(cards, places): &(Cards, Places)| {
            Places::ALL.without(*places).iter().all(|place| there[place].and(*cards).is_empty())
        };
        ReplayError::unless(open.iter().all(is_open), "a seat holds what it has shown to be void in")?;
        let mut hand = Self { hands: world.hands, ..self.clone() };
        if self.kitty().is_some() {
            hand.lay_kitty(there[Places::COUNT - 1]);
        } else if !world.rest.is_empty() {
            let dealt = self.deck.cards.len() - world.rest.len();
            let cards = [&self.deck.cards[..dealt], &world.rest].concat();
            hand.deck = Arc::new(Deck { cards, lots: world.lots });
        }
        Ok(hand)
    }
}

fn gathered(cards: &[Card]) -> Cards {
    Cards::gathered(cards).unwrap_or_default()
}

/// Cards distributed over places with limited room.
#[derive(Clone)]
struct Spread {
    hidden: Places,
    piles: Piles,
    room: [u32; Places::COUNT],
}

impl Spread {
    /// With all these cards; `None` if one finds no place.
    fn filled(
        mut self,
        mut groups: [(Cards, Places); Group::ALL.len()],
        memory: &Memory,
        dice: &mut impl Dice,
    ) -> Option<Self> {
        for pin in memory.pins() {
            let (cards, open) = groups.iter_mut().find(|(cards, _)| cards.count(pin.card) > 0)?;
            self.put(pin.card, pin.places.and(*open), dice)?;
            *cards = cards.without(Cards::one(pin.card));
        }
        // Cards with fewer possible places are placed first, and at last those that fit everywhere.
        let (mut free, mut count) = ([Card::BIG_JOKER; DEALT + KITTY as usize], 0);
        groups.sort_unstable_by_key(|(_, places)| places.len());
        for (cards, places) in groups {
            if places == self.hidden {
                cards.iter().for_each(|card| {
                    free[count] = card;
                    count += 1;
                });
            } else {
                cards.iter().try_for_each(|card| self.put(card, places, dice))?;
            }
        }
        dice.shuffle(&mut free[..count]);
        let mut free = free[..count].iter().copied();
        for place in self.hidden.iter() {
            let drawn = free.by_ref().take(self.room[place] as usize);
            self.piles[place] = drawn.fold(self.piles[place], |pile, card| pile.with(Cards::one(card)));
        }
        Some(self)
    }

    /// Puts a card at one of these places, each with a probability in proportion to its room.
    fn put(&mut self, card: Card, places: Places, dice: &mut impl Dice) -> Option<()> {
        let room: u32 = places.iter().map(|place| self.room[place]).sum();
        let mut drawn = if room == 0 { return None } else { dice.below(room as usize) };
        let place = places.iter().find(|&place| {
            let here = self.room[place] as usize;
            let is_it = drawn < here;
            drawn = drawn.saturating_sub(here);
            is_it
        })?;
        self.room[place] -= 1;
        self.piles[place] = self.piles[place].with(Cards::one(card));
        Some(())
    }
}
