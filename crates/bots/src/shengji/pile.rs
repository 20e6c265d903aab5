//! Cards as two words, laid out so that a group is a row of bits and a higher card a higher bit.

/// Cards out of two decks under one [ranking](super::ranking::Ranking): one bit for each kind, and one for its second
/// copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pile {
    /// The kinds that occur at least once.
    pub once: u64,
    /// Those that occur twice.
    pub twice: u64,
}

impl Pile {
    /// No cards.
    pub const NONE: Self = Self { once: 0, twice: 0 };
    /// Both decks.
    pub const ALL: Self = Self { once: (1 << 54) - 1, twice: (1 << 54) - 1 };

    /// One card of the kind with this bit.
    pub const fn one(bit: u8) -> Self {
        Self { once: 1 << bit, twice: 0 }
    }

    /// One card of each of these kinds.
    pub const fn singles(kinds: u64) -> Self {
        Self { once: kinds, twice: 0 }
    }

    /// Both cards of each of these kinds.
    pub const fn pairs(kinds: u64) -> Self {
        Self { once: kinds, twice: kinds }
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        self.once.count_ones() + self.twice.count_ones()
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.once == 0
    }

    /// How often the kind with this bit occurs.
    pub const fn count(self, bit: u8) -> u64 {
        (self.once >> bit & 1) + (self.twice >> bit & 1)
    }

    /// These and `others`; a kind that would occur a third time stays at two.
    #[must_use]
    pub const fn with(self, others: Self) -> Self {
        Self { once: self.once | others.once, twice: self.twice | others.twice | self.once & others.once }
    }

    /// These cards without `others`, which are among them.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self { once: self.once & !others.once | self.twice & !others.twice, twice: self.twice & !others.once }
    }

    /// Those of the kinds in `mask`.
    #[must_use]
    pub const fn among(self, mask: u64) -> Self {
        Self { once: self.once & mask, twice: self.twice & mask }
    }

    /// Whether all of `others` are among these.
    pub const fn contain(self, others: Self) -> bool {
        others.once & !self.once == 0 && others.twice & !self.twice == 0
    }
}

/// The positions of the set bits, lowest first.
pub fn bits(mut of: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = lowest(of)?;
        of &= of - 1;
        Some(lowest)
    })
}

/// The lowest set bit.
#[allow(clippy::cast_possible_truncation, reason = "a place in a word is below 64")]
pub const fn lowest(of: u64) -> Option<u8> {
    if of == 0 { None } else { Some(of.trailing_zeros() as u8) }
}

/// The highest set bit.
#[allow(clippy::cast_possible_truncation, reason = "a place in a word is below 64")]
pub const fn highest(of: u64) -> Option<u8> {
    if of == 0 { None } else { Some(63 - of.leading_zeros() as u8) }
}
