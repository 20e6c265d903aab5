//! Many seven-card hands at once, in the wide registers of x86-64. This is the only `unsafe` code in the rules.
//!
//! A block of hands is turned into seven registers, each of which holds one card of every hand. A network of minima and
//! maxima sorts the ranks of all hands together. The summand of a rank at its position is looked up inside a register,
//! and the sum is the hand's number. Only one look-up a hand is left to do outside. Suits are counted
//! separately.
#![allow(
    unsafe_code,
    reason = "registers are filled and emptied by address, and only where the machine has them"
)]

use crate::cards::card::Card;

/// The most hands of a block.
pub(super) const MOST: usize = 64;

/// The results for a block of hands. Entries beyond the block's [width](Lanes::width) are meaningless.
pub(super) struct Block {
    /// The number of each hand's multiset of ranks.
    pub(super) numbers: [u16; MOST],
    /// One bit for each hand: whether it has five cards of a suit. The lowest bit is the first hand's.
    pub(super) flushes: u64,
}

/// Registers of this machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    width: usize,
    /// Evaluates a block.
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

    /// No kind is known for this machine.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }

    /// The number of hands in a block.
    pub(super) fn width(self) -> usize {
        self.width
    }

    /// Evaluates a block of as many hands as these registers hold.
    pub(super) fn judge(self, hands: &[[Card; 7]]) -> Block {
        assert_eq!(hands.len(), self.width, "a block is whole");
        // SAFETY: only `all` makes `Lanes`, and it has checked that the machine has these registers.
        unsafe { (self.judge)(hands) }
    }
}

/// How a block is evaluated, in terms of operations that each width of register implements.
///
/// `load` gives eight registers; each of their lanes of 16 bytes holds two hands, as seven pairs of bytes. After the
/// transposition a lane has, for one of the seven cards, a pair from each of the eight.
#[cfg(target_arch = "x86_64")]
macro_rules! judge {
    ($features:literal) => {
        /// Evaluates a block.
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

        /// Transposes: from hand by hand to card by card, eight by eight pairs of bytes in every lane.
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

        /// Suits from the numbers of cards: 1/13 is close enough to 5/64 for numbers below 52.
        #[inline]
        #[target_feature(enable = $features)]
        fn suit(card: Register) -> Register {
            let twice = add(card, card);
            let five_times = add(add(twice, twice), card);
            and(shift_right::<6>(five_times), bytes(&[3; WIDTH]))
        }

        /// The numbers of multisets of ranks, which are given in ascending order.
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

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod tables;

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
    fn every_lane_gives_the_result_of_a_single_hand() {
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

    /// No byte outside the block is read: the last one ends with its page or its vector.
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

    /// By the zero-one principle (Knuth, TAOCP vol. 3, section 5.3.4, theorem Z): a network that sorts zeros and ones
    /// sorts everything.
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
