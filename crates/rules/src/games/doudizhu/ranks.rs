//! A set of ranks.

use super::rank::Rank;

/// A set of ranks. Rank `r` is bit `4 × r`, so sets and multisets of ranks use the same arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ranks(u64);

impl Ranks {
    /// No rank.
    pub const NONE: Self = Self(0);
    /// Every rank.
    pub const ALL: Self = Self(0x0111_1111_1111_1111);
    /// The ranks of chains: three to ace.
    pub const CHAIN: Self = Self(0x1111_1111_1111);
    /// The ranks that have four cards, and that a wild card may stand for: three to two.
    pub const FOURS: Self = Self(0x1_1111_1111_1111);

    /// The ranks whose lowest bit is set in `bits`.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit `4 × r` for each rank `r`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// One rank alone.
    pub const fn one(rank: Rank) -> Self {
        Self(1 << rank.place())
    }

    /// This number of consecutive ranks from this one; those past the big joker are left out.
    pub const fn run(from: Rank, length: u8) -> Self {
        Self((Self::ones(length) << from.place()) & Self::ALL.0)
    }

    /// The lowest ranks, this many, one or more.
    const fn ones(length: u8) -> u64 {
        Self::ALL.0 >> (4 * (Rank::COUNT - length)) as u32
    }

    /// The ranks above this one.
    pub const fn above(rank: Rank) -> Self {
        Self(Self::ALL.0 & (u64::MAX << rank.place() << 4))
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        (self.0.wrapping_mul(Self::ALL.0) >> 56) as u32 & 15
    }

    /// Whether this rank is one of them.
    pub const fn contain(self, rank: Rank) -> bool {
        self.0 >> rank.place() & 1 == 1
    }

    /// Those that are in both.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Those that are in one or the other.
    #[must_use]
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The ranks that begin a run of this many consecutive ranks; more than one only within [`Self::CHAIN`].
    #[must_use]
    pub const fn starts(self, length: u8) -> Self {
        let counted = if length < 8 { length } else { 8 };
        let starts = self.starts_of(Self(Self::ones(counted)), counted).0;
        Self(starts & starts >> (4 * (length - counted) as u32))
    }

    /// The same for at most eight ranks, whose run from three is `run`.
    #[must_use]
    #[inline]
    pub(super) const fn starts_of(self, run: Self, length: u8) -> Self {
        let among = self.0 & if length > 1 { Self::CHAIN.0 } else { Self::ALL.0 };
        // The product counts, in the four bits of each rank, how many of the last ranks are missing.
        let missing = (among ^ Self::ALL.0).wrapping_mul(run.0);
        let ends = !(missing + Self::ALL.0 * 7) & Self::ALL.0 << 3;
        Self(ends >> (4 * length as u32 - 1))
    }

    /// The ranks next to a chain of these: they would make it longer.
    #[must_use]
    pub(super) const fn neighbours(self) -> Self {
        Self((self.0 << 4 | self.0 >> 4) & !self.0 & Self::CHAIN.0)
    }

    /// These, each raised by the distance of this rank from three.
    #[must_use]
    pub(super) const fn raised(self, by: Rank) -> Self {
        Self(self.0 << by.place())
    }

    /// The ranks of these that are this far below those of a chain: the starts of a run of this length.
    #[must_use]
    pub(super) const fn chained_after(self, length: u8) -> Self {
        Self((self.0 & Self::CHAIN.0) >> (4 * length as u32))
    }

    /// The lowest of them.
    pub const fn lowest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Some(Rank::at(self.0.trailing_zeros())) }
    }

    /// The highest of them.
    pub const fn highest(self) -> Option<Rank> {
        match self.0.checked_ilog2() {
            Some(place) => Some(Rank::at(place)),
            None => None,
        }
    }

    /// The ranks, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            (place < 64).then(|| {
                left &= left - 1;
                Rank::at(place)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(text: &str) -> Ranks {
        let each = text.split("").filter(|letter| !letter.is_empty());
        each.fold(Ranks::NONE, |set, letter| set.or(Ranks::one(letter.parse().unwrap())))
    }

    #[test]
    fn runs_start_at_ranks_with_enough_ranks_after_them() {
        let held = ranks("45678TJQKA2B");
        for (length, starts) in [(1, "45678TJQKA2B"), (2, "4567TJQK"), (4, "45TJ"), (5, "4T"), (6, "")] {
            assert_eq!(held.starts(length), ranks(starts), "{length}");
        }
        assert_eq!(ranks("3456789TJQKA").starts(12), ranks("3"));
    }

    #[test]
    fn a_run_is_the_ranks_it_names() {
        assert_eq!(Ranks::run(Rank::THREE, 5), ranks("34567"));
        assert_eq!(Ranks::run(Rank::SMALL_JOKER, 2), ranks("BR"));
        assert_eq!(Ranks::run(Rank::BIG_JOKER, 5), ranks("R"));
        assert_eq!(Ranks::above(Rank::TWO), ranks("BR"));
        assert_eq!(Ranks::above(Rank::BIG_JOKER), Ranks::NONE);
    }
}
