//! All hands of the pack in the order of their numbers, each with its rank.
//!
//! Hands that share all cards but the lowest follow one another, while the lowest card runs through the pack. So their
//! ranks are a row of thirteen, by the rank of the lowest card, repeated once for each suit that it runs through. There
//! is one such row for each multiset of the upper ranks. If a flush is possible with the upper cards, the run is
//! patched.

use super::evaluator::Evaluator;
use super::key::Key;
use crate::cards::card::Card;
use crate::cards::combinations::choose;

/// The least number of ranks that are passed on together.
const ENOUGH: usize = 1 << 12;
/// How many ranks there are, and so how long a row is.
const RANKS: u8 = 13;
const SUIT: usize = RANKS as usize;
/// How much of a row is copied: a little more than a suit, because whole registers are faster. The next row overwrites
/// the rest.
const ROW: usize = 16;
/// The most that the longest run may write.
const LONGEST: usize = 3 * SUIT + ROW;

/// Where the last run of a batch may end: the runs of the second-lowest card stay together.
const BATCH: usize = 1 << 13;

impl Evaluator {
    /// Passes on the ranks of all hands of K French cards, 5 to 7, in the order of their
    /// [numbers](crate::cards::combinations), some thousands at a time.
    pub fn walk<const K: usize>(&self, report: impl FnMut(&[u16])) {
        let mut walk = Walk::<K, _> {
            evaluator: self,
            rows: &self.rows::<K>(),
            ranks: vec![0; BATCH + LONGEST],
            length: 0,
            report,
        };
        walk.upper(K - 2, Card::FRENCH, Key::NONE, 0);
        (walk.report)(&walk.ranks[..walk.length]);
    }

    /// A row for each multiset of K − 1 ranks, by its number: the ranks of K cards, by the rank of one more.
    fn rows<const K: usize>(&self) -> Vec<u16> {
        #[allow(clippy::cast_possible_truncation, reason = "at most C(18,6)")]
        let count = choose(SUIT + K - 2, K - 1) as usize;
        let mut rows = vec![0; SUIT * count + ROW - SUIT];
        self.enter_rows::<K>(&mut rows, Key::NONE, 0, K - 1);
        rows
    }

    /// Enters the row of every multiset that grows from this one by this number of cards, of ranks from `lowest` up.
    fn enter_rows<const K: usize>(&self, rows: &mut [u16], key: Key, lowest: u8, left: usize) {
        if left == 0 {
            let start = SUIT * usize::from(self.number(K - 1, key));
            let row = (0..).zip(&mut rows[start..][..SUIT]);
            row.for_each(|(rank, slot)| *slot = self.unsuited(K, key.with_rank(rank)));
        }
        for rank in lowest..RANKS {
            let mut key = key;
            for copy in 1..=left.min(4) {
                key = key.with_rank(rank);
                self.enter_rows::<K>(rows, key, rank + 1, left - copy);
            }
        }
    }
}

struct Walk<'a, const K: usize, Tell> {
    evaluator: &'a Evaluator,
    rows: &'a [u16],
    ranks: Vec<u16>,
    length: usize,
    report: Tell,
}

impl<const K: usize, Tell: FnMut(&[u16])> Walk<'_, K, Tell> {
    /// Goes through every way to choose this many upper cards below another, and two lower ones below them. The cards
    /// already chosen are in the key, and in `held`, one bit each.
    fn upper(&mut self, left: usize, below: u8, key: Key, held: u64) {
        if left == 0 {
            return self.runs(below, key, held);
        }
        for index in 0..below {
            let Some(card) = Card::from_index(index) else { return };
            self.upper(left - 1, index, key.with(card), held | 1 << index);
        }
    }

    /// The run of the lowest card for each second-lowest one.
    fn runs(&mut self, below: u8, key: Key, held: u64) {
        let (evaluator, rows) = (self.evaluator, self.rows);
        for index in 1..below {
            let Some(card) = Card::from_index(index) else { return };
            let key = key.with(card);
            let row = &rows[SUIT * usize::from(evaluator.number(K - 1, key))..][..ROW];
            let run = &mut self.ranks[self.length..][..LONGEST];
            let length = usize::from(index);
            run[..ROW].copy_from_slice(row);
            for suits_below in 1..4 {
                if length > suits_below * SUIT {
                    run[suits_below * SUIT..][..ROW].copy_from_slice(row);
                }
            }
            if let Some(suit) = key.with_suit_of(card).flush() {
                self.patch(suit, length, held | 1 << index);
            }
            self.length += length;
        }
        if self.length >= ENOUGH {
            (self.report)(&self.ranks[..self.length]);
            self.length = 0;
        }
    }

    /// Puts flushes into a run whose upper cards have four or more of a suit.
    fn patch(&mut self, suit: u8, length: usize, held: u64) {
        let run = &mut self.ranks[self.length..][..length];
        let lowest = SUIT * usize::from(suit);
        #[allow(clippy::cast_possible_truncation, reason = "what is above the suit is cut off")]
        let ranks = (held >> lowest) as u16 % (1 << SUIT);
        if ranks.count_ones() > 4 {
            run.fill(self.evaluator.flush(ranks));
        }
        for (rank, slot) in run.iter_mut().skip(lowest).enumerate() {
            *slot = self.evaluator.flush(ranks | 1 << rank);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::combinations;
    use crate::games::holdem::category::Category;
    use crate::games::holdem::ranks;

    #[test]
    fn a_walk_through_five_cards_is_the_rank_table() {
        let mut walked = Vec::with_capacity(ranks::HANDS);
        Evaluator::ready().walk::<5>(|ranks| walked.extend_from_slice(ranks));
        assert_eq!(walked, ranks::table().numbers());
    }

    #[test]
    fn a_walk_through_six_cards_gives_the_result_of_each_hand() {
        let evaluator = Evaluator::ready();
        let mut hands = combinations::subsets::<6>(Card::FRENCH);
        evaluator.walk::<6>(|ranks| {
            let alone = hands.by_ref().take(ranks.len());
            let alone = alone.map(|hand| evaluator.rank(&hand.map(|index| Card::from_index(index).unwrap())));
            assert!(alone.eq(ranks.iter().copied()));
        });
        assert_eq!(hands.next(), None);
    }

    /// The well-known counts; and the first hand of every batch, evaluated by itself.
    #[test]
    fn a_walk_through_seven_cards_meets_every_hand_once() {
        let evaluator = Evaluator::ready();
        let mut hands = [0u64; 9];
        let mut classes = vec![0u64; usize::from(ranks::CLASSES) + 1];
        let mut number = 0u64;
        evaluator.walk::<7>(|ranks| {
            for &rank in ranks {
                classes[usize::from(rank)] += 1;
            }
            let hand = combinations::subset::<7>(number).unwrap();
            let alone = evaluator.rank(&hand.map(|index| Card::from_index(index).unwrap()));
            assert_eq!(ranks[0], alone, "hand {number}");
            number += ranks.len() as u64;
        });
        assert_eq!(number, combinations::choose(52, 7));
        for (rank, &count) in (0..).zip(&classes).skip(1) {
            hands[Category::of_rank(rank) as usize] += count;
        }
        hands.reverse();
        let known =
            [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460];
        assert_eq!(hands, known);
        assert_eq!(classes.iter().filter(|&&hands| hands > 0).count(), 4_824);
    }
}
