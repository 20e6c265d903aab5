//! The shapes with wings: a trio, an airplane or a quad, by its number of cards.

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Reading};
use super::wings::Wings;

/// A kind with wings, and a length. What follows from them is stored, so that no play computes it again.
pub(super) struct Shape {
    /// Its reading at rank three.
    lowest: Reading,
    /// The ranks of its chain, trio or quad at rank three.
    chain: Ranks,
    /// The cards of the same.
    body: Counts,
    /// The ranks for which three cards are enough: all, but none for a quad.
    of_three: Ranks,
    /// The ranks of which it may not carry one card or three: all if it carries pairs.
    even: Ranks,
}

impl Shape {
    const fn new(kind: Kind, length: u8) -> Self {
        let lowest = Reading::new(kind, Rank::THREE, length);
        let even = if let Some(Carried::Pair) = kind.carries() { Ranks::ALL } else { Ranks::NONE };
        let of_three = if kind.body() == 3 { Ranks::ALL } else { Ranks::NONE };
        Self { lowest, chain: lowest.chain(), body: lowest.body(), of_three, even }
    }

    /// The shape with this number of cards, if any. Eight and twenty have two: `other` is the one with pairs.
    pub const fn of(cards: u32, other: bool) -> Option<&'static Self> {
        // The others are stored at one card more. Nine or twenty-one cards fit none of them even so: pairs beside a
        // quad or four trios are an even number.
        Some(match cards + other as u32 {
            4 => const { &Self::new(Kind::TrioSingle, 1) },
            5 => const { &Self::new(Kind::TrioPair, 1) },
            6 => const { &Self::new(Kind::QuadSingles, 1) },
            8 => const { &Self::new(Kind::AirplaneSingles, 2) },
            9 => const { &Self::new(Kind::QuadPairs, 1) },
            10 => const { &Self::new(Kind::AirplanePairs, 2) },
            12 => const { &Self::new(Kind::AirplaneSingles, 3) },
            15 => const { &Self::new(Kind::AirplanePairs, 3) },
            16 => const { &Self::new(Kind::AirplaneSingles, 4) },
            20 => const { &Self::new(Kind::AirplaneSingles, 5) },
            21 => const { &Self::new(Kind::AirplanePairs, 4) },
            _ => return None,
        })
    }

    /// Every shape with this number of cards.
    pub fn all_of(cards: u32) -> impl Iterator<Item = &'static Self> {
        let other = if cards == 8 || cards == 20 { Self::of(cards, true) } else { None };
        Self::of(cards, false).into_iter().chain(other)
    }

    /// The shape of this reading, if this number of cards can have it.
    pub fn like(reading: Reading, cards: u32) -> Option<&'static Self> {
        let other =
            reading.kind == Kind::QuadPairs || reading.kind == Kind::AirplanePairs && reading.length == 4;
        Self::of(cards, other).filter(|shape| shape.lowest.matches(reading))
    }

    /// The readings of these cards in this shape and from one of `mains`, the highest first.
    pub fn readings(&self, counts: Counts, forbidden: Wings, mains: Ranks) -> impl Iterator<Item = Reading> {
        let mut mains = self.mains(counts).and(mains);
        let highest = move || {
            let main = mains.highest()?;
            mains = mains.without(Ranks::one(main));
            Some(main)
        };
        std::iter::from_fn(highest).filter_map(move |main| self.reading(counts, forbidden, main))
    }

    /// The highest of them.
    #[inline]
    pub fn highest(&self, counts: Counts, forbidden: Wings, mains: Ranks) -> Option<Reading> {
        let highest = self.mains(counts).and(mains).highest()?;
        let reading = self.reading(counts, forbidden, highest);
        if reading.is_some() { reading } else { self.lower(counts, forbidden, mains) }
    }

    /// The same, if the highest main rank does not fit.
    #[cold]
    fn lower(&self, counts: Counts, forbidden: Wings, mains: Ranks) -> Option<Reading> {
        self.readings(counts, forbidden, mains).next()
    }

    /// The main ranks from which these cards have its chain, trio or quad.
    #[inline]
    const fn mains(&self, counts: Counts) -> Ranks {
        let held = counts.at_least(3).and(self.of_three).or(counts.at_least(4));
        held.starts_of(self.chain, self.lowest.length)
    }

    /// The reading from this main rank, if the rest of the cards may be its wings.
    #[inline]
    fn reading(&self, counts: Counts, forbidden: Wings, main: Rank) -> Option<Reading> {
        let reading = Reading { main, ..self.lowest };
        let carried = counts.without(self.body.raised(main));
        let are_wings = carried.odd().and(self.even).is_empty()
            && forbidden.allow_beside(reading.kind, self.chain.raised(main), carried);
        are_wings.then_some(reading)
    }
}
