//! What cards are, without wild cards: all their readings, by arithmetic on the counts of all ranks at once. No plays
//! are looked up, and nothing is allocated.

use std::num::NonZero;
use std::ops::Deref;

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Kind, Reading};
use super::shape::Shape;
use super::wings::Wings;

/// The bits of a bit's number that tell the place of its rank.
const PLACE: u32 = 0b11_1100;

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
    let bare = bare(counts);
    let mut readings = bare.map_or(Readings::NONE, Readings::one);
    // Twelve cards on end may also be three trios that carry a fourth.
    if bare.is_none_or(|reading| reading.kind == Kind::Airplane && reading.length == 4) {
        for shape in Shape::all_of(counts.len()) {
            shape.readings(counts, forbidden, Ranks::ALL).for_each(|reading| readings.add(reading));
        }
    }
    readings
}

/// The first of the readings: a leader's.
pub fn first(counts: Counts, forbidden: Wings) -> Option<Reading> {
    bare(counts).or_else(|| first_carrying(counts, forbidden))
}

/// The highest of the readings that beats `table`: a follower's.
pub fn answer(counts: Counts, forbidden: Wings, table: Reading) -> Option<Reading> {
    let lowest = counts.bits().trailing_zeros() & PLACE;
    let main = Rank::at(lowest);
    if table.kind >= Kind::Bomb || counts == Reading::bomb(main).body() || counts == Reading::ROCKET.body() {
        return bare(counts).filter(|reading| reading.beats(table));
    }
    if table.kind.carries().is_some() {
        return answer_carrying(counts, forbidden, table);
    }
    // What beats it is the same cards, raised; only a chain is not raised above the ace.
    let raised = table.body().bits().wrapping_shl(lowest.wrapping_sub(table.main.place()));
    let is_low = table.length == 1 || counts.bits() >> Rank::TWO.place() == 0;
    let beats = counts.bits() == raised && main > table.main && is_low;
    beats.then_some(Reading { main, ..table })
}

/// How long plays may be that have one, two or three cards of each rank: four bits a length, one a count.
const LENGTHS: u64 = {
    let mut lengths = ALONE;
    let mut length = 2;
    while length <= 12 {
        let straight = (length >= 5) as u64;
        let pair_chain = (length >= 3 && length <= 10) as u64;
        let airplane = (length <= 6) as u64;
        lengths |= (straight | pair_chain << 1 | airplane << 2) << (4 * length);
        length += 1;
    }
    lengths
};

/// One rank alone.
const ALONE: u64 = 0b111 << 4;

/// The reading of cards that carry nothing: as many of each rank, on end, or the rocket.
#[allow(clippy::cast_possible_truncation, reason = "a length is at most 15, a count at most 4")]
#[inline]
fn bare(counts: Counts) -> Option<Reading> {
    let bits = counts.bits();
    let lowest = NonZero::new(bits)?.trailing_zeros() & PLACE;
    let run = bits >> lowest;
    let each = run & 7;
    // Sixteen times as much, less once, leaves of equal counts on end the count alone, where the run ends.
    let end = (run << 4) - run + each;
    let end_place = NonZero::new(end)?.trailing_zeros() & PLACE;
    if end != each << end_place {
        return None;
    }
    let length = end_place / 4;
    if each == 4 {
        return (length == 1).then_some(Reading::bomb(Rank::at(lowest)));
    }
    let lengths = if bits >> Rank::TWO.place() == 0 { LENGTHS } else { ALONE };
    if lengths >> (end_place + each as u32 - 1) & 1 == 0 {
        return (counts == Reading::ROCKET.body()).then_some(Reading::ROCKET);
    }
    // For each count, the kind of one rank alone, then that of several on end.
    let kind = *Kind::ALL.get(2 * each as usize - 2 + usize::from(length > 1))?;
    Some(Reading::new(kind, Rank::at(lowest), length as u8))
}

/// The first of the readings that carry something. What so many cards are, if anything, is computed without a branch,
/// because a processor would guess it wrongly; only where the cards are not that, all is gone through.
#[inline(never)]
fn first_carrying(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let cards = counts.len();
    let odd = counts.odd();
    let two_pairs = (cards == 8) & odd.is_empty() & !counts.at_least(4).is_empty();
    let four_pairs = (cards == 20) & (odd.len() == 4);
    let shape = Shape::of(cards, two_pairs | four_pairs)?;
    // With a quad as two pairs, twenty cards may be both, and either may be higher.
    if four_pairs && !forbidden.forbid_quads_as_pairs() {
        return first_of_all(counts, forbidden);
    }
    let first = shape.highest(counts, forbidden, Ranks::ALL);
    if first.is_some() { first } else { first_of_all(counts, forbidden) }
}

/// The same, of all shapes that so many cards have.
#[cold]
fn first_of_all(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let highest = |shape: &Shape| shape.highest(counts, forbidden, Ranks::ALL);
    Shape::all_of(counts.len()).filter_map(highest).min_by_key(|reading| reading.order())
}

/// The highest of the readings that carry something and beat `table`, which carries something.
#[inline(never)]
fn answer_carrying(counts: Counts, forbidden: Wings, table: Reading) -> Option<Reading> {
    Shape::like(table, counts.len())?.highest(counts, forbidden, Ranks::above(table.main))
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
