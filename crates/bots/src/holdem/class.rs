//! The 169 classes of hole cards, from the best to the worst.

use std::sync::OnceLock;

use cardroom_rules::cards::card::Card;

/// How many classes there are.
pub(super) const CLASSES: usize = 169;
/// How many pairs of hole cards there are.
const HANDS: f32 = 1326.0;
/// The letters of the ranks, the deuce first.
const RANKS: &str = "23456789TJQKA";

/// All classes, the best first: by the mean of their equity against any hand and against the best quarter of this list.
/// A suited hand gets 0.6 % more, for its value after the flop.
const BEST_FIRST: &str = "\
AA KK QQ JJ TT AKs 99 AQs AKo 88 AJs AQo ATs 77 AJo ATo A9s 66 KQs A8s 55 KJs A9o A7s KQo KTs A8o \
    A6s A5s 44 KJo QJs A4s A7o A3s K9s QTs A2s KTo JTs 33 A6o A5o K8s Q9s QJo K7s A4o J9s K6s A3o K9o \
    QTo T9s Q8s 22 K5s A2o JTo J8s K4s T8s Q7s K3s K8o Q9o 98s Q6s K2s K7o J7s Q5s T7s J9o K6o 97s Q4s \
    T9o 87s Q8o Q3s K5o J6s T6s J5s Q2s J8o K4o 96s 86s T8o 76s Q7o J4s K3o 98o Q6o J3s K2o T5s J7o Q5o \
    J2s 95s 85s 65s T4s T7o 75s 97o T3s Q4o 87o Q3o T2s J6o 54s 94s T6o J5o 64s 84s Q2o 93s 74s 96o 86o \
    76o 92s J4o 53s J3o 63s 83s T5o 73s 82s 43s 95o J2o 65o 85o T4o 75o 52s T3o 62s 72s T2o 54o 42s 94o \
    64o 84o 32s 74o 93o 92o 53o 63o 83o 73o 82o 43o 52o 62o 72o 42o 32o";

/// The number of a class: suited hands above the diagonal of a square of 13 by 13, off-suit ones below.
pub(super) fn class(hole: [Card; 2]) -> usize {
    let [one, other] = hole.map(|card| usize::from(card.index() % 13));
    let (high, low) = (one.max(other), one.min(other));
    let is_suited = hole[0].suit() == hole[1].suit();
    if is_suited { high * 13 + low } else { low * 13 + high }
}

/// How many pairs of hole cards a class has.
pub(super) fn size(class: usize) -> f32 {
    let (row, column) = (class / 13, class % 13);
    match row.cmp(&column) {
        std::cmp::Ordering::Greater => 4.0,
        std::cmp::Ordering::Equal => 6.0,
        std::cmp::Ordering::Less => 12.0,
    }
}

/// The class with this name: `AKs`, `T9o`, `77`.
pub(super) fn read(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let mut rank = || letters.next().and_then(|letter| RANKS.find(letter));
    let (high, low) = (rank()?, rank()?);
    Some(if letters.next() == Some('o') { low * 13 + high } else { high * 13 + low })
}

/// The share of all hands that is better than a class, half of the class itself included: 0 the best, 1 the worst.
pub(super) fn standing(hole: [Card; 2]) -> f32 {
    standings()[class(hole)]
}

/// The standing of each class.
pub(super) fn standings() -> &'static [f32; CLASSES] {
    static STANDINGS: OnceLock<[f32; CLASSES]> = OnceLock::new();
    STANDINGS.get_or_init(|| {
        let mut standings = [1.0; CLASSES];
        let mut better = 0.0;
        for class in BEST_FIRST.split_whitespace().filter_map(read) {
            standings[class] = (better + size(class) / 2.0) / HANDS;
            better += size(class);
        }
        standings
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hole(text: &str) -> [Card; 2] {
        [&text[..2], &text[2..]].map(|card| card.parse().unwrap())
    }

    #[test]
    fn every_class_stands_somewhere() {
        let mut seen: Vec<_> = BEST_FIRST.split_whitespace().map(|text| read(text).unwrap()).collect();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..CLASSES));
        let all: f32 = (0..CLASSES).map(size).sum();
        assert!((all - HANDS).abs() < 0.5);
        assert!(standings().iter().all(|standing| (0.0..=1.0).contains(standing)));
    }

    #[test]
    fn hands_stand_in_order() {
        let order = ["AsAh", "KsKh", "AsKs", "AsKh", "7s6s", "7s6h", "7s2h", "3s2h"].map(hole).map(standing);
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(class(hole("AsKs")), read("AKs").unwrap());
        assert_eq!(class(hole("KhAs")), read("AKo").unwrap());
    }
}
