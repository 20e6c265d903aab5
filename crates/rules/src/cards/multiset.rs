//! Cards out of two decks: each occurs never, once or twice.

use std::fmt;

use super::card::Card;
use super::set::CardSet;

/// Cards out of two decks, in no order. `Debug` shows none of them.
///
/// ```
/// use cardroom_rules::cards::card::Card;
/// use cardroom_rules::cards::multiset::CardMultiset;
///
/// let ace: Card = "As".parse().unwrap();
/// let pair = CardMultiset::two(ace);
/// assert_eq!((pair.len(), pair.count(ace)), (2, 2));
/// assert_eq!(CardMultiset::gathered(&[ace; 3]), None);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardMultiset {
    /// The cards that occur at least once.
    once: CardSet,
    /// Those that occur twice.
    twice: CardSet,
}

impl CardMultiset {
    /// These cards; `None` if one comes a third time.
    pub fn gathered(cards: &[Card]) -> Option<Self> {
        let mut gathered = Self::default();
        cards.iter().all(|&card| gathered.add(card)).then_some(gathered)
    }

    /// One card.
    pub fn one(card: Card) -> Self {
        Self { once: CardSet::one(card), twice: CardSet::NONE }
    }

    /// A pair.
    pub fn two(card: Card) -> Self {
        Self { once: CardSet::one(card), twice: CardSet::one(card) }
    }

    /// Adds a card. False, and no change, if it occurs twice already.
    #[must_use]
    pub fn add(&mut self, card: Card) -> bool {
        let one = CardSet::one(card);
        let room = !self.twice.meet(one);
        self.twice = self.twice.with(self.once.and(one));
        self.once = self.once.with(one);
        room
    }

    /// Whether all of `others` are among these.
    pub fn contain(self, others: Self) -> bool {
        self.once.contain(others.once) && self.twice.contain(others.twice)
    }

    /// These cards without `others`, which are among them.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        Self {
            once: self.once.without(others.once).with(self.twice.without(others.twice)),
            twice: self.twice.without(others.once),
        }
    }

    /// These and `others`. A card that would occur a third time stays at two.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self {
            once: self.once.with(others.once),
            twice: self.twice.with(others.twice).with(self.once.and(others.once)),
        }
    }

    /// Those that are also among `others`, each as often as in both.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self { once: self.once.and(others.once), twice: self.twice.and(others.twice) }
    }

    /// Those in this set, with their copies.
    #[must_use]
    pub fn among(self, set: CardSet) -> Self {
        Self { once: self.once.and(set), twice: self.twice.and(set) }
    }

    /// How many there are, two of a kind counted twice.
    pub fn len(self) -> u32 {
        self.once.len() + self.twice.len()
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.once.is_empty()
    }

    /// How often this card occurs: 0, 1 or 2.
    pub fn count(self, card: Card) -> u8 {
        u8::from(self.once.contains(card)) + u8::from(self.twice.contains(card))
    }

    /// The different cards, by number.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        self.once.iter()
    }

    /// The cards that are there twice, each named once, by number.
    pub fn pairs(self) -> impl Iterator<Item = Card> {
        self.twice.iter()
    }

    /// Every card, two of a kind one after the other, by number.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(move |card| (0..self.count(card)).map(move |_| card))
    }
}

impl fmt::Debug for CardMultiset {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "CardMultiset({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> CardMultiset {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        CardMultiset::gathered(&cards).unwrap()
    }

    #[test]
    fn a_third_copy_does_not_fit() {
        let card = "As".parse().unwrap();
        assert_eq!(CardMultiset::gathered(&[card; 3]), None);
        assert_eq!(CardMultiset::gathered(&[card; 2]).map(|cards| cards.count(card)), Some(2));
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
    fn cards_are_listed_with_their_copies() {
        let all = cards("X2 As 3c As");
        let texts: Vec<String> = all.iter().map(|card| card.to_string()).collect();
        assert_eq!(texts, ["As", "As", "3c", "X2"]);
        assert_eq!(all.pairs().collect::<Vec<_>>(), ["As".parse().unwrap()]);
    }
}
