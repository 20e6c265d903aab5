//! The cards that a viewer has seen shown and taken back: they were declared with, turned up, returned by a
//! throw, or buried by the viewer and stolen.

use std::fmt;

use super::cards::Cards;
use super::setup::SEATS;
use crate::cards::card::Card;
use crate::games::seat::Seat;

/// Places of cards that were not played: four hands, and the stock, which is the kitty or the cards still to be dealt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Places(u8);

impl Places {
    /// The number of places.
    pub(super) const COUNT: usize = SEATS as usize + 1;
    /// The stock.
    pub(super) const REST: Self = Self(1 << SEATS);
    /// All places.
    pub(super) const ALL: Self = Self((1 << Self::COUNT) - 1);

    /// A seat's hand.
    pub(super) fn hand(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    pub(super) fn contain(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    pub(super) fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    pub(super) fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The number of these places.
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Each as an index: the hands by seat, and last the stock.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::COUNT).filter(move |place| self.0 >> place & 1 == 1)
    }
}

/// One copy of a card, and where it must be.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Pin {
    pub(super) card: Card,
    pub(super) places: Places,
}

/// The memory of a viewer: a pin for each copy. `Debug` shows only how many there are.
#[derive(Clone, Default, PartialEq)]
pub struct Memory {
    pins: Vec<Pin>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Memory({} cards)", self.pins.len())
    }
}

impl Memory {
    pub(super) fn pins(&self) -> &[Pin] {
        &self.pins
    }

    /// A seat has shown this many copies of a card, and holds them.
    pub(super) fn shown_by(&mut self, seat: Seat, card: Card, copies: u8) {
        let places = Places::hand(seat);
        let exact = self.pins.iter().filter(|pin| **pin == Pin { card, places }).count();
        for _ in exact..copies.into() {
            // A less exact memory may be of this very copy.
            self.forget(|pin| pin.card == card && pin.places != places && pin.places.contain(places));
            self.pins.push(Pin { card, places });
        }
    }

    /// Pins these cards to the stock.
    pub(super) fn lie_in_the_rest(&mut self, cards: Cards) {
        self.pins.extend(cards.iter().map(|card| Pin { card, places: Places::REST }));
    }

    /// A seat has taken up the kitty, and this viewer does not see its cards.
    pub(super) fn taken_by(&mut self, seat: Seat) {
        for pin in self.pins.iter_mut().filter(|pin| pin.places.contain(Places::REST)) {
            pin.places = pin.places.without(Places::REST).with(Places::hand(seat));
        }
    }

    /// The viewer has taken up the kitty: the pins of its cards are no longer needed.
    pub(super) fn found(&mut self, kitty: Cards) {
        self.pins.retain(|pin| !pin.places.contain(Places::REST) || kitty.count(pin.card) == 0);
        self.pins.iter_mut().for_each(|pin| pin.places = pin.places.without(Places::REST));
    }

    /// A seat has buried cards that this viewer does not see.
    pub(super) fn buried_by(&mut self, seat: Seat) {
        for pin in self.pins.iter_mut().filter(|pin| pin.places.contain(Places::hand(seat))) {
            pin.places = pin.places.with(Places::REST);
        }
    }

    /// A seat has played cards. If the card may have been either of two pinned copies, the other is at one of their
    /// places.
    pub(super) fn played_by(&mut self, seat: Seat, cards: Cards) {
        let hand = Places::hand(seat);
        for card in cards.iter() {
            let of_seat = |pin: &Pin| pin.card == card && pin.places.contain(hand);
            let Some(first) = self.forget(of_seat) else { continue };
            if let Some(other) = self.pins.iter_mut().find(|pin| of_seat(pin)) {
                other.places = other.places.with(first.places);
            }
        }
    }

    fn forget(&mut self, which: impl Fn(&Pin) -> bool) -> Option<Pin> {
        let place = self.pins.iter().position(which)?;
        Some(self.pins.swap_remove(place))
    }

    /// Whether every pin is met if this many copies of a card are at some places.
    pub(super) fn fits(&self, copies: impl Fn(Card, Places) -> u8) -> bool {
        let is_kept = |(before, pin): (usize, &Pin)| {
            let others = self.pins[..before].iter().filter(|other| other.card == pin.card);
            let mut shared = others.map(|other| copies(pin.card, other.places.with(pin.places)));
            copies(pin.card, pin.places) >= 1 && shared.all(|copies| copies >= 2)
        };
        self.pins.iter().enumerate().all(is_kept)
    }
}
