//! Runs of pairs, the strip operation, and what pairs can cover (rules, sections 1, 5 and 6).
//!
//! A run of length n is n pairs at n consecutive heights, one pair a height: 1 is a pair, 2 and more a tractor. Only
//! shapes matter here, so a group is represented by its number of pairs at each height.

use super::cards::{Cards, bits};
use super::order::{CardHeight, Group, Order};

/// The number of pairs at each height of one group, one octal digit each: at most four, the level cards at no-trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs(u64);

/// The longest run that 25 cards hold.
const LONGEST: u8 = 12;

/// The octal digit 1 at every height.
const EACH: u64 = 0o1_1111_1111_1111_1111_1111;

/// The octal digit 1 at this many heights, from the lowest.
const fn span(length: u8) -> u64 {
    EACH & ((1 << (3 * length)) - 1)
}

impl Pairs {
    /// The pairs among `cards`, which are of one group.
    pub fn among(order: &Order, cards: Cards) -> Self {
        Self(cards.pairs().map(|card| 1 << (3 * order.height(card))).sum())
    }

    /// The number of pairs.
    pub fn count(self) -> u8 {
        let digits = (self.0 & EACH).count_ones() + 2 * (self.0 >> 1 & EACH).count_ones();
        u8::try_from(digits + 4 * (self.0 >> 2 & EACH).count_ones()).unwrap_or(u8::MAX)
    }

    /// The heights with a pair.
    fn occupied(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2) & EACH
    }

    /// The heights with more than one pair.
    fn crowded(self) -> u64 {
        (self.0 >> 1 | self.0 >> 2) & EACH
    }

    /// The pairs without a run, which they contain.
    #[must_use]
    pub fn without(self, run: Run) -> Self {
        Self(self.0 - (span(run.length) << (3 * run.bottom)))
    }
}

/// A run of pairs in one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The height of its lowest pair.
    pub bottom: CardHeight,
    /// The number of pairs.
    pub length: u8,
}

impl Run {
    /// The height of its highest pair.
    pub fn top(self) -> CardHeight {
        self.bottom + self.length - 1
    }
}

/// Lengths of runs, in falling order: a hexadecimal digit for each length tells how often it occurs.
///
/// They compare as lists do: the longest first, then the next, and a list that goes on is above one that ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lengths(u64);

impl Lengths {
    /// No runs.
    pub const NONE: Self = Self(0);

    const fn one(length: u8) -> u64 {
        1 << (4 * length)
    }

    /// This number of pairs that need not be neighbours.
    fn pairs(count: u8) -> Self {
        Self(u64::from(count) << 4)
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, length: u8) -> Self {
        Self(self.0 + Self::one(length))
    }

    /// The longest; `None` if there is none.
    pub fn longest(self) -> Option<u8> {
        let digit = self.0.checked_ilog2()? / 4;
        u8::try_from(digit).ok()
    }

    /// These without one of this length, which they contain.
    #[must_use]
    pub fn without(self, length: u8) -> Self {
        Self(self.0 - Self::one(length))
    }

    /// The runs that are left to serve after `length` consecutive pairs have served a run of `longest`, which is one of these.
    fn served(self, longest: u8, length: u8) -> Self {
        let rest = self.without(longest);
        if longest > length { rest.with(longest - length) } else { rest }
    }

    /// The number of pairs that they take together.
    pub fn total(self) -> u8 {
        self.iter().sum()
    }

    /// The lengths, longest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let often = move |length: u8| usize::try_from(self.0 >> (4 * length) & 0xf).unwrap_or(0);
        (1..=LONGEST).rev().flat_map(move |length| std::iter::repeat_n(length, often(length)))
    }
}

impl FromIterator<u8> for Lengths {
    fn from_iter<I: IntoIterator<Item = u8>>(lengths: I) -> Self {
        lengths.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Searches for runs in one group, and counts the runs that it tries.
pub struct Search {
    /// The heights whose next height is their neighbour, one octal digit each.
    joins: u64,
    /// How many runs were taken out to see what is left.
    pub tried: u32,
}

impl Search {
    /// Before the first try.
    pub fn new(order: &Order, group: Group) -> Self {
        Self { joins: order.joins(group), tried: 0 }
    }

    /// The strip operation: which of the `wanted` runs these pairs serve, and how the rest is served.
    ///
    /// For the longest wanted run, the longest available run that is no longer is taken out, at every position in turn;
    /// the part that it leaves unserved stays wanted. The best result counts.
    pub fn profile(&mut self, pairs: Pairs, wanted: Lengths) -> Lengths {
        let Some(longest) = wanted.longest() else { return Lengths::NONE };
        let (length, bottoms) = self.longest_runs(pairs, longest);
        if length <= 1 {
            // No two consecutive pairs are wanted, or none are neighbours: each serves by itself.
            return Lengths::pairs(pairs.count().min(wanted.total()));
        }
        let rest = wanted.served(longest, length);
        let mut best = Lengths::NONE;
        for bottom in self.worth_trying(pairs, bottoms, length) {
            self.tried += 1;
            best = best.max(self.profile(pairs.without(Run { bottom, length }), rest));
            if best == rest {
                break;
            }
        }
        best.with(length)
    }

    /// Whether the pairs serve all the `wanted` runs as they are. A longer run may serve as a shorter one.
    pub fn covers(&mut self, pairs: Pairs, wanted: Lengths) -> bool {
        self.profile(pairs, wanted) == wanted
    }

    /// Of the runs that can serve as the longest one `wanted` and leave enough for the others, the highest.
    pub fn highest_covering(&mut self, pairs: Pairs, wanted: Lengths) -> Option<Run> {
        let length = wanted.longest()?;
        let rest = wanted.without(length);
        self.runs(pairs, length).find(|&run| {
            self.tried += 1;
            self.covers(pairs.without(run), rest)
        })
    }

    /// Every run of this length, from the highest down.
    pub fn runs(&self, pairs: Pairs, length: u8) -> impl Iterator<Item = Run> + use<> {
        let mut bottoms = self.bottoms(pairs, length);
        std::iter::from_fn(move || {
            let bottom = u8::try_from(bottoms.checked_ilog2()? / 3).ok()?;
            bottoms &= !(1 << (3 * bottom));
            Some(Run { bottom, length })
        })
    }

    /// The longest run; of several, the highest.
    pub fn longest(&self, pairs: Pairs) -> Option<Run> {
        let (length, _) = self.longest_runs(pairs, LONGEST);
        self.runs(pairs, length).next()
    }

    /// The longest length up to `most` that a run has, 0 if there are no pairs; and where such runs begin.
    fn longest_runs(&self, pairs: Pairs, most: u8) -> (u8, u64) {
        let occupied = pairs.occupied();
        let mut found = (u8::from(occupied != 0), occupied);
        for length in 2..=most {
            let longer = occupied & self.joins & (found.1 >> 3);
            if longer == 0 {
                break;
            }
            found = (length, longer);
        }
        found
    }

    /// Where runs of this length begin.
    fn bottoms(&self, pairs: Pairs, length: u8) -> u64 {
        let (found, bottoms) = self.longest_runs(pairs, length);
        if found == length { bottoms } else { 0 }
    }

    /// Of the positions where a run of this length begins, enough that one of them leaves the most.
    ///
    /// A stretch is what lies between two heights that are no neighbours or hold no pair. If a stretch holds one pair
    /// at every height:
    /// - If it is as long as the run, no other position is better: a run that uses its pairs can use those that the run
    ///   would have taken elsewhere.
    /// - If it is longer, its end is the best position in it: runs that fit in the two parts that another position
    ///   leaves fit in the one part that the end leaves.
    ///
    /// - If no run is longer than two, its lower end is the best position of all stretches: no run can begin lower, so
    ///   the next one up in any other choice can move down to it; and the rest serves as single pairs wherever it is.
    ///
    /// Heights with several pairs, and runs between two such heights, are tried at every position. A run entirely to
    /// one side of them is best at that side's end, for the same reason.
    fn worth_trying(
        &self,
        pairs: Pairs,
        bottoms: u64,
        length: u8,
    ) -> impl Iterator<Item = CardHeight> + use<> {
        let (occupied, crowded) = (pairs.occupied(), pairs.crowded());
        let to_top = 3 * (length - 1);
        let at_lower_end = bottoms & !((occupied & self.joins) << 3);
        let at_upper_end = bottoms & !((occupied >> 3 & self.joins) >> to_top);
        let touching = (0..length).fold(0, |touching, up| touching | crowded >> (3 * up)) & bottoms;
        let exact = at_lower_end & at_upper_end & !touching;
        let chosen = if length == 2 {
            bottoms & bottoms.wrapping_neg()
        } else if exact != 0 {
            exact & exact.wrapping_neg()
        } else if crowded == 0 {
            at_lower_end
        } else {
            let (lowest, highest) = (crowded.trailing_zeros(), crowded.ilog2());
            let below = bottoms & (((1 << lowest) - 1) >> to_top);
            let above = bottoms & !((2 << highest) - 1);
            touching | below & at_lower_end | above & at_upper_end | bottoms & !(touching | below | above)
        };
        bits(chosen).map(|place| place / 3)
    }
}
