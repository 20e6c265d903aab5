//! What cards are, without wild cards: all their readings, by arithmetic on the counts of all ranks at once. No
//! table, no allocation.

use std::ops::Deref;

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Reading};
use super::wings::Wings;

/// The readings of some cards: none where they are no play, at most three. The first is a leader's: a pure chain,
/// else the one of the highest rank.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    each: [Reading; 3],
    len: u8,
}

impl Readings {
    const NONE: Self = Self { each: [Reading::ROCKET; 3], len: 0 };

    const fn one(reading: Reading) -> Self {
        Self { each: [reading, Reading::ROCKET, Reading::ROCKET], len: 1 }
    }

    /// Adds a reading in its place.
    fn add(&mut self, reading: Reading) {
        let place = self.iter().position(|other| other.order() > reading.order());
        let place = place.unwrap_or(usize::from(self.len));
        if let Some(later) = self.each.get_mut(place..) {
            later.rotate_right(1);
            later[0] = reading;
            self.len += 1;
        }
    }
}

impl Deref for Readings {
    type Target = [Reading];

    fn deref(&self) -> &[Reading] {
        &self.each[..usize::from(self.len)]
    }
}

/// The readings of cards without wild cards, where these wings are forbidden.
pub fn readings(counts: Counts, forbidden: Wings) -> Readings {
    let equal = equal(counts);
    let mut readings = equal.map_or(Readings::NONE, Readings::one);
    // Twelve cards on end may also be three trios that carry a fourth.
    if equal.is_none_or(|reading| reading.kind == Kind::Airplane && reading.length == 4) {
        carrying(counts, forbidden, |reading| readings.add(reading));
    }
    readings
}

/// The first of the readings: a leader's.
pub fn first(counts: Counts, forbidden: Wings) -> Option<Reading> {
    equal(counts).or_else(|| first_carrying(counts, forbidden))
}

/// The highest of the readings that beats `table`: a follower's.
pub fn answer(counts: Counts, forbidden: Wings, table: Reading) -> Option<Reading> {
    let equal = equal(counts).filter(|reading| reading.beats(table));
    if table.kind.carries().is_none() || equal.is_some() {
        return equal;
    }
    let Reading { kind, length, main, .. } = table;
    let mains = counts.at_least(kind.body()).starts(length).and(Ranks::above(main));
    if counts.len() == table.cards() { each(counts, forbidden, kind, length, mains).next() } else { None }
}

/// How long plays may be that have one, two, three or four cards of each rank: a bit a length, sixteen bits each.
const LENGTHS: u64 = {
    let straights = 0xff << 5;
    let pair_chains = 0xff << 3;
    let airplanes = 0x1f << 2;
    let alone = 1 << 1;
    (alone | straights) | (alone | pair_chains) << 16 | (alone | airplanes) << 32 | alone << 48
};

/// The reading of as many cards of each rank, on end: whatever carries nothing.
#[allow(clippy::cast_possible_truncation, reason = "a length is at most 15, a count at most 4")]
#[inline]
fn equal(counts: Counts) -> Option<Reading> {
    let bits = counts.bits();
    if bits == 0 {
        return None;
    }
    let lowest = bits.trailing_zeros() & 60;
    let run = bits >> lowest;
    let length = (67 - run.leading_zeros()) / 4;
    let each = run & 7;
    if run != (0x1111_1111_1111_1111 >> (64 - 4 * length)) * each {
        return None;
    }
    let has_length = LENGTHS.wrapping_shr(16 * each as u32 + length - 16) & 1 == 1;
    let is_low = (length == 1) | (lowest + 4 * length <= 4 * Rank::TWO.number() as u32);
    if has_length & is_low {
        let kind = match 2 * each + u64::from(length > 1) {
            2 => Kind::Single,
            3 => Kind::Straight,
            4 => Kind::Pair,
            5 => Kind::PairChain,
            6 => Kind::Trio,
            7 => Kind::Airplane,
            _ => Kind::Bomb,
        };
        let length = if each == 4 { 4 } else { length as u8 };
        Some(Reading::new(kind, Rank::at(lowest), length))
    } else {
        (counts == Reading::ROCKET.body()).then_some(Reading::ROCKET)
    }
}

/// How many trios on end so many cards are when each carries a card or a pair: three bits for each number of cards.
/// Twenty cards are left out, because they may be four trios as well as five.
const TRIOS: u64 = 1 << 12 | 1 << 15 | 2 << 24 | 2 << 30 | 3 << 36 | 3 << 45 | 4 << 48;

/// The first of the readings that carry something. What so many cards are, if anything, is computed without asking
/// what they are not, because a processor guesses that wrongly; only where it fails all are gone through.
#[inline(never)]
fn first_carrying(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let len = counts.len();
    let quads = counts.at_least(4);
    let are_quad_pairs = (len == 8) & !quads.is_empty() & counts.odd().is_empty();
    let is_quad = are_quad_pairs | (len == 6);
    let is_pair = are_quad_pairs | (len == 5) | (len == 10) | (len == 15);
    let trios = TRIOS.checked_shr(3 * len)? as u8 & 7;
    let length = if is_quad { 1 } else { trios };
    if length == 0 {
        return all_carrying(counts, forbidden);
    }
    let kind = match 4 * u8::from(is_quad) + 2 * u8::from(is_pair) + u8::from(length > 1) {
        0 => Kind::TrioSingle,
        1 => Kind::AirplaneSingles,
        2 => Kind::TrioPair,
        3 => Kind::AirplanePairs,
        4 => Kind::QuadSingles,
        _ => Kind::QuadPairs,
    };
    let trios = counts.at_least(3).starts(length);
    let main = if is_quad { quads } else { trios }.highest()?;
    let reading = Reading::new(kind, main, length);
    if carries(reading, counts, forbidden) { Some(reading) } else { all_carrying(counts, forbidden) }
}

#[cold]
fn all_carrying(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let mut first: Option<Reading> = None;
    carrying(counts, forbidden, |reading| {
        if first.is_none_or(|first| reading.order() < first.order()) {
            first = Some(reading);
        }
    });
    first
}

/// Hands the readings as trios on end or as a quad, with wings, to `found`, each kind's highest first.
fn carrying(counts: Counts, forbidden: Wings, mut found: impl FnMut(Reading)) {
    let mut of = |kind: Kind, length| {
        let mains = counts.at_least(kind.body()).starts(length);
        each(counts, forbidden, kind, length, mains).for_each(&mut found);
    };
    match counts.len() {
        4 => of(Kind::TrioSingle, 1),
        5 => of(Kind::TrioPair, 1),
        6 => of(Kind::QuadSingles, 1),
        8 => {
            of(Kind::QuadPairs, 1);
            of(Kind::AirplaneSingles, 2);
        }
        10 => of(Kind::AirplanePairs, 2),
        12 => of(Kind::AirplaneSingles, 3),
        15 => of(Kind::AirplanePairs, 3),
        16 => of(Kind::AirplaneSingles, 4),
        20 => {
            of(Kind::AirplanePairs, 4);
            of(Kind::AirplaneSingles, 5);
        }
        _ => {}
    }
}

/// The readings of one kind and length from each of `mains` that carry all the rest, highest first.
fn each(
    counts: Counts,
    forbidden: Wings,
    kind: Kind,
    length: u8,
    mut mains: Ranks,
) -> impl Iterator<Item = Reading> {
    let highest = move || {
        let main = mains.highest()?;
        mains = mains.without(Ranks::one(main));
        Some(Reading::new(kind, main, length))
    };
    std::iter::from_fn(highest).filter(move |&reading| carries(reading, counts, forbidden))
}

/// Whether all the rest of these cards, of the right number, are wings of this reading.
#[inline(always)]
fn carries(reading: Reading, counts: Counts, forbidden: Wings) -> bool {
    let body = Counts::each(Ranks::run(reading.main, reading.length), reading.kind.body());
    let rest = counts.without(body);
    let are_wings = (reading.kind.carries() == Some(Carried::Single)) | rest.odd().is_empty();
    are_wings & forbidden.allow(reading, rest)
}

#[cfg(test)]
mod tests {
    use super::super::preset::Preset;
    use super::*;

    fn read(cards: &str, preset: Preset) -> Vec<(Kind, String, u8)> {
        let readings = readings(cards.parse().unwrap(), preset.forbidden());
        readings.iter().map(|reading| (reading.kind, reading.main.to_string(), reading.length)).collect()
    }

    #[test]
    fn several_readings_come_in_a_leaders_order() {
        let is = |kind, main: &str, length| (kind, main.to_owned(), length);
        assert_eq!(
            read("KKKKQQQQ", Preset::Liberal),
            [is(Kind::QuadPairs, "K", 1), is(Kind::QuadPairs, "Q", 1), is(Kind::AirplaneSingles, "Q", 2)]
        );
        assert_eq!(
            read("333444555666", Preset::Douzero),
            [
                is(Kind::Airplane, "3", 4),
                is(Kind::AirplaneSingles, "4", 3),
                is(Kind::AirplaneSingles, "3", 3)
            ]
        );
        assert_eq!(read("333444555666", Preset::Pagat), [is(Kind::Airplane, "3", 4)]);
        assert_eq!(read("KKKKQQQQ", Preset::Douzero), []);
    }
}
