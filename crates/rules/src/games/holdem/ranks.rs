//! The rank of each of the 2,598,960 five-card hands, by its number.
//!
//! 1 is a royal flush, 7462 is 7-5-4-3-2 off-suit; equal hands share a rank. A hand's number is the number of its cards
//! in the [combinatorial number system](crate::cards::combinations) .

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::category::{Category, WHEEL, arrange};
use crate::cards::card::Card;
use crate::cards::combinations;

/// How many five-card hands there are: C(52,5).
#[allow(clippy::cast_possible_truncation, reason = "2,598,960 fits every usize")]
pub const HANDS: usize = combinations::choose(52, 5) as usize;

/// How many of them differ in strength.
pub const CLASSES: u16 = 7462;

/// The rank table. Its bytes may be in memory or in a mapped file.
#[derive(Clone, Copy, Debug)]
pub struct RankTable(&'static [u16]);

static TABLE: OnceLock<RankTable> = OnceLock::new();

/// The rank table of this process.
///
/// The table is a mathematical constant, so this is not hidden state. Only the place of its bytes depends on how the
/// process was started: `main` may [`install`] a file that is mapped into memory. Otherwise the table is computed at
/// its first use.
pub fn table() -> RankTable {
    *TABLE.get_or_init(|| RankTable(Vec::leak(compute())))
}

/// Installs a ready table for this process. Does nothing if there is one already: all tables are equal.
pub fn install(ranks: RankTable) {
    let _ = TABLE.set(ranks);
}

impl RankTable {
    /// Wraps ready bytes; `None` if they do not have one rank for each hand. The caller checks their content by a
    /// checksum.
    pub fn new(ranks: &'static [u16]) -> Option<Self> {
        (ranks.len() == HANDS).then_some(Self(ranks))
    }

    /// The ranks by the numbers of the hands, as bytes.
    pub fn numbers(self) -> &'static [u16] {
        self.0
    }

    /// The rank of five different French cards in ascending order.
    pub(super) fn rank(self, hand: [Card; 5]) -> u16 {
        #[allow(clippy::cast_possible_truncation, reason = "below HANDS")]
        let number = combinations::number(hand.map(Card::index)) as usize;
        self.0[number]
    }
}

/// Computes the table from the rules.
pub fn compute() -> Vec<u16> {
    let classes = Classes::new();
    let mut ranks = Vec::with_capacity(HANDS);
    ranks.extend(combinations::subsets(Card::FRENCH).map(|hand| classes.rank(hand)));
    ranks
}

/// How many multisets of five ranks there are: C(17,5).
#[allow(clippy::cast_possible_truncation, reason = "6,188 fits every usize")]
const MULTISETS: usize = combinations::choose(13 + 4, 5) as usize;

/// The rank of every multiset of five ranks, and of those that can be suited: 6,175 and 1,287 of them have 7,462 ranks.
pub(super) struct Classes {
    offsuit: Vec<u16>,
    suited: Vec<u16>,
}

impl Classes {
    /// Sorts all kinds of five cards by strength, and counts.
    pub(super) fn new() -> Self {
        let multisets = (0u16..).zip(combinations::subsets(13 + 4).map(multiset));
        let ways = multisets.flat_map(|(place, mut ranks)| {
            arrange(&mut ranks, |rank| rank);
            [(place, ranks, false), (place, ranks, true)]
        });
        let mut hands: Vec<_> = ways
            .filter_map(|(place, ranks, suited)| Some((strength(ranks, suited)?, place, suited)))
            .collect();
        hands.sort_unstable_by_key(|&(strength, ..)| Reverse(strength));
        let mut classes = Self { offsuit: vec![0; MULTISETS], suited: vec![0; MULTISETS] };
        for (rank, (_, place, suited)) in (1..).zip(hands) {
            let side = if suited { &mut classes.suited } else { &mut classes.offsuit };
            side[usize::from(place)] = rank;
        }
        classes
    }

    /// The rank of every multiset of five ranks that are not suited, by its number; 0 if no five cards have them.
    pub(super) fn offsuit(&self) -> &[u16] {
        &self.offsuit
    }

    /// The rank of five different ranks 2–14 of one suit, given in ascending order.
    pub(super) fn suited(&self, ranks: [u8; 5]) -> u16 {
        self.suited[place(ranks)]
    }

    /// The rank of the hand of these five cards, by their numbers.
    fn rank(&self, hand: [u8; 5]) -> u16 {
        let mut ranks = hand.map(|card| card % 13 + 2);
        ranks.sort_unstable();
        let suited = hand.iter().all(|card| card / 13 == hand[0] / 13);
        let side = if suited { &self.suited } else { &self.offsuit };
        side[place(ranks)]
    }
}

/// The number of a multiset of five ranks 2–14, given in ascending order. Adding to each rank its position makes it a
/// set.
fn place(mut ranks: [u8; 5]) -> usize {
    (0..).zip(&mut ranks).for_each(|(up, rank)| *rank = *rank - 2 + up);
    #[allow(clippy::cast_possible_truncation, reason = "below C(17,5)")]
    let number = combinations::number(ranks) as usize;
    number
}

/// The multiset of ranks that [`place`] maps to this set.
fn multiset(mut set: [u8; 5]) -> [u8; 5] {
    (0..).zip(&mut set).for_each(|(up, member)| *member = *member - up + 2);
    set
}

/// The value of five arranged ranks, for comparison: the category, then the ranks, four bits each. `None` if no five
/// cards have them.
fn strength(ranks: [u8; 5], suited: bool) -> Option<u32> {
    let lead = ranks.iter().take_while(|&&rank| rank == ranks[0]).count();
    let kinds = 1 + ranks.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let category = match (lead, kinds) {
        (1, _) => unpaired(ranks, suited),
        _ if suited => return None,
        (2, 4) => Category::OnePair,
        (2, _) => Category::TwoPair,
        (3, 3) => Category::ThreeOfAKind,
        (3, _) => Category::FullHouse,
        (4, _) => Category::FourOfAKind,
        _ => return None,
    };
    Some(ranks.iter().fold(category as u32, |strength, &rank| strength << 4 | u32::from(rank)))
}

fn unpaired(arranged: [u8; 5], suited: bool) -> Category {
    let is_straight = arranged == WHEEL || arranged[0] == arranged[4] + 4;
    match (is_straight, suited) {
        (true, true) => Category::StraightFlush,
        (true, false) => Category::Straight,
        (false, true) => Category::Flush,
        (false, false) => Category::HighCard,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn number(hand: &str) -> usize {
        let mut cards: Vec<u8> = hand.split(' ').map(|card| card.parse::<Card>().unwrap().index()).collect();
        cards.sort_unstable();
        usize::try_from(combinations::number::<5>(cards.try_into().unwrap())).unwrap()
    }

    #[test]
    fn there_are_as_many_hands_of_each_category_as_the_rules_say() {
        let mut hands = BTreeMap::new();
        let mut classes = vec![0u32; usize::from(CLASSES) + 1];
        for rank in compute() {
            *hands.entry(Category::of_rank(rank)).or_insert(0) += 1;
            classes[usize::from(rank)] += 1;
        }
        let counts: Vec<u32> = hands.into_values().rev().collect();
        assert_eq!(counts, [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]);
        assert_eq!(classes[0], 0);
        assert!(classes[1..].iter().all(|&hands| hands > 0), "a class without a hand");
    }

    #[test]
    fn each_category_starts_with_its_best_hand_and_ends_with_its_worst() {
        let ranks = compute();
        let rank = |hand| ranks[number(hand)];
        for (hand, expected) in [
            ("As Ks Qs Js Ts", 1),
            ("Kd Qd Jd Td 9d", 2),
            ("5h 4h 3h 2h Ah", 10),
            ("As Ah Ac Ad Ks", 11),
            ("2s 2h 2c 2d 3s", 166),
            ("As Ah Ac Kd Ks", 167),
            ("2s 2h 2c 3d 3s", 322),
            ("Ac Kc Qc Jc 9c", 323),
            ("7h 5h 4h 3h 2h", 1599),
            ("As Kh Qc Jd Ts", 1600),
            ("5s 4h 3c 2d As", 1609),
            ("As Ah Ac Kd Qs", 1610),
            ("2s 2h 2c 4d 3s", 2467),
            ("As Ah Kc Kd Qs", 2468),
            ("3s 3h 2c 2d 4s", 3325),
            ("As Ah Kc Qd Js", 3326),
            ("2s 2h 5c 4d 3s", 6185),
            ("As Kh Qc Jd 9s", 6186),
            ("7s 5h 4c 3d 2s", 7462),
        ] {
            assert_eq!(rank(hand), expected, "{hand}");
        }
    }

    #[test]
    fn suits_never_decide() {
        let ranks = compute();
        for swapped in [[1, 0, 2, 3], [3, 2, 1, 0], [1, 2, 3, 0]] {
            for hand in combinations::subsets::<5>(Card::FRENCH).step_by(101) {
                let mut moved = hand.map(|card| 13 * swapped[usize::from(card / 13)] + card % 13);
                moved.sort_unstable();
                let [here, there] = [hand, moved].map(combinations::number);
                assert_eq!(ranks[usize::try_from(here).unwrap()], ranks[usize::try_from(there).unwrap()]);
            }
        }
    }

    #[test]
    fn only_a_whole_table_is_one() {
        let ranks = compute().leak();
        assert!(RankTable::new(&ranks[1..]).is_none());
        assert!(RankTable::new(ranks).is_some());
    }
}
