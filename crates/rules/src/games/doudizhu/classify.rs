//! All readings of cards without wild cards, by arithmetic on the counts of all ranks at once, without a
//! table of plays and without allocation.

use std::num::NonZero;
use std::ops::Deref;

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Kind, Reading};
use super::shape::Shape;
use super::wings::Wings;

/// The bits of a bit's number that tell the position of its rank.
const PLACE: u32 = 0b11_1100;

/// The readings of some cards: none if they are no play, at most three. The first is the one that a lead gets: a pure
/// chain, else the one of the highest rank.
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

    /// Inserts a reading at its position.
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

/// The readings of cards without wild cards, if these wings are forbidden.
pub fn readings(counts: Counts, forbidden: Wings) -> Readings {
    let bare = bare(counts);
    let mut readings = bare.map_or(Readings::NONE, Readings::one);
    // Twelve consecutive cards may also be three trios that carry a fourth.
    if bare.is_none_or(|reading| reading.kind == Kind::Airplane && reading.length == 4) {
        for shape in Shape::all_of(counts.len()) {
            shape.readings(counts, forbidden, Ranks::ALL).for_each(|reading| readings.add(reading));
        }
    }
    readings
}

/// The first of the readings, for a lead.
pub fn first(counts: Counts, forbidden: Wings) -> Option<Reading> {
    bare(counts).or_else(|| first_carrying(counts, forbidden))
}

/// The highest of the readings that beats `table`, for an answer.
pub fn answer(counts: Counts, forbidden: Wings, table: Reading) -> Option<Reading> {
    let lowest = counts.bits().trailing_zeros() & PLACE;
    let main = Rank::at(lowest);
    if table.kind >= Kind::Bomb || counts == Reading::bomb(main).body() || counts == Reading::ROCKET.body() {
        return bare(counts).filter(|reading| reading.beats(table));
    }
    if table.kind.carries().is_some() {
        return answer_carrying(counts, forbidden, table);
    }
    // A higher play has the same counts at higher ranks; only a chain cannot go above the ace.
    let raised = table.body().bits().wrapping_shl(lowest.wrapping_sub(table.main.place()));
    let is_low = table.length == 1 || counts.bits() >> Rank::TWO.place() == 0;
    let beats = counts.bits() == raised && main > table.main && is_low;
    beats.then_some(Reading { main, ..table })
}

/// The possible lengths of plays that have one, two or three cards of each rank: four bits for each length, one for
/// each count.
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

/// The reading of cards without wings: equal counts on consecutive ranks, or the rocket.
#[allow(clippy::cast_possible_truncation, reason = "a length is at most 15, a count at most 4")]
#[inline]
fn bare(counts: Counts) -> Option<Reading> {
    let bits = counts.bits();
    let lowest = NonZero::new(bits)?.trailing_zeros() & PLACE;
    let run = bits >> lowest;
    let each = run & 7;
    // Of equal consecutive counts, multiplying by sixteen and subtracting leaves the count alone, where the run ends.
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
    // For each count, the kind of one rank alone, then that of several consecutive ranks.
    let kind = *Kind::ALL.get(2 * each as usize - 2 + usize::from(length > 1))?;
    Some(Reading::new(kind, Rank::at(lowest), length as u8))
}

/// The first of the readings with wings. The shape for this number of cards is computed without a branch, because a
/// processor would predict it badly. All shapes are tried only if it does not fit.
#[inline(never)]
fn first_carrying(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let cards = counts.len();
    let odd = counts.odd();
    let two_pairs = (cards == 8) & odd.is_empty() & !counts.at_least(4).is_empty();
    let four_pairs = (cards == 20) & (odd.len() == 4);
    let shape = Shape::of(cards, two_pairs | four_pairs)?;
    // If a quad may carry two pairs, twenty cards may be both shapes, and either may be higher.
    if four_pairs && !forbidden.forbid_quads_as_pairs() {
        return first_of_all(counts, forbidden);
    }
    let first = shape.highest(counts, forbidden, Ranks::ALL);
    if first.is_some() { first } else { first_of_all(counts, forbidden) }
}

/// The same, of all shapes with this number of cards.
#[cold]
fn first_of_all(counts: Counts, forbidden: Wings) -> Option<Reading> {
    let highest = |shape: &Shape| shape.highest(counts, forbidden, Ranks::ALL);
    Shape::all_of(counts.len()).filter_map(highest).min_by_key(|reading| reading.order())
}

/// The highest of the readings with wings that beats `table`, which has wings too.
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
