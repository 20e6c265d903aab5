//! The nine kinds of poker hand.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kinds of five-card hand, the weakest first. A royal flush is the best straight flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "these are the names that the whole world plays by")]
#[schema(as = holdem::Category)]
pub enum Category {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

impl Category {
    /// Every category with its best rank, the strongest first.
    pub const STARTS: [(Self, u16); 9] = [
        (Self::StraightFlush, 1),
        (Self::FourOfAKind, 11),
        (Self::FullHouse, 167),
        (Self::Flush, 323),
        (Self::Straight, 1600),
        (Self::ThreeOfAKind, 1610),
        (Self::TwoPair, 2468),
        (Self::OnePair, 3326),
        (Self::HighCard, 6186),
    ];

    /// The category of a hand of this rank, 1–7462.
    pub fn of_rank(rank: u16) -> Self {
        let start = Self::STARTS.iter().rfind(|&&(_, start)| start <= rank);
        start.map_or(Self::StraightFlush, |&(category, _)| category)
    }
}

/// The ranks of a five-high straight, as [`arrange`] leaves them.
pub(super) const WHEEL: [u8; 5] = [5, 4, 3, 2, 14];

/// Puts five cards, or their ranks 2–14, in the order in which hands are compared and shown: more of a kind first, then
/// the higher rank. The ace of a five-high straight goes last.
pub(super) fn arrange<T: Copy>(five: &mut [T; 5], rank: impl Fn(T) -> u8) {
    let tally = five.iter().fold(0u64, |tally, &each| tally + (1 << (4 * rank(each))));
    let alike = |rank: u8| tally >> (4 * rank) & 15;
    five.sort_by_key(|&each| Reverse((alike(rank(each)), rank(each))));
    if five.map(&rank) == [14, 5, 4, 3, 2] {
        five.rotate_left(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(mut ranks: [u8; 5]) -> [u8; 5] {
        arrange(&mut ranks, |rank| rank);
        ranks
    }

    #[test]
    fn the_deciding_cards_come_first() {
        assert_eq!(arranged([2, 14, 9, 2, 11]), [2, 2, 14, 11, 9]);
        assert_eq!(arranged([4, 10, 4, 10, 14]), [10, 10, 4, 4, 14]);
        assert_eq!(arranged([13, 3, 3, 13, 3]), [3, 3, 3, 13, 13]);
        assert_eq!(arranged([2, 3, 14, 4, 5]), [5, 4, 3, 2, 14]);
        assert_eq!(arranged([14, 10, 13, 12, 11]), [14, 13, 12, 11, 10]);
    }

    #[test]
    fn ranks_at_the_borders_fall_on_the_right_side() {
        for pair in Category::STARTS.windows(2) {
            let [(better, _), (worse, start)] = pair else { unreachable!() };
            assert_eq!(Category::of_rank(start - 1), *better);
            assert_eq!(Category::of_rank(*start), *worse);
        }
        assert_eq!(Category::of_rank(1), Category::StraightFlush);
        assert_eq!(Category::of_rank(7462), Category::HighCard);
    }
}
