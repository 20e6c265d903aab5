//! Many seven-card hands at once, in the wide registers of x86-64: the one place with `unsafe` in the rules.
//!
//! A block of hands is turned into seven registers, each of which holds one card of every hand. A network of minima
//! and maxima sorts the ranks of all hands together; what a rank contributes to its hand's number at its place is
//! looked up inside a register, and the number is the sum. What is left to do outside is one look-up a hand. Suits
//! are counted beside it.
#![allow(
    unsafe_code,
    reason = "registers are filled and emptied by address, and only where the machine has them"
)]

use crate::cards::card::Card;

/// The most hands of a block.
pub(super) const MOST: usize = 64;

/// What is found out of a block of hands. What lies beyond the block's [width](Lanes::width) means nothing.
pub(super) struct Block {
    /// The number of each hand's multiset of ranks.
    pub(super) numbers: [u16; MOST],
    /// A bit for each hand that has five cards of a suit, the lowest for the first.
    pub(super) flushes: u64,
}

/// Registers that this machine has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    width: usize,
    /// Judges a block.
    ///
    /// # Safety
    /// The machine has the registers.
    judge: unsafe fn(&[[Card; 7]]) -> Block,
}

impl Lanes {
    /// Every kind that this machine has, the widest first.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi");
        let avx512 = Self { width: avx512::WIDTH, judge: avx512::judge };
        let avx2 = Self { width: avx2::WIDTH, judge: avx2::judge };
        let kinds = [(has_512, avx512), (is_x86_feature_detected!("avx2"), avx2)];
        kinds.into_iter().filter(|&(is_here, _)| is_here).map(|(_, lanes)| lanes)
    }

    /// Every kind that this machine has: none that is known here.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }

    /// How many hands make a block.
    pub(super) fn width(self) -> usize {
        self.width
    }

    /// Judges a block of as many hands as these registers hold.
    pub(super) fn judge(self, hands: &[[Card; 7]]) -> Block {
        assert_eq!(hands.len(), self.width, "a block is whole");
        // SAFETY: `all`, which alone makes `Lanes`, has asked the machine for these registers.
        unsafe { (self.judge)(hands) }
    }
}

#[cfg(target_arch = "x86_64")]
mod tables {
    use crate::cards::combinations::choose;

    /// The comparators, in order, that sort seven things: the lower of two to the first place.
    pub(super) const NETWORK: [(usize, usize); 16] = [
        (1, 2),
        (3, 4),
        (5, 6),
        (0, 2),
        (3, 5),
        (4, 6),
        (0, 1),
        (4, 5),
        (2, 6),
        (0, 4),
        (1, 5),
        (0, 3),
        (2, 5),
        (1, 3),
        (2, 4),
        (2, 3),
    ];

    /// A table of sixteen bytes, once for every 16 bytes of a register of `WIDTH`.
    pub(super) const fn repeated<const WIDTH: usize>(table: [u8; 16]) -> [u8; WIDTH] {
        let mut all = [0; WIDTH];
        let mut at = 0;
        while at < WIDTH {
            all[at] = table[at % 16];
            at += 1;
        }
        all
    }

    /// What the ranks from the deuce up contribute to a number at this place: the byte of it.
    #[allow(clippy::cast_possible_truncation, reason = "all but the byte is cut off")]
    const fn contributions(place: usize, byte: usize) -> [u8; 16] {
        let mut table = [0; 16];
        let mut rank = 0;
        while rank < 13 {
            table[rank] = (choose(rank + place, place + 1) >> (8 * byte)) as u8;
            rank += 1;
        }
        table
    }

    /// The two bytes of what ranks contribute, place by place.
    pub(super) const fn halves<const WIDTH: usize>() -> [[[u8; WIDTH]; 2]; 7] {
        let mut halves = [[[0; WIDTH]; 2]; 7];
        let mut place = 0;
        while place < 7 {
            halves[place] = [repeated(contributions(place, 0)), repeated(contributions(place, 1))];
            place += 1;
        }
        halves
    }

    /// By suit: the number of its deuce.
    pub(super) const DEUCES: [u8; 16] = [0, 13, 26, 39, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    /// By suit: four bits that count the first and the second, and four bits for the third and the fourth.
    pub(super) const COUNTS: [[u8; 16]; 2] = [
        [1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    /// What the counts start from, so that the fifth card of a suit sets the highest of its four bits.
    pub(super) const START: u8 = 0x33;
}

/// How a block is judged, in words that each width of register has its own instructions for.
///
/// `load` gives eight registers; each of their lanes of 16 bytes holds two hands, as seven pairs of bytes. After the
/// transposition a lane has, for one of the seven cards, a pair from each of the eight.
#[cfg(target_arch = "x86_64")]
macro_rules! judge {
    ($features:literal) => {
        /// Judges a block.
        ///
        /// # Safety
        /// The machine has these registers, and there are as many hands as their width.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn judge(hands: &[[Card; 7]]) -> Block {
            // SAFETY: there are as many hands as `load` reads.
            let cards = transposed(unsafe { load(hands.as_ptr().cast()) });
            let mut counts = [bytes(&[tables::START; WIDTH]); 2];
            let mut ranks = cards;
            for (rank, card) in ranks.iter_mut().zip(cards) {
                let suit = suit(card);
                *rank = subtract(card, look_up(bytes(&DEUCES), suit));
                for (count, table) in counts.iter_mut().zip(&COUNTS) {
                    *count = add(*count, look_up(bytes(table), suit));
                }
            }
            for (low, high) in tables::NETWORK {
                (ranks[low], ranks[high]) = (min(ranks[low], ranks[high]), max(ranks[low], ranks[high]));
            }
            let numbers = numbers(ranks);
            Block { numbers, flushes: flags(or(counts[0], counts[1])) }
        }

        static DEUCES: [u8; WIDTH] = tables::repeated(tables::DEUCES);
        static COUNTS: [[u8; WIDTH]; 2] =
            [tables::repeated(tables::COUNTS[0]), tables::repeated(tables::COUNTS[1])];
        static HALVES: [[[u8; WIDTH]; 2]; 7] = tables::halves();

        /// Card by card instead of hand by hand: eight by eight pairs of bytes change places in every lane.
        #[inline]
        #[target_feature(enable = $features)]
        fn transposed(rows: [Register; 8]) -> [Register; 7] {
            let [a, b, c, d, e, f, g, h] = rows;
            let (ab, cd, ef, gh) = (low_pairs(a, b), low_pairs(c, d), low_pairs(e, f), low_pairs(g, h));
            let (a_d, e_h) = (low_fours(ab, cd), low_fours(ef, gh));
            let (zero, one) = (low_eights(a_d, e_h), high_eights(a_d, e_h));
            let (a_d, e_h) = (high_fours(ab, cd), high_fours(ef, gh));
            let (two, three) = (low_eights(a_d, e_h), high_eights(a_d, e_h));
            let (ab, cd, ef, gh) = (high_pairs(a, b), high_pairs(c, d), high_pairs(e, f), high_pairs(g, h));
            let (a_d, e_h) = (low_fours(ab, cd), low_fours(ef, gh));
            let (four, five) = (low_eights(a_d, e_h), high_eights(a_d, e_h));
            let (a_d, e_h) = (high_fours(ab, cd), high_fours(ef, gh));
            [zero, one, two, three, four, five, low_eights(a_d, e_h)]
        }

        /// Suits from the numbers of cards: a thirteenth is five sixty-fourths, nearly enough below 52.
        #[inline]
        #[target_feature(enable = $features)]
        fn suit(card: Register) -> Register {
            let twice = add(card, card);
            let five_times = add(add(twice, twice), card);
            and(shift_right::<6>(five_times), bytes(&[3; WIDTH]))
        }

        /// The numbers of multisets of ranks, given in ascending order.
        #[inline]
        #[target_feature(enable = $features)]
        fn numbers(ranks: [Register; 7]) -> [u16; MOST] {
            let none = bytes(&[0; WIDTH]);
            let (mut first, mut second) = (none, none);
            for (rank, [low, high]) in ranks.into_iter().zip(&HALVES) {
                let (low, high) = (look_up(bytes(low), rank), look_up(bytes(high), rank));
                first = add_pairs(first, low_bytes(low, high));
                second = add_pairs(second, high_bytes(low, high));
            }
            in_order(first, second)
        }
    };
}

/// 64 hands in registers of 64 bytes.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i as Register, _mm512_add_epi8 as add, _mm512_add_epi16 as add_pairs, _mm512_and_si512 as and,
        _mm512_loadu_epi8 as load_bytes, _mm512_maskz_loadu_epi8 as load_some, _mm512_max_epu8 as max,
        _mm512_min_epu8 as min, _mm512_movepi8_mask as highest_bits, _mm512_or_si512 as or,
        _mm512_permutexvar_epi8 as pick_bytes, _mm512_permutexvar_epi16 as pick_pairs,
        _mm512_permutexvar_epi32 as pick_fours, _mm512_shuffle_epi8 as look_up,
        _mm512_slli_epi16 as shift_left, _mm512_srli_epi16 as shift_right,
        _mm512_storeu_epi16 as store_pairs, _mm512_sub_epi8 as subtract, _mm512_unpackhi_epi8 as high_bytes,
        _mm512_unpackhi_epi16 as high_pairs, _mm512_unpackhi_epi32 as high_fours,
        _mm512_unpackhi_epi64 as high_eights, _mm512_unpacklo_epi8 as low_bytes,
        _mm512_unpacklo_epi16 as low_pairs, _mm512_unpacklo_epi32 as low_fours,
        _mm512_unpacklo_epi64 as low_eights,
    };

    use super::{Block, Card, MOST, tables};

    pub(super) const WIDTH: usize = 64;
    /// The bytes of eight hands, of which each register is filled.
    const EIGHT_HANDS: usize = 8 * 7;

    judge!("avx512f,avx512bw,avx512vbmi");

    /// Eight hands a register: lane l has the hands 2l and 2l + 1.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    unsafe fn load(hands: *const i8) -> [Register; 8] {
        static PAIRED: [u8; WIDTH] = paired();
        let mut rows = [bytes(&PAIRED); 8];
        for (place, row) in rows.iter_mut().enumerate() {
            // SAFETY: the caller has 64 hands, eight for each of the rows; no byte beyond eight is read.
            let eight = unsafe { load_some((1 << EIGHT_HANDS) - 1, hands.add(EIGHT_HANDS * place)) };
            *row = pick_bytes(*row, eight);
        }
        rows
    }

    /// Where each byte of a row comes from.
    #[allow(clippy::cast_possible_truncation, reason = "below 64")]
    const fn paired() -> [u8; WIDTH] {
        let mut from = [0; WIDTH];
        let mut at = 0;
        while at < WIDTH {
            let (lane, card, hand) = (at / 16, at % 16 / 2, at % 2);
            if card < 7 {
                from[at] = (7 * (2 * lane + hand) + card) as u8;
            }
            at += 1;
        }
        from
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn bytes(table: &[u8; WIDTH]) -> Register {
        // SAFETY: as many bytes are read as the table has.
        unsafe { load_bytes(table.as_ptr().cast()) }
    }

    /// Puts the pairs back that lie by lane, then by row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn in_order(first: Register, second: Register) -> [u16; MOST] {
        static BY_ROW: [u32; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
        let mut numbers = [0; MOST];
        // SAFETY: 16 numbers of four bytes are read, and twice 32 of two bytes written, as there are.
        unsafe {
            let by_row = load_bytes(BY_ROW.as_ptr().cast());
            store_pairs(numbers.as_mut_ptr().cast(), pick_fours(by_row, first));
            store_pairs(numbers.as_mut_ptr().add(WIDTH / 2).cast(), pick_fours(by_row, second));
        }
        numbers
    }

    /// A bit for each hand of whose counts one has its highest bit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn flags(counts: Register) -> u64 {
        static BY_ROW: [u16; 32] = [
            0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14,
            22, 30, 7, 15, 23, 31,
        ];
        // SAFETY: 32 numbers of two bytes are read, as there are.
        let by_row = unsafe { load_bytes(BY_ROW.as_ptr().cast()) };
        highest_bits(pick_pairs(by_row, or(counts, shift_left::<4>(counts))))
    }
}

/// 32 hands in registers of 32 bytes.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i as Register, _mm_loadu_si128 as load_lane, _mm256_add_epi8 as add,
        _mm256_add_epi16 as add_pairs, _mm256_and_si256 as and, _mm256_loadu_si256 as load_bytes,
        _mm256_max_epu8 as max, _mm256_min_epu8 as min, _mm256_movemask_epi8 as highest_bits,
        _mm256_or_si256 as or, _mm256_permute4x64_epi64 as pick_eights, _mm256_set_m128i as lanes,
        _mm256_shuffle_epi8 as look_up, _mm256_slli_epi16 as shift_left, _mm256_srli_epi16 as shift_right,
        _mm256_storeu_si256 as store_bytes, _mm256_sub_epi8 as subtract, _mm256_unpackhi_epi8 as high_bytes,
        _mm256_unpackhi_epi16 as high_pairs, _mm256_unpackhi_epi32 as high_fours,
        _mm256_unpackhi_epi64 as high_eights, _mm256_unpacklo_epi8 as low_bytes,
        _mm256_unpacklo_epi16 as low_pairs, _mm256_unpacklo_epi32 as low_fours,
        _mm256_unpacklo_epi64 as low_eights,
    };

    use super::{Block, Card, MOST, tables};

    pub(super) const WIDTH: usize = 32;

    judge!("avx2");

    /// Two hands a lane: row by row, the first lanes have the hands 0–7 and 16–23, the second ones 8–15 and 24–31.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn load(hands: *const i8) -> [Register; 8] {
        // The second lane's 16 bytes begin two bytes before its hands, so that none beyond the last hand is read.
        static PAIRED: [u8; WIDTH] = [
            0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 0, 0, //
            2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 7, 14, 8, 15, 2, 2,
        ];
        let mut rows = [bytes(&PAIRED); 8];
        for (place, row) in rows.iter_mut().enumerate() {
            let first = if place < 4 { 2 * place } else { 2 * place + 8 };
            // SAFETY: the caller has 32 hands of 7 bytes. The furthest loads are of the bytes 154–169 and 208–223.
            let both = unsafe {
                lanes(
                    load_lane(hands.add(7 * (first + 8) - 2).cast()),
                    load_lane(hands.add(7 * first).cast()),
                )
            };
            *row = look_up(both, *row);
        }
        rows
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn bytes(table: &[u8; WIDTH]) -> Register {
        // SAFETY: as many bytes are read as the table has.
        unsafe { load_bytes(table.as_ptr().cast()) }
    }

    /// The rows were loaded so that the numbers lie in order.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn in_order(first: Register, second: Register) -> [u16; MOST] {
        let mut numbers = [0; MOST];
        // SAFETY: twice 16 numbers of two bytes are written; there are 64.
        unsafe {
            store_bytes(numbers.as_mut_ptr().cast(), first);
            store_bytes(numbers.as_mut_ptr().add(WIDTH / 2).cast(), second);
        }
        numbers
    }

    /// A bit for each hand of whose counts one has its highest bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    #[allow(clippy::cast_sign_loss, reason = "it is 32 bits")]
    fn flags(counts: Register) -> u64 {
        let set = or(counts, shift_left::<4>(counts));
        u64::from(highest_bits(pick_eights::<0b11_01_10_00>(set)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::deck::Deck;
    use crate::games::holdem::evaluate::evaluator::Evaluator;
    use crate::games::holdem::evaluate::key::Key;

    /// Hands of all kinds: from shuffled decks, and then flushes of every suit.
    fn hands() -> Vec<[Card; 7]> {
        let decks = (0..=255).map(|seed| Deck::shuffled(Card::french().collect(), [seed; 32]));
        let any = decks.flat_map(|deck| deck.cards.as_chunks().0.to_vec());
        let suited = Card::french().collect::<Vec<_>>();
        any.chain(suited.windows(7).map(|seven| seven.try_into().unwrap())).collect()
    }

    #[test]
    fn every_lane_says_what_one_hand_alone_would() {
        let (evaluator, hands) = (Evaluator::ready(), hands());
        for lanes in Lanes::all() {
            let mut flushes = 0;
            for block in hands.windows(lanes.width()).step_by(7) {
                let judged = lanes.judge(block);
                for (lane, hand) in block.iter().enumerate() {
                    let key = Key::of(hand);
                    assert_eq!(judged.numbers[lane], evaluator.number(7, key), "{lanes:?}, lane {lane}");
                    assert_eq!(
                        judged.flushes >> lane & 1 == 1,
                        key.flush().is_some(),
                        "{lanes:?}, lane {lane}"
                    );
                }
                assert_eq!(judged.flushes.checked_shr(u32::try_from(lanes.width()).unwrap()).unwrap_or(0), 0);
                flushes += judged.flushes.count_ones();
            }
            assert!(flushes > 0);
        }
    }

    /// What is read lies within the block: the last one ends with its page or its vector, and stands alone.
    #[test]
    fn a_batch_of_any_length_is_the_hands_one_by_one() {
        let (evaluator, hands) = (Evaluator::ready(), hands());
        for length in (0..200).chain([hands.len()]) {
            let hands = hands[hands.len() - length..].to_vec().into_boxed_slice();
            let mut ranks = vec![0; length];
            evaluator.batch(&hands, &mut ranks);
            assert!(ranks.iter().zip(&hands).all(|(&rank, hand)| rank == evaluator.rank(hand)));
        }
        let mut ranks = [0; 3];
        evaluator.batch(&hands, &mut ranks);
        assert!(ranks.iter().all(|&rank| rank > 0), "as many as there are of both");
    }

    #[test]
    fn cards_of_other_games_do_no_harm() {
        for lanes in Lanes::all() {
            lanes.judge(&vec![[Card::BIG_JOKER; 7]; lanes.width()]);
        }
    }

    #[test]
    #[should_panic(expected = "a block is whole")]
    fn a_broken_block_is_not_read() {
        match Lanes::all().next() {
            Some(lanes) => drop(lanes.judge(&vec![[Card::BIG_JOKER; 7]; lanes.width() - 1])),
            None => panic!("a block is whole, where there is none"),
        }
    }

    /// By the zero-one principle (Knuth, TAOCP vol. 3, section 5.3.4, theorem Z): what sorts zeros and ones sorts all.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_network_sorts() {
        for bits in 0..1 << 7 {
            let mut things: [u8; 7] = std::array::from_fn(|place| bits >> place & 1);
            for (low, high) in tables::NETWORK {
                (things[low], things[high]) = (things[low].min(things[high]), things[low].max(things[high]));
            }
            assert!(things.is_sorted(), "{bits:07b}");
        }
    }
}
