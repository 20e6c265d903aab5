//! The rank of five, six or seven cards, straight from small tables.
//!
//! A hand without a flush is a multiset of ranks. Its number in the combinatorial number system is the sum of two
//! summands, one of its low ranks and one of its high ranks. Each is looked up by its half of the [`Key`]; the rank is
//! looked up by that number.
//! A flush is decided by the ranks of its suit alone: seven cards with four of a kind or a full house cannot have five
//! cards of a suit, so nothing better is overlooked.

use std::ops::Range;
use std::sync::OnceLock;

use super::key::{self, Key, LOW_RANKS};
use super::lanes::Lanes;
use crate::cards::card::Card;
use crate::cards::combinations::{self, choose};
use crate::games::holdem::ranks::Classes;

/// How many ranks there are.
const RANKS: u8 = 13;
/// How many cards of a rank there are.
const SUITS: usize = 4;
/// The most cards of a hand.
const MOST: usize = 7;
/// The fewest cards whose multisets of ranks are numbered; the table of five-card hands is built from them.
const FEWEST: usize = 4;

/// The size for one rank more than [`MOST`] needs, so that every `u16` is in the table and no look-up can miss.
const EVERY: usize = 1 << 16;
/// More than any sum over the high ranks, as a power of two.
const HIGH: usize = 1 << 14;
/// More than C(18,6) multisets of six ranks, as a power of two.
const SIXES: usize = 1 << 15;
/// More than C(17,5) multisets of five ranks, as a power of two.
const FIVES: usize = 1 << 13;
/// How many multisets are computed at once. The last ones of each row may be too many; the next row overwrites them.
const TOGETHER: usize = 8;
/// The sets of ranks.
const SETS: usize = 1 << RANKS;

/// The tables of the evaluator: half a megabyte, of which a third is ever read.
pub struct Evaluator {
    low: Box<[u16; EVERY]>,
    high: [Box<[u16; HIGH]>; MOST - FEWEST + 1],
    five: Box<[u16; FIVES]>,
    six: Box<[u16; SIXES]>,
    seven: Box<[u16; EVERY]>,
    flush: Box<[u16; SETS]>,
    lanes: Option<Lanes>,
}

static READY: OnceLock<Evaluator> = OnceLock::new();

impl Evaluator {
    /// The evaluator of this process, computed at its first use in less than a millisecond. It is a constant, like the
    /// rank table.
    pub fn ready() -> &'static Self {
        READY.get_or_init(Self::compute)
    }

    /// Computes the tables from the rules.
    pub fn compute() -> Self {
        let classes = Classes::new();
        let five = fives(&classes);
        let six = grown::<5, SIXES>(&five[..]);
        let seven = grown::<6, EVERY>(&six[..]);
        let high = std::array::from_fn(|place| high_contributions(FEWEST + place));
        Self {
            low: low_contributions(),
            high,
            five,
            six,
            seven,
            flush: flushes(&classes),
            lanes: Lanes::all().next(),
        }
    }

    /// The rank, 1–7462, of five to seven different French cards. For other cards the result is meaningless.
    #[inline]
    pub fn rank<const K: usize>(&self, hand: &[Card; K]) -> u16 {
        const { assert!(K >= 5 && K <= MOST, "a hand is made of 5 to 7 cards") };
        let key = Key::of(hand);
        match key.flush() {
            None => self.unsuited(K, key),
            Some(suit) => self.suited(hand, suit),
        }
    }

    /// The ranks of many hands, in their order; as many as both slices have. Seven-card hands use the widest registers
    /// of the machine.
    pub fn batch<const K: usize>(&self, hands: &[[Card; K]], ranks: &mut [u16]) {
        let most = hands.len().min(ranks.len());
        let (hands, ranks) = (&hands[..most], &mut ranks[..most]);
        match self.lanes {
            Some(lanes) if K == 7 => self.by_blocks(lanes, hands.as_flattened().as_chunks().0, ranks),
            _ => self.one_by_one(hands, ranks),
        }
    }

    fn one_by_one<const K: usize>(&self, hands: &[[Card; K]], ranks: &mut [u16]) {
        hands.iter().zip(ranks).for_each(|(hand, rank)| *rank = self.rank(hand));
    }

    /// As many whole blocks as there are, and the rest one by one.
    fn by_blocks(&self, lanes: Lanes, hands: &[[Card; 7]], ranks: &mut [u16]) {
        let (blocks, slots) = (hands.chunks_exact(lanes.width()), ranks.chunks_exact_mut(lanes.width()));
        let rest = blocks.remainder();
        for (hands, ranks) in blocks.zip(slots) {
            let mut block = lanes.judge(hands);
            let numbered = ranks.iter_mut().zip(block.numbers);
            numbered.for_each(|(rank, number)| *rank = self.seven[usize::from(number)]);
            while block.flushes != 0 {
                let place = block.flushes.trailing_zeros() as usize;
                ranks[place] = self.rank(&hands[place]);
                block.flushes &= block.flushes - 1;
            }
        }
        let done = hands.len() - rest.len();
        self.one_by_one(rest, &mut ranks[done..]);
    }

    /// The rank of 5 to 7 cards by their ranks alone.
    #[inline]
    pub fn unsuited(&self, cards: usize, key: Key) -> u16 {
        let number = usize::from(self.number(cards, key));
        match cards {
            5 => self.five[number % FIVES],
            6 => self.six[number % SIXES],
            _ => self.seven[number],
        }
    }

    /// The number of the multiset of ranks of 4 to 7 cards.
    #[inline]
    pub fn number(&self, cards: usize, key: Key) -> u16 {
        let high = &self.high[cards - FEWEST];
        self.low[usize::from(key.low())].wrapping_add(high[usize::from(key.high()) % HIGH])
    }

    /// The rank of a flush, by the cards of its suit.
    #[cold]
    fn suited(&self, hand: &[Card], suit: u8) -> u16 {
        let suited = hand.iter().filter(|card| card.index() / RANKS == suit);
        self.flush(suited.fold(0, |ranks, card| ranks | 1 << (card.index() % RANKS)))
    }

    /// The rank of the flush of these ranks: five to seven bits, the lowest for the deuce.
    #[inline]
    pub fn flush(&self, ranks: u16) -> u16 {
        self.flush[usize::from(ranks) % SETS]
    }
}

/// A table of zeros.
#[allow(clippy::large_stack_arrays, reason = "optimised builds make it in its box; 128 KiB fit any stack")]
#[allow(clippy::unnecessary_box_returns, reason = "it would be moved there at once")]
fn zeros<const N: usize>() -> Box<[u16; N]> {
    Box::new([0; N])
}

/// The rank of each multiset of five ranks; the worst value if no five cards have them.
fn fives(classes: &Classes) -> Box<[u16; FIVES]> {
    let mut five = zeros();
    for (slot, &rank) in five.iter_mut().zip(classes.offsuit()) {
        *slot = if rank == 0 { u16::MAX } else { rank };
    }
    five
}

/// The rank of each multiset of one rank more than `UPPER`, from those of `UPPER`: the best of the multisets that are
/// left when one card is taken away.
///
/// Multisets are numbered as sets, each rank increased by its position. All that share their upper cards are adjacent,
/// ordered by their lowest card. So are those that are left, for each upper card that is taken away.
#[allow(clippy::unnecessary_box_returns, reason = "it is made in its box")]
fn grown<const UPPER: usize, const N: usize>(less: &[u16]) -> Box<[u16; N]> {
    let mut more = zeros();
    let mut number = 0;
    #[allow(clippy::cast_possible_truncation, reason = "at most 6")]
    let moved_up = UPPER as u8;
    for (&without_lowest, upper) in less.iter().zip(combinations::subsets::<UPPER>(RANKS + moved_up - 1)) {
        let starts = starts_without_one(upper);
        let count = usize::from(upper[0]) + 1;
        for done in (0..count).step_by(TOGETHER) {
            let mut best = [without_lowest; TOGETHER];
            for start in starts {
                let ranks = less[start + done..].first_chunk::<TOGETHER>().into_iter().flatten();
                best.iter_mut().zip(ranks).for_each(|(best, &rank)| *best = rank.min(*best));
            }
            more[number + done..][..TOGETHER].copy_from_slice(&best);
        }
        number += count;
    }
    more
}

/// Where the numbers of the remaining multisets begin, for each of the upper cards that is taken away. They are a set
/// again. Below another card they increase by one, unless they are above the missing one.
fn starts_without_one<const UPPER: usize>(upper: [u8; UPPER]) -> [usize; UPPER] {
    let below = |place: usize| choose(usize::from(upper[place]) + 1, place + 2);
    let above = |place: usize| choose(usize::from(upper[place]), place + 1);
    let mut start: u64 = (1..UPPER).map(above).sum();
    std::array::from_fn(|missing| {
        if missing > 0 {
            start = start + below(missing - 1) - above(missing);
        }
        usize::from(to_u16(start))
    })
}

/// The rank of the flush of each set of five to seven ranks.
fn flushes(classes: &Classes) -> Box<[u16; SETS]> {
    let mut flush = zeros();
    for set in combinations::subsets::<5>(RANKS) {
        let bits = set.iter().fold(0, |bits, rank| bits | 1 << rank);
        flush[bits] = classes.suited(set.map(|rank| rank + 2));
    }
    for cards in [6, 7] {
        for set in (0..SETS).filter(|set| set.count_ones() == cards) {
            let without_one = (0..RANKS).map(|rank| set & !(1 << rank)).filter(|&less| less != set);
            flush[set] = without_one.map(|less| flush[less]).min().unwrap_or_default();
        }
    }
    flush
}

/// The summand of the ranks 2–8 of a hand in its number. They come first, whatever is above them.
fn low_contributions() -> Box<[u16; EVERY]> {
    let mut low = zeros();
    for left in 0..=MOST {
        Part { place: 0, left, key: 0, number: 0 }.enter(&mut low[..], 0..LOW_RANKS);
    }
    low
}

/// The summand of the ranks 9–A of a hand with this many cards in its number, above the other ranks.
fn high_contributions(cards: usize) -> Box<[u16; HIGH]> {
    let mut high = zeros();
    for left in 0..=cards {
        Part { place: cards - left, left, key: 0, number: 0 }.enter(&mut high[..], LOW_RANKS..RANKS);
    }
    high
}

/// The part of a multiset in one half of the ranks, card by card from the lowest.
#[derive(Clone, Copy)]
struct Part {
    /// The position of the next card in the whole multiset.
    place: usize,
    /// How many cards are to come.
    left: usize,
    /// The sum of the cards so far, in their half of the key.
    key: usize,
    /// Their summand in the number.
    number: u64,
}

impl Part {
    /// Enters the number of every way to complete the part with these ranks.
    fn enter(self, table: &mut [u16], ranks: Range<u8>) {
        if self.left == 0 {
            table[self.key] = to_u16(self.number);
        }
        for rank in ranks.clone() {
            let mut part = self;
            for _ in 0..self.left.min(SUITS) {
                part = part.with(rank);
                part.enter(table, rank + 1..ranks.end);
            }
        }
    }

    fn with(self, rank: u8) -> Self {
        Self {
            place: self.place + 1,
            left: self.left - 1,
            key: self.key + key::weight(rank),
            number: self.number + choose(usize::from(rank) + self.place, self.place + 1),
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "numbers of multisets of ranks are below C(19,7)")]
const fn to_u16(number: u64) -> u16 {
    number as u16
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cards::deck::Deck;
    use crate::games::holdem::ranks;

    fn cards<const K: usize>(indices: [u8; K]) -> [Card; K] {
        indices.map(|index| Card::from_index(index).unwrap())
    }

    /// The best of all fives, by the rank table.
    fn by_table(hand: &[u8], table: &[u16]) -> u16 {
        let mut sorted = hand.to_vec();
        sorted.sort_unstable();
        let fives = combinations::subsets(u8::try_from(hand.len()).unwrap());
        let five = |places: [u8; 5]| places.map(|place| sorted[usize::from(place)]);
        let rank = |five| table[usize::try_from(combinations::number::<5>(five)).unwrap()];
        fives.map(|places| rank(five(places))).min().unwrap()
    }

    fn agree(evaluator: &Evaluator, table: &[u16], hand: [u8; 7]) {
        let (five, six) = (hand.first_chunk::<5>().unwrap(), hand.first_chunk::<6>().unwrap());
        assert_eq!(evaluator.rank(&cards(*five)), by_table(five, table), "{hand:?}");
        assert_eq!(evaluator.rank(&cards(*six)), by_table(six, table), "{hand:?}");
        assert_eq!(evaluator.rank(&cards(hand)), by_table(&hand, table), "{hand:?}");
    }

    #[test]
    fn every_five_card_hand_has_the_rank_of_the_table() {
        let evaluator = Evaluator::ready();
        let hands = combinations::subsets(Card::FRENCH).zip(ranks::table().numbers());
        assert!(hands.into_iter().all(|(hand, &rank)| evaluator.rank::<5>(&cards(hand)) == rank));
    }

    /// Without flushes: every multiset of seven ranks, as cards of which no suit has five.
    #[test]
    fn every_multiset_of_ranks_has_the_rank_of_the_table() {
        let (evaluator, table) = (Evaluator::ready(), ranks::table().numbers());
        let mut seen = 0;
        for set in combinations::subsets::<7>(13 + 6) {
            let mut hand = set;
            (0..).zip(&mut hand).for_each(|(place, rank)| *rank -= place);
            if hand.windows(5).any(|five| five[0] == five[4]) {
                continue;
            }
            (0..).zip(&mut hand).for_each(|(place, rank)| *rank += 13 * (place % 4));
            agree(evaluator, table, hand);
            seen += 1;
        }
        assert_eq!(seen, 49_205);
    }

    /// With flushes: every set of five ranks of a suit, beside any two cards of others.
    #[test]
    fn every_flush_has_the_rank_of_the_table() {
        let (evaluator, table) = (Evaluator::ready(), ranks::table().numbers());
        for ranks in combinations::subsets::<5>(13) {
            for suit in 0..4 {
                let other_suit = 13 * ((suit + 1) % 4);
                let mut hand = [other_suit; 7];
                hand.iter_mut().zip(ranks).for_each(|(card, rank)| *card = 13 * suit + rank);
                hand[6] = other_suit + 7;
                agree(evaluator, table, hand);
            }
        }
        for (cards, ranks) in (1..1u16 << 13).map(|ranks| (ranks.count_ones(), ranks)) {
            if (5..=7).contains(&cards) {
                let suited: Vec<u8> = (0..13).filter(|rank| ranks >> rank & 1 == 1).collect();
                assert_eq!(evaluator.flush(ranks), by_table(&suited, table));
            }
        }
    }

    proptest! {
        #[test]
        fn any_hand_in_any_order_has_the_rank_of_the_table(
            hand in prop::sample::subsequence((0..52).collect::<Vec<u8>>(), 7).prop_shuffle(),
        ) {
            agree(Evaluator::ready(), ranks::table().numbers(), hand.try_into().unwrap());
        }
    }

    /// Each kind of registers of this machine, and the code without; another machine would choose one of these.
    #[test]
    fn a_batch_gives_the_same_ranks_by_any_registers() {
        let decks = (0..64).map(|seed| Deck::shuffled(Card::french().collect(), [seed; 32]));
        let hands: Vec<[Card; 7]> = decks.flat_map(|deck| deck.cards.as_chunks().0.to_vec()).collect();
        let expected: Vec<u16> = hands.iter().map(|hand| Evaluator::ready().rank(hand)).collect();
        for lanes in Lanes::all().map(Some).chain([None]) {
            let evaluator = Evaluator { lanes, ..Evaluator::compute() };
            let mut ranks = vec![0; hands.len()];
            evaluator.batch(&hands, &mut ranks);
            assert_eq!(ranks, expected, "{lanes:?}");
        }
    }

    #[test]
    fn cards_that_are_no_hand_do_no_harm() {
        let evaluator = Evaluator::ready();
        for card in Card::french().chain([Card::SMALL_JOKER, Card::BIG_JOKER]) {
            evaluator.rank(&[card; 5]);
            evaluator.rank(&[card; 7]);
        }
    }
}
