//! A multiset of ranks: how many cards of each.

use std::fmt;
use std::str::FromStr;

use super::rank::Rank;
use super::ranks::Ranks;

/// How many cards of each rank there are, at most four: four bits for each rank, the lowest for the three.
///
/// Plays are made of these, because suits never matter for play. The text form has the ranks in ascending order:
/// `"33345"`. `Debug` shows only the number of cards, because a hand is hidden.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counts(u64);

/// The lowest bit of every rank's four.
const ONES: u64 = Ranks::ALL.bits();
/// The highest bit of every rank's four; no count reaches it.
const BORDERS: u64 = ONES << 3;

impl Counts {
    /// No cards.
    pub const NONE: Self = Self(0);
    /// The whole pack.
    pub const PACK: Self = Self(0x0114_4444_4444_4444);
    /// Both jokers.
    pub const JOKERS: Self = Self::each(Ranks::run(Rank::SMALL_JOKER, 2), 1);

    /// From [bits](Self::bits).
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Four bits for each rank: its number of cards.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// This number of cards of one rank.
    pub const fn of(rank: Rank, count: u8) -> Self {
        Self((count as u64) << rank.place())
    }

    /// This number of cards of each of these ranks.
    pub const fn each(ranks: Ranks, count: u8) -> Self {
        Self(ranks.bits() * count as u64)
    }

    /// How many cards of this rank there are.
    #[allow(clippy::cast_possible_truncation, reason = "four bits")]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> rank.place() & 15) as u8
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks with this number of cards or more, 1–4.
    pub const fn at_least(self, count: u8) -> Ranks {
        let held = self.0;
        Ranks::from_bits(match count {
            1 => held | held >> 1 | held >> 2,
            2 => held >> 1 | held >> 2,
            3 => held >> 1 & held | held >> 2,
            _ => held >> 2,
        })
    }

    /// Whether some rank has more cards than this, 0–4.
    pub(super) const fn is_more_than(self, count: u8) -> bool {
        (self.0 + ONES * (7 - count as u64)) & BORDERS != 0
    }

    /// The ranks with one card or three.
    pub(super) const fn odd(self) -> Ranks {
        Ranks::from_bits(self.0)
    }

    /// Whether there is a joker.
    pub(super) const fn has_joker(self) -> bool {
        self.0 >> Rank::SMALL_JOKER.place() != 0
    }

    /// The ranks with one card or more.
    pub const fn ranks(self) -> Ranks {
        self.at_least(1)
    }

    /// Whether all of `others` are among these.
    pub const fn contain(self, others: Self) -> bool {
        ((self.0 | BORDERS) - others.0) & BORDERS == BORDERS
    }

    /// These cards without `others`, which are among them.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0.wrapping_sub(others.0))
    }

    /// These and `others`; together at most four of each.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self(self.0.wrapping_add(others.0))
    }

    /// These without the ranks that have four.
    #[must_use]
    pub(super) const fn without_quads(self) -> Self {
        self.among(Ranks::ALL.without(self.at_least(4)))
    }

    /// These, but at most this number of each rank.
    #[must_use]
    pub(super) const fn at_most(self, count: u8) -> Self {
        let mut held = 0;
        let mut each = 1;
        while each <= count && each <= 4 {
            held += self.at_least(each).bits();
            each += 1;
        }
        Self(held)
    }

    /// These cards, with each rank raised by the distance of this rank from three.
    #[must_use]
    pub(super) const fn raised(self, by: Rank) -> Self {
        Self(self.0 << by.place())
    }

    /// These, but of each rank at most as many as there are of `others`.
    #[must_use]
    pub(super) fn at_most_each(self, others: Self) -> Self {
        self.ranks().iter().fold(Self::NONE, |least, rank| {
            least.with(Self::of(rank, self.count(rank).min(others.count(rank))))
        })
    }

    /// The cards of these ranks.
    #[must_use]
    pub const fn among(self, ranks: Ranks) -> Self {
        Self(self.0 & (ranks.bits() * 15))
    }

    /// The cards' ranks, lowest first, one item for each card.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        self.ranks().iter().flat_map(move |rank| std::iter::repeat_n(rank, usize::from(self.count(rank))))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|rank| write!(out, "{rank}"))
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Counts({})", self.len())
    }
}

/// Text that names no cards of one pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not cards of one pack: ranks of 3456789TJQKA2 at most four times, B and R at most once")]
pub struct NotOfOnePack;

impl FromStr for Counts {
    type Err = NotOfOnePack;

    fn from_str(text: &str) -> Result<Self, NotOfOnePack> {
        let mut counts = Self::NONE;
        let mut letter = [0; 4];
        for each in text.chars() {
            let rank: Rank = each.encode_utf8(&mut letter).parse().map_err(|_| NotOfOnePack)?;
            counts = counts.with(Self::of(rank, 1));
            if !Self::PACK.contain(counts) {
                return Err(NotOfOnePack);
            }
        }
        Ok(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Counts {
        text.parse().unwrap()
    }

    #[test]
    fn text_names_the_cards_in_order() {
        assert_eq!(counts("R3T3").to_string(), "33TR");
        assert_eq!(counts("").to_string(), "");
        for text in ["33333", "BB", "1", "RR", "3é"] {
            assert_eq!(text.parse::<Counts>(), Err(NotOfOnePack), "{text}");
        }
    }

    #[test]
    fn cards_are_counted_and_compared_by_rank() {
        let hand = counts("33334447789TBR");
        assert_eq!((hand.len(), hand.count(Rank::THREE), hand.count(Rank::TWO)), (14, 4, 0));
        assert_eq!(Counts::PACK.len(), 54);
        assert!(hand.contain(counts("333344BR")));
        assert!(!hand.contain(counts("777")));
        assert!(!hand.contain(counts("2")));
        assert_eq!(hand.without(counts("33347R")), counts("344789TB"));
        for (count, held) in [(1, 8), (2, 3), (3, 2), (4, 1)] {
            assert_eq!(hand.at_least(count).len(), held, "{count}");
        }
    }

    #[test]
    fn debug_shows_no_card() {
        assert_eq!(format!("{:?}", counts("33BR")), "Counts(4)");
    }
}
