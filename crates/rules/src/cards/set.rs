//! Sets of different cards, one bit each.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::card::Card;

/// Which bit each card has. The 54 bits differ and are below 54.
pub trait Layout: Copy + Eq + Hash {
    /// The card's bit.
    fn bit(card: Card) -> u32;
    /// The card of a bit; `None` beyond the last.
    fn card(bit: u32) -> Option<Card>;
}

/// By the cards' numbers: suit by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByNumber;

impl Layout for ByNumber {
    fn bit(card: Card) -> u32 {
        card.index().into()
    }

    fn card(bit: u32) -> Option<Card> {
        u8::try_from(bit).ok().and_then(Card::from_index)
    }
}

/// A set of different cards of the 54. `Debug` shows only how many there are.
///
/// ```
/// use cardroom_rules::cards::card::Card;
/// use cardroom_rules::cards::set::CardSet;
///
/// let french: CardSet = Card::french().collect();
/// assert_eq!(french.len(), 52);
/// assert!(!french.contains(Card::BIG_JOKER));
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct CardSet<L = ByNumber>(u64, PhantomData<L>);

impl<L: Layout> CardSet<L> {
    /// No cards.
    pub const NONE: Self = Self::of_bits(0);
    /// All 54.
    pub const PACK: Self = Self::of_bits((1 << Card::COUNT) - 1);

    const fn of_bits(bits: u64) -> Self {
        Self(bits, PhantomData)
    }

    /// These cards; `None` if one comes twice.
    pub fn gathered(cards: &[Card]) -> Option<Self> {
        let gathered: Self = cards.iter().copied().collect();
        (gathered.len() as usize == cards.len()).then_some(gathered)
    }

    /// One card alone.
    #[inline]
    pub fn one(card: Card) -> Self {
        Self::of_bits(1 << L::bit(card))
    }

    /// The set whose 54 bits these are.
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::PACK.0 == 0 { Some(Self::of_bits(bits)) } else { None }
    }

    /// One bit for each card.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is one of them.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> L::bit(card) & 1 == 1
    }

    /// Whether all of `others` are among these.
    pub const fn contain(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Whether one of `others` is among these.
    pub const fn meet(self, others: Self) -> bool {
        others.0 & self.0 != 0
    }

    /// These and `others`.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self::of_bits(self.0 | others.0)
    }

    /// These without `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self::of_bits(self.0 & !others.0)
    }

    /// Those that are also among `others`.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self::of_bits(self.0 & others.0)
    }

    /// Each card as a set of its own, in the order of their bits. Cheaper than [`iter`](Self::iter) if sets are made of
    /// the cards.
    pub fn singles(self) -> impl Iterator<Item = Self> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            (lowest != 0).then(|| Self::of_bits(lowest))
        })
    }

    /// The cards, in the order of their bits.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            L::card(bit)
        })
    }
}

impl<L: Layout> FromIterator<Card> for CardSet<L> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |set, card| set.with(Self::one(card)))
    }
}

impl<L> Clone for CardSet<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for CardSet<L> {}

impl<L: Layout> Default for CardSet<L> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<L: Layout> fmt::Debug for CardSet<L> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "CardSet({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_each_card_once() {
        let ace: Card = "As".parse().unwrap();
        assert_eq!(CardSet::<ByNumber>::gathered(&[ace, ace]), None);
        let both = CardSet::<ByNumber>::gathered(&[Card::SMALL_JOKER, ace]).unwrap();
        assert!(both.iter().eq([ace, Card::SMALL_JOKER]) && both.contains(ace) && both.len() == 2);
        assert!(both.singles().eq([CardSet::one(ace), CardSet::one(Card::SMALL_JOKER)]));
        assert!(both.meet(CardSet::one(ace)) && !both.without(CardSet::one(ace)).meet(CardSet::one(ace)));
        assert_eq!(CardSet::<ByNumber>::PACK.iter().count(), 54);
    }
}
