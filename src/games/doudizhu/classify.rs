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

    /// Adds a reading where the wings that it makes use of are not forbidden.
    fn add(&mut self, reading: Reading, carried: Counts, forbidden: Wings) {
        if forbidden.allow(reading, carried)
            && let Some(place) = self.each.get_mut(usize::from(self.len))
        {
            *place = reading;
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
    if counts.is_empty() {
        return Readings::NONE;
    }
    match equal(counts) {
        // Twelve cards may also be three trios that carry a fourth.
        Some(chain) if chain.kind == Kind::Airplane && chain.length == 4 => {
            let mut readings = Readings::one(chain);
            airplanes(counts, Kind::AirplaneSingles, 3, forbidden, &mut readings);
            readings
        }
        Some(reading) => Readings::one(reading),
        None if counts == Reading::ROCKET.body() => Readings::one(Reading::ROCKET),
        None => winged(counts, forbidden),
    }
}

/// The first of the readings: a leader's.
pub fn first(counts: Counts, forbidden: Wings) -> Option<Reading> {
    readings(counts, forbidden).first().copied()
}

/// The highest of the readings that beats `table`: a follower's.
pub fn answer(counts: Counts, forbidden: Wings, table: Reading) -> Option<Reading> {
    readings(counts, forbidden).iter().find(|reading| reading.beats(table)).copied()
}

/// The reading of as many cards of each rank, on end: whatever carries nothing.
fn equal(counts: Counts) -> Option<Reading> {
    let bits = counts.bits();
    let lowest = bits.trailing_zeros() & !3;
    let run = bits >> lowest;
    let length = (67 - run.leading_zeros()) / 4;
    let each = run & 15;
    let last = lowest / 4 + length;
    (run == (Ranks::ALL.bits() >> (60 - 4 * length)) * each).then_some(())?;
    let kind = match (each, length) {
        (1, 1) => Kind::Single,
        (2, 1) => Kind::Pair,
        (3, 1) => Kind::Trio,
        (4, 1) => Kind::Bomb,
        _ if last > 12 => return None,
        (1, 5..) => Kind::Straight,
        (2, 3..=10) => Kind::PairChain,
        (3, 2..=6) => Kind::Airplane,
        _ => return None,
    };
    let main = Rank::at(lowest);
    let length = u8::try_from(length).ok()?;
    Some(if kind == Kind::Bomb { Reading::bomb(main) } else { Reading::new(kind, main, length) })
}

/// The readings of cards that are not as many of each rank: a trio, an airplane or a quad, with wings.
fn winged(counts: Counts, forbidden: Wings) -> Readings {
    let mut readings = Readings::NONE;
    let trios = counts.at_least(3);
    if trios.is_empty() {
        return readings;
    }
    match counts.len() {
        4 => airplanes(counts, Kind::TrioSingle, 1, forbidden, &mut readings),
        5 => airplanes(counts, Kind::TrioPair, 1, forbidden, &mut readings),
        6 => quads(counts, Kind::QuadSingles, forbidden, &mut readings),
        8 => {
            quads(counts, Kind::QuadPairs, forbidden, &mut readings);
            airplanes(counts, Kind::AirplaneSingles, 2, forbidden, &mut readings);
        }
        10 => airplanes(counts, Kind::AirplanePairs, 2, forbidden, &mut readings),
        12 => airplanes(counts, Kind::AirplaneSingles, 3, forbidden, &mut readings),
        15 => airplanes(counts, Kind::AirplanePairs, 3, forbidden, &mut readings),
        16 => airplanes(counts, Kind::AirplaneSingles, 4, forbidden, &mut readings),
        20 => {
            airplanes(counts, Kind::AirplanePairs, 4, forbidden, &mut readings);
            airplanes(counts, Kind::AirplaneSingles, 5, forbidden, &mut readings);
            readings.each[..usize::from(readings.len)].sort_by_key(|reading| std::cmp::Reverse(reading.main));
        }
        _ => {}
    }
    readings
}

/// The readings as trios on end that carry all the rest, highest first.
fn airplanes(counts: Counts, kind: Kind, length: u8, forbidden: Wings, readings: &mut Readings) {
    carrying(counts, kind, length, counts.at_least(3).starts(length), forbidden, readings);
}

/// The readings as a quad that carries all the rest, highest first.
fn quads(counts: Counts, kind: Kind, forbidden: Wings, readings: &mut Readings) {
    carrying(counts, kind, 1, counts.at_least(4), forbidden, readings);
}

fn carrying(counts: Counts, kind: Kind, length: u8, mains: Ranks, forbidden: Wings, readings: &mut Readings) {
    let mut left = mains;
    while let Some(main) = left.highest() {
        left = left.without(Ranks::one(main));
        let reading = Reading::new(kind, main, length);
        let rest = counts.without(reading.body());
        if kind.carries() == Some(Carried::Single) || rest.odd().is_empty() {
            readings.add(reading, rest, forbidden);
        }
    }
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
