//! How cards are read if there are wild ranks (癞子).
//!
//! A card of a wild rank stands for any rank from three to two. A play of one wild rank alone is of that rank. Wild
//! cards among the wings stand for a rank that no table forbids; there always is one.

use super::classify;
use super::counts::Counts;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Purity, Reading};
use super::wings::Wings;

/// The readings of cards, if these wings are forbidden and these ranks are wild; the first is that of a lead: pure
/// chains first, then the higher main rank.
pub fn readings(cards: Counts, forbidden: Wings, wild: Ranks) -> Vec<Reading> {
    let Some(mixed) = Mixed::of(cards, wild) else {
        return alone(&classify::readings(cards, forbidden), cards, wild);
    };
    let shapes = Kind::ALL.into_iter().flat_map(|kind| {
        let (shortest, longest) = kind.lengths();
        (shortest..=longest).map(move |length| (kind, length))
    });
    let mut readings: Vec<Reading> = shapes
        .flat_map(|(kind, length)| {
            mains(kind, length).iter().map(move |main| Reading::new(kind, main, length))
        })
        .filter(|reading| reading.cards() == cards.len() && mixed.are(*reading, forbidden))
        .map(|reading| Reading { purity: purity(reading.kind, mixed.natural, mixed.wilds), ..reading })
        .collect();
    readings.sort_by_key(|reading| reading.order());
    readings
}

/// The readings of cards that stand for their own ranks: no wild cards, or only those of one wild rank.
fn alone(readings: &[Reading], cards: Counts, wild: Ranks) -> Vec<Reading> {
    let wilds = cards.among(wild);
    let natural = cards.without(wilds);
    let with_purity =
        |&reading: &Reading| Reading { purity: purity(reading.kind, natural, wilds.len()), ..reading };
    readings.iter().map(with_purity).collect()
}

/// Whether some of these cards stand for another rank: there is a wild card, and they are not all of one wild rank.
pub(super) fn are_mixed(cards: Counts, wild: Ranks) -> bool {
    Mixed::of(cards, wild).is_some()
}

/// The parts of a play of this kind.
pub(super) fn purity(kind: Kind, natural: Counts, wilds: u32) -> Purity {
    match kind {
        Kind::Bomb if natural.is_empty() => Purity::AllWild,
        Kind::Bomb if wilds > 0 => Purity::WithWilds,
        _ => Purity::Natural,
    }
}

/// The main ranks that a play with wild cards may have.
pub(super) fn mains(kind: Kind, length: u8) -> Ranks {
    match kind {
        Kind::Rocket => Ranks::NONE,
        _ if kind.is_chain() => Ranks::CHAIN.starts(length),
        _ => Ranks::FOURS,
    }
}

/// Cards of which some stand for other ranks.
struct Mixed {
    natural: Counts,
    wilds: u32,
}

impl Mixed {
    /// These cards, if some of them are wild and they are not all of one wild rank.
    fn of(cards: Counts, wild: Ranks) -> Option<Self> {
        let wilds = cards.among(wild);
        let natural = cards.without(wilds);
        let is_mixed = !wilds.is_empty() && (!natural.is_empty() || wilds.ranks().len() > 1);
        is_mixed.then_some(Self { natural, wilds: wilds.len() })
    }

    /// Whether this is a reading of them, of as many cards as they are.
    fn are(&self, reading: Reading, forbidden: Wings) -> bool {
        if reading.kind == Kind::Bomb {
            return self.natural.ranks().without(Ranks::one(reading.main)).is_empty();
        }
        let body = reading.body();
        let filled = self.natural.at_most_each(body);
        let carried = self.natural.without(filled);
        let Some(free) = (self.wilds + filled.len()).checked_sub(body.len()) else { return false };
        let own = !carried.among(body.ranks()).is_empty();
        let wings = match reading.kind.carries() {
            None => return carried.is_empty(),
            Some(Carried::Single) if own && !reading.kind.is_chain() => return false,
            Some(Carried::Single) => carried,
            Some(Carried::Pair) => {
                let odd = carried.odd();
                if own || carried.has_joker() || odd.len() > free {
                    return false;
                }
                carried.with(Counts::each(odd, 1))
            }
        };
        forbidden.allow(reading, wings)
    }
}
