//! Each hand against each other before the flop.
//!
//! The result of two hands depends on their ranks, and on which of the four cards share a suit. So 91 × 92 / 2 pairs of
//! ranks by 15 ways to share suits are enough. The file beside this one has eight bytes for each: how many of the
//! 1,712,304 boards the first hand wins and how many are tied, little-endian; zeros if there are no such hands.
//! [`compute`] makes it.

use std::sync::OnceLock;

use super::class::{Class, Kind};
use super::combo::Combo;
use super::matchup;
use super::tally::WinTally;
use crate::cards::card::{Card, Suit};
use crate::cards::set::CardSet;

/// The number of boards that two hands leave: C(48,5).
pub const BOARDS: u32 = 1_712_304;

/// The number of pairs of ranks, two equal ones included.
const RANK_PAIRS: usize = 91;
/// The number of ways in which four cards can share suits.
const SHARINGS: usize = 15;
/// An entry: the wins, and the ties.
const ENTRY: usize = 8;

static TABLE: &[u8] = include_bytes!("preflop.bin");

/// The number of boards that the first hand wins, and the number that are tied.
#[allow(clippy::cast_possible_truncation, reason = "an entry is two numbers in one")]
pub(super) fn wins_and_ties(first: Combo, second: Combo) -> (u32, u32) {
    if rank_pair(first) < rank_pair(second) {
        let (wins, ties) = wins_and_ties(second, first);
        return (BOARDS - wins - ties, ties);
    }
    let entry = TABLE.get(ENTRY * place(first, second)..).and_then(<[u8]>::first_chunk::<ENTRY>);
    let entry = u64::from_le_bytes(*entry.unwrap_or(&[0; ENTRY]));
    (entry as u32, (entry >> 32) as u32)
}

/// The entry of two hands, of which the first has no lower ranks.
fn place(first: Combo, second: Combo) -> usize {
    let (high, low) = (rank_pair(first), rank_pair(second));
    (high * (high + 1) / 2 + low) * SHARINGS + sharing([first.cards(), second.cards()].as_flattened())
}

/// The number of a hand's ranks.
fn rank_pair(hand: Combo) -> usize {
    let [high, low] = hand.cards().map(|card| usize::from(card.index() % 13));
    high * (high + 1) / 2 + low
}

/// Which of four cards share a suit, as a number: suits are renamed in the order of their first card.
fn sharing(cards: &[Card]) -> usize {
    let mut names = [u8::MAX; 4];
    let mut next = 0;
    let mut code = 0;
    for card in cards {
        let name = &mut names[usize::from(card.index() / 13) % 4];
        if *name == u8::MAX {
            *name = next;
            next += 1;
        }
        code = code * 4 + usize::from(*name);
    }
    CODES.iter().position(|&each| each == code).unwrap_or_default()
}

/// The new names of the suits of four cards, two bits each, the first card's in front.
const CODES: [usize; SHARINGS] = [
    0b00_00_00_00,
    0b00_00_00_01,
    0b00_00_01_00,
    0b00_00_01_01,
    0b00_00_01_10,
    0b00_01_00_00,
    0b00_01_00_01,
    0b00_01_00_10,
    0b00_01_01_00,
    0b00_01_01_01,
    0b00_01_01_10,
    0b00_01_10_00,
    0b00_01_10_01,
    0b00_01_10_10,
    0b00_01_10_11,
];

/// Computes the bytes of the table from the rules: some seconds of work.
pub fn compute() -> Vec<u8> {
    let pairs = || (0..13u8).flat_map(|high| (0..=high).map(move |low| [high + 2, low + 2]));
    let mut table = Vec::with_capacity(ENTRY * SHARINGS * RANK_PAIRS * (RANK_PAIRS + 1) / 2);
    for (place, first) in pairs().enumerate() {
        for second in pairs().take(place + 1) {
            for code in CODES {
                table.extend(entry(first, second, code));
            }
        }
    }
    table
}

fn entry(first: [u8; 2], second: [u8; 2], code: usize) -> [u8; ENTRY] {
    let suit = |place: usize| Suit::ALL[code >> (6 - 2 * place) & 3];
    let hand = |ranks: [u8; 2], place| {
        Combo::new([Card::of(ranks[0], suit(place))?, Card::of(ranks[1], suit(place + 1))?])
    };
    let mut entry = [0; ENTRY];
    let hands = hand(first, 0).zip(hand(second, 2)).filter(|(one, other)| !one.set().meet(other.set()));
    if let Some((one, other)) = hands {
        let mut tally = WinTally::new(2);
        matchup::compare(&[one, other], CardSet::NONE, &mut tally);
        let shares = tally.shares(0);
        let counts = [shares.win, shares.tie[0]].map(|count| u32::try_from(count).unwrap_or_default());
        entry.copy_from_slice(counts.map(u32::to_le_bytes).as_flattened());
    }
    entry
}

/// The 169 classes of hands, by equity against a random hand, the best first.
pub(super) fn best_first() -> &'static [Class] {
    static ORDER: OnceLock<Vec<Class>> = OnceLock::new();
    ORDER.get_or_init(|| {
        let mut classes: Vec<Class> = classes().collect();
        classes.sort_by_cached_key(|&class| std::cmp::Reverse(against_random(class)));
        classes
    })
}

fn classes() -> impl Iterator<Item = Class> {
    let pairs = (2..=14).flat_map(|high| (2..=high).map(move |low| (high, low)));
    pairs.flat_map(|(high, low)| {
        let kinds: &[Kind] = if high == low { &[Kind::Any] } else { &[Kind::Suited, Kind::Offsuit] };
        kinds.iter().map(move |&kind| Class { high, low, kind })
    })
}

/// Twice the number of boards that a hand of the class wins against every other hand, plus the number of ties.
fn against_random(class: Class) -> u64 {
    let Some(hand) = class.hands().next() else { return 0 };
    let others = Combo::all().filter(|other| !other.set().meet(hand.set()));
    others.map(|other| wins_and_ties(hand, other)).map(|(wins, ties)| u64::from(2 * wins + ties)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Combo {
        Combo::new([text[..2].parse().unwrap(), text[2..].parse().unwrap()]).unwrap()
    }

    fn known(one: &str, other: &str) -> (u32, u32, u32) {
        let (wins, ties) = wins_and_ties(hand(one), hand(other));
        (wins, BOARDS - wins - ties, ties)
    }

    #[test]
    fn the_file_has_every_two_hands() {
        assert_eq!(TABLE.len(), ENTRY * SHARINGS * RANK_PAIRS * (RANK_PAIRS + 1) / 2);
        assert_eq!(known("AhKh", "QdQs"), (787_966, 917_606, 6_732));
        assert_eq!(known("QdQs", "AhKh"), (917_606, 787_966, 6_732));
    }

    /// One in ten thousand pairs of hands: all of them would take minutes.
    #[test]
    fn the_file_matches_the_rules() {
        let hands: Vec<Combo> = Combo::all().collect();
        let pairs = hands.iter().flat_map(|&one| hands.iter().map(move |&other| (one, other)));
        for (one, other) in pairs.filter(|(one, other)| !one.set().meet(other.set())).step_by(10_007) {
            let mut tally = WinTally::new(2);
            matchup::compare(&[one, other], CardSet::NONE, &mut tally);
            let shares = tally.shares(0);
            let (wins, ties) = wins_and_ties(one, other);
            assert_eq!((u64::from(wins), u64::from(ties)), (shares.win, shares.tie[0]), "{one} {other}");
        }
    }

    /// The worst class against a random hand is not 7-2 but 3-2, off-suit.
    #[test]
    fn hands_are_ordered_by_equity() {
        let order = best_first();
        let is = |class: &Class, high, low, kind| *class == Class { high, low, kind };
        assert_eq!(order.len(), 169);
        assert_eq!(order.iter().flat_map(|class| class.hands()).count(), 1326);
        assert!(is(&order[0], 14, 14, Kind::Any) && is(&order[1], 13, 13, Kind::Any));
        assert!(is(&order[168], 3, 2, Kind::Offsuit));
    }

    /// Aces against any hand win 85.2 of 100 pots.
    #[test]
    fn aces_against_a_random_hand() {
        let aces =
            f64::from(u32::try_from(against_random(best_first()[0]) / 1225).unwrap()) / f64::from(2 * BOARDS);
        assert!((aces - 0.852).abs() < 0.0005, "{aces}");
    }
}
