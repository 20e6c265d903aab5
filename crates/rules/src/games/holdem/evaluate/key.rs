//! Cards as numbers to add up: the sum over a hand has its count of each rank and of each suit.
//!
//! From the bottom, a sum holds 16 bits for the ranks 2–8, 16 bits for 9–A, and four bits for each suit. A rank's
//! weight is the least for which the sums of up to seven cards, at most four of a rank, differ; a suit's four bits
//! start at 3, so that the fifth card of a suit sets the highest of them.

use crate::cards::card::Card;

/// The summands of the ranks 2–8 in the low 16 bits. The first six are also those of 9–A in the high ones.
const WEIGHTS: [u64; LOW_RANKS as usize] = [1, 5, 24, 112, 521, 2247, 9244];

/// How many ranks add to the low half.
pub(super) const LOW_RANKS: u8 = 7;

const HIGH_SHIFT: u32 = 16;
const SUIT_SHIFT: u32 = 32;
const SUIT_BITS: u32 = 4;

/// The sum over no cards.
const NONE: u64 = 0x3333 << SUIT_SHIFT;
/// The bits that a flush sets.
const FLUSH: u64 = 0x8888 << SUIT_SHIFT;

/// The summand of each card; 0 for the jokers and for unused numbers.
static KEYS: [u64; 256] = keys();

const fn keys() -> [u64; 256] {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < Card::FRENCH {
        let (suit, rank) = (card / 13, card % 13);
        let suited = 1 << (SUIT_SHIFT + SUIT_BITS * suit as u32);
        keys[card as usize] = suited + of_rank(rank);
        card += 1;
    }
    keys
}

/// The summand of a card of this rank, 0 for a deuce, in the halves that count ranks.
const fn of_rank(rank: u8) -> u64 {
    let weight = WEIGHTS[(rank % LOW_RANKS) as usize];
    if rank < LOW_RANKS { weight } else { weight << HIGH_SHIFT }
}

/// The summand of a card of this rank in its half.
#[allow(clippy::cast_possible_truncation, reason = "weights are small")]
pub(super) const fn weight(rank: u8) -> usize {
    WEIGHTS[(rank % LOW_RANKS) as usize] as usize
}

/// The sum over some cards, up to seven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(u64);

impl Key {
    /// The sum over no cards.
    pub const NONE: Self = Self(NONE);

    /// The sum over these cards.
    #[inline]
    pub fn of(cards: &[Card]) -> Self {
        cards.iter().fold(Self::NONE, |sum, &card| sum.with(card))
    }

    /// The sum with one card more.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        Self(self.0 + KEYS[usize::from(card.index())])
    }

    /// The sum with one card more, of this rank (0 for a deuce) and without its suit.
    #[inline]
    #[must_use]
    pub const fn with_rank(self, rank: u8) -> Self {
        Self(self.0 + of_rank(rank))
    }

    /// The sum with more cards, without their suits.
    #[inline]
    #[must_use]
    pub fn with_ranks(self, others: Self) -> Self {
        Self(self.0 + others.0 % (1 << SUIT_SHIFT))
    }

    /// The sum with one card more: its suit without its rank.
    #[inline]
    #[must_use]
    pub(super) fn with_suit_of(self, card: Card) -> Self {
        Self(self.0 + (KEYS[usize::from(card.index())] >> SUIT_SHIFT << SUIT_SHIFT))
    }

    /// The suit with five cards or more, numbered as in [`crate::cards::card::Suit`].
    #[inline]
    pub(super) fn flush(self) -> Option<u8> {
        let set = self.0 & FLUSH;
        #[allow(clippy::cast_possible_truncation, reason = "below 4")]
        (set != 0).then(|| ((set.trailing_zeros() - SUIT_SHIFT) / SUIT_BITS) as u8)
    }

    /// The half that counts the ranks 2–8.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is cut off")]
    pub(super) fn low(self) -> u16 {
        self.0 as u16
    }

    /// The half that counts the ranks 9–A.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it is cut off")]
    pub(super) fn high(self) -> u16 {
        (self.0 >> HIGH_SHIFT) as u16
    }
}
