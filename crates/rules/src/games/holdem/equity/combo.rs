//! Two hole cards.

use std::cmp::Reverse;
use std::fmt;

use crate::cards::card::Card;
use crate::cards::set::CardSet;

/// How many pairs of hole cards there are: C(52,2).
pub const COMBOS: u32 = 1326;

/// Two different French cards, the higher rank first, and of equal ranks the lower card number. `Debug` shows neither.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo {
    cards: [Card; 2],
}

impl Combo {
    /// These two cards in either order; `None` if they are the same or one is a joker.
    pub fn new(mut cards: [Card; 2]) -> Option<Self> {
        cards.sort_by_key(|card| (Reverse(card.rank()), *card));
        let [first, second] = cards;
        (first != second && !first.is_joker() && !second.is_joker()).then_some(Self { cards })
    }

    /// All of them, in the order of the combinatorial number system.
    pub fn all() -> impl Iterator<Item = Self> {
        let others =
            |one: Card| Card::french().take_while(move |&other| other < one).map(move |other| [one, other]);
        Card::french().flat_map(others).filter_map(Self::new)
    }

    /// Both cards, in order.
    pub fn cards(self) -> [Card; 2] {
        self.cards
    }

    /// The number of both cards in the combinatorial number system, below [`COMBOS`].
    pub(super) fn number(self) -> usize {
        let [one, other] = self.cards.map(|card| usize::from(card.index()));
        let (low, high) = (one.min(other), one.max(other));
        high * (high - 1) / 2 + low
    }

    /// The seven cards of this hand and a board.
    #[inline]
    pub fn on(self, board: [Card; 5]) -> [Card; 7] {
        let mut seven = [self.cards[0]; 7];
        seven[1] = self.cards[1];
        seven[2..].copy_from_slice(&board);
        seven
    }

    /// Both cards as a set.
    #[inline]
    pub fn set(self) -> CardSet {
        self.cards.into_iter().collect()
    }
}

impl fmt::Display for Combo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.cards;
        write!(out, "{first}{second}")
    }
}

impl fmt::Debug for Combo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Combo")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_numbered_in_their_order() {
        let numbers: Vec<usize> = Combo::all().map(Combo::number).collect();
        assert_eq!(numbers, (0..COMBOS as usize).collect::<Vec<_>>());
    }
}
