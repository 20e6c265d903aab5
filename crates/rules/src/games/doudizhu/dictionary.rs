//! Every play, with all its readings, looked up by its cards.
//!
//! The rules of play are implemented twice: here as a list of all plays that a full pack may lead, and in
//! [`classify`](super::classify) as arithmetic on any cards. A test compares the two for all possible cards. Hands are
//! judged by the arithmetic; cards from outside, which need not belong to a hand, are looked up in the list.

use std::sync::LazyLock;

use super::answers;
use super::counts::Counts;
use super::rank::Rank;
use super::reading::{Kind, Play, Reading};
use super::wings::Wings;

/// Every play, if some wings are forbidden.
///
/// A table with open addressing, one and a half slots for each play: the cards as a number, and beside it, one byte
/// each, kind and main rank of its readings, of which there are at most three. The number of cards gives the length.
pub struct Dictionary {
    cards: Box<[Counts]>,
    readings: Box<[[Byte; 4]]>,
    plays: usize,
}

/// A reading's kind and main rank, half a byte each.
type Byte = u8;

/// Fills the slots after a play's readings; there is no fifteenth kind.
const NO_READING: Byte = 0xff;

impl Dictionary {
    /// Every play, if these wings are forbidden. Building it takes some milliseconds.
    pub fn new(forbidden: Wings) -> Self {
        let mut readings = 0;
        answers::leads(Counts::PACK, forbidden, |_| readings += 1);
        let places = readings + readings / 2;
        let mut dictionary = Self {
            cards: vec![Counts::NONE; places].into(),
            readings: vec![[NO_READING; 4]; places].into(),
            plays: 0,
        };
        answers::leads(Counts::PACK, forbidden, |play| dictionary.add(play));
        dictionary
    }

    /// Every play with any wings, built at its first use. A reading and its cards tell what a table forbids: see
    /// [`Self::allowed`].
    pub fn of_all() -> &'static Self {
        static ALL: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::new(Wings::NONE));
        &ALL
    }

    /// All readings of these cards; the first is that of a lead.
    pub fn readings(&self, cards: Counts) -> impl Iterator<Item = Reading> {
        let place = self.place(cards);
        let bytes = if self.cards[place] == cards { self.readings[place] } else { [NO_READING; 4] };
        let len = cards.len();
        bytes.into_iter().map_while(move |byte| unpacked(byte, len))
    }

    /// The readings of these cards that are allowed if these wings are forbidden.
    pub fn allowed(&self, cards: Counts, forbidden: Wings) -> impl Iterator<Item = Reading> {
        self.readings(cards).filter(move |reading| forbidden.allow(*reading, cards.without(reading.body())))
    }

    /// Every play with each of its readings, in no order.
    pub fn plays(&self) -> impl Iterator<Item = Play> {
        let held = self.cards.iter().copied().filter(|cards| !cards.is_empty());
        held.flat_map(|cards| self.readings(cards).map(move |reading| Play { cards, reading }))
    }

    /// How many plays there are.
    pub fn len(&self) -> usize {
        self.plays
    }

    /// Whether it is empty. It never is: the singles are always there.
    pub fn is_empty(&self) -> bool {
        self.plays == 0
    }

    /// The memory of the tables, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.cards) + size_of_val(&*self.readings)
    }

    fn add(&mut self, Play { cards, reading }: Play) {
        let place = self.place(cards);
        if self.cards[place].is_empty() {
            self.cards[place] = cards;
            self.plays += 1;
        }
        let bytes = &mut self.readings[place];
        let len = cards.len();
        let later = |&byte: &Byte| unpacked(byte, len).is_none_or(|other| other.order() > reading.order());
        let at = bytes.iter().position(later).unwrap_or(bytes.len() - 1);
        bytes[at..].rotate_right(1);
        bytes[at] = packed(reading);
    }

    /// The slot of these cards, or where they would be inserted.
    fn place(&self, cards: Counts) -> usize {
        let places = self.cards.len();
        // The high bits of a product with a large odd number depend on all ranks.
        let mixed = cards.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let scaled = (u128::from(mixed) * places as u128) >> 64;
        let mut place = usize::try_from(scaled).unwrap_or(0);
        while !self.cards[place].is_empty() && self.cards[place] != cards {
            place = if place + 1 == places { 0 } else { place + 1 };
        }
        place
    }
}

const fn packed(reading: Reading) -> Byte {
    (reading.kind as u8) << 4 | reading.main.number()
}

fn unpacked(byte: Byte, cards: u32) -> Option<Reading> {
    let kind = *Kind::ALL.get(usize::from(byte >> 4))?;
    Some(Reading::new(kind, Rank::new(byte & 15)?, kind.length(cards)))
}

#[cfg(test)]
mod tests {
    use super::super::preset::Preset;
    use super::*;

    #[test]
    fn it_is_as_small_as_is_promised() {
        for preset in Preset::ALL {
            let dictionary = Dictionary::new(preset.forbidden());
            assert!(dictionary.size() <= 2_000_000);
            assert!(dictionary.size() <= 21 * dictionary.len(), "bytes a play");
        }
    }

    #[test]
    fn one_of_all_plays_serves_every_table() {
        let quads: Counts = "KKKKQQQQ".parse().unwrap();
        assert_eq!(Dictionary::of_all().readings(quads).count(), 3);
        assert_eq!(Dictionary::of_all().allowed(quads, Preset::Douzero.forbidden()).count(), 0);
        assert_eq!(Dictionary::of_all().readings(Counts::NONE).count(), 0);
    }
}
