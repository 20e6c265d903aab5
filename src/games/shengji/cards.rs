//! A handful of cards out of two decks: each card is there not at all, once or twice.

use std::fmt;

use crate::cards::card::Card;

/// Cards out of two decks, in no order. `Debug` shows none of them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Cards {
    /// The cards that are there at least once, a bit each by number.
    once: u64,
    /// Those that are there twice.
    twice: u64,
}

impl Cards {
    /// These cards; `None` where one comes a third time.
    pub fn gathered(cards: &[Card]) -> Option<Self> {
        let mut gathered = Self::default();
        cards.iter().all(|&card| gathered.add(card)).then_some(gathered)
    }

    /// One card.
    pub fn one(card: Card) -> Self {
        Self { once: 1 << card.index(), twice: 0 }
    }

    /// A pair.
    pub fn two(card: Card) -> Self {
        Self { once: 1 << card.index(), twice: 1 << card.index() }
    }

    /// Adds a card; false, and nothing changed, where it is there twice already.
    #[must_use]
    pub fn add(&mut self, card: Card) -> bool {
        let bit = 1 << card.index();
        let room = self.twice & bit == 0;
        self.twice |= self.once & bit;
        self.once |= bit;
        room
    }

    /// Whether all of `others` are among these.
    pub fn contain(self, others: Self) -> bool {
        others.once & !self.once == 0 && others.twice & !self.twice == 0
    }

    /// What is left without `others`, which are among these.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self {
            once: (self.once & !others.once) | (self.twice & !others.twice),
            twice: self.twice & !others.once,
        }
    }

    /// These and `others`; of a card that would come a third time, two stay.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self { once: self.once | others.once, twice: self.twice | others.twice | (self.once & others.once) }
    }

    /// Those whose bit is in `mask`.
    #[must_use]
    pub(super) fn among(self, mask: u64) -> Self {
        Self { once: self.once & mask, twice: self.twice & mask }
    }

    /// How many there are, two of a kind counted twice.
    pub fn len(self) -> u32 {
        self.once.count_ones() + self.twice.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.once == 0
    }

    /// How often this card is there: 0, 1 or 2.
    pub fn count(self, card: Card) -> u8 {
        let has = |plane: u64| u8::from(plane >> card.index() & 1 == 1);
        has(self.once) + has(self.twice)
    }

    /// The different cards, by number.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        bits(self.once).filter_map(Card::from_index)
    }

    /// The cards that are there twice, each named once, by number.
    pub fn pairs(self) -> impl Iterator<Item = Card> {
        bits(self.twice).filter_map(Card::from_index)
    }

    /// Every card, two of a kind one after the other, by number.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }
}

/// The places of the set bits, lowest first.
pub(super) fn bits(mut of: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = u8::try_from(of.trailing_zeros()).ok().filter(|&place| place < 64)?;
        of &= of - 1;
        Some(lowest)
    })
}

impl fmt::Debug for Cards {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Cards({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Cards::gathered(&cards).unwrap()
    }

    #[test]
    fn a_third_copy_does_not_fit() {
        let card = "As".parse().unwrap();
        assert_eq!(Cards::gathered(&[card; 3]), None);
        assert_eq!(Cards::gathered(&[card; 2]).map(|cards| cards.count(card)), Some(2));
    }

    #[test]
    fn taking_away_and_putting_back_are_inverse() {
        let all = cards("As As Kd X2 X2 3c");
        for part in ["", "As", "As As", "X2 3c", "As Kd X2", "As As Kd X2 X2 3c"].map(cards) {
            assert!(all.contain(part));
            let left = all.without(part);
            assert_eq!(left.len() + part.len(), all.len());
            assert_eq!(left.with(part), all);
        }
        assert!(!all.contain(cards("Kd Kd")));
        assert!(!all.contain(cards("4c")));
    }

    #[test]
    fn cards_are_told_with_their_copies() {
        let all = cards("X2 As 3c As");
        let told: Vec<String> = all.iter().map(|card| card.to_string()).collect();
        assert_eq!(told, ["As", "As", "3c", "X2"]);
        assert_eq!(all.pairs().collect::<Vec<_>>(), ["As".parse().unwrap()]);
    }
}
