//! Known hands before the flop: how many of the boards each wins.
//!
//! The 1.7 million boards of two hands have only 6,175 multisets of ranks. Each multiset is compared once, as if there
//! were no flushes. It counts as often as the cards that are left can make it: in all, and with three, four or five
//! cards of each suit. If only one hand has a flush, ranks alone decide whether it wins: it loses to full houses and
//! better, and beats everything else. Boards are counted by their cards of the suit only if several hands have a flush,
//! or one has a straight flush. No board has three cards of two suits, so none is counted twice.

use std::array;

use super::boards::{BOARD, Beside, Pool, SUIT_BITS, SUITED};
use super::combo::Combo;
use super::tally::WinTally;
use crate::cards::combinations;
use crate::cards::set::CardSet;
use crate::games::holdem::evaluate::evaluator::Evaluator;
use crate::games::holdem::evaluate::key::Key;

/// More than the C(17,5) numbers of its multisets of ranks, as a power of two.
const BOARDS: usize = 1 << 13;
/// The rank of the worst straight flush, which beats everything else.
const STRAIGHT_FLUSH: u16 = 10;
/// The rank of the worst full house: a flush loses to this and better ones, and beats all worse ranks.
const FULL_HOUSE: u16 = 322;

/// Compares these hands, 2 to 10 of different cards, on every board without them and without the dead cards.
pub fn compare(hands: &[Combo], dead: CardSet, tally: &mut WinTally) {
    fn count<const N: usize>(hands: &[Combo], dead: CardSet, tally: &mut WinTally) {
        if let Some(&hands) = hands.first_chunk::<N>() {
            Matchup::new(hands, dead).count(tally.by_winners());
        }
    }
    let count = match hands.len() {
        2 => count::<2>,
        3 => count::<3>,
        4 => count::<4>,
        5 => count::<5>,
        6 => count::<6>,
        7 => count::<7>,
        8 => count::<8>,
        9 => count::<9>,
        _ => count::<10>,
    };
    count(hands, dead, tally);
}

/// The winners of a board without flushes.
#[derive(Clone, Copy, Default)]
struct Plain {
    /// The best rank.
    best: u16,
    /// The hands that have it: one bit each, the lowest for the first.
    winners: u16,
}

impl Plain {
    /// Whether a flush would lose.
    #[inline]
    fn beats_flushes(self) -> bool {
        self.best <= FULL_HOUSE
    }
}

struct Matchup<const N: usize> {
    evaluator: &'static Evaluator,
    /// The hands by their ranks.
    holes: [Key; N],
    /// The ranks that they have of each suit, one bit each.
    suited: [[u16; 4]; N],
    pool: Pool,
    /// By the number of a board's multiset of ranks.
    plain: Vec<Plain>,
}

/// The number of boards with three, four and five cards of a suit: first of spades and clubs, then of hearts and
/// diamonds, 32 bits each.
type Flushes = [[u64; 2]; 3];

/// The number of boards with this many cards of a suit.
fn of_flushes(flushes: &Flushes, suit: usize, suited: usize) -> u64 {
    flushes[suited - SUITED][suit % 2] >> (2 * SUIT_BITS * (suit / 2)) & 0xffff_ffff
}

/// Each way for a board to have this many cards of a suit: the ranks, one bit each, and as a key.
fn suited_sets(cards: usize) -> &'static [(u16, Key)] {
    const fn sets<const K: usize, const COUNT: usize>() -> [(u16, Key); COUNT] {
        let subsets = combinations::first::<K, COUNT>();
        let mut sets = [(0, Key::NONE); COUNT];
        let mut place = 0;
        while place < COUNT {
            let mut card = 0;
            while card < K {
                let (bits, key) = sets[place];
                let rank = subsets[place][card];
                sets[place] = (bits | 1 << rank, key.with_rank(rank));
                card += 1;
            }
            place += 1;
        }
        sets
    }
    static THREES: [(u16, Key); 286] = sets::<3, 286>();
    static FOURS: [(u16, Key); 715] = sets::<4, 715>();
    static FIVES: [(u16, Key); 1287] = sets::<5, 1287>();
    match cards {
        3 => &THREES,
        4 => &FOURS,
        _ => &FIVES,
    }
}

impl<const N: usize> Matchup<N> {
    fn new(hands: [Combo; N], dead: CardSet) -> Self {
        let gone = hands.iter().fold(dead, |gone, hand| gone.with(hand.set()));
        let suited = |suit: usize, hand: Combo| {
            let held = hand.cards().into_iter().filter(|card| usize::from(card.index() / 13) == suit);
            held.fold(0, |ranks, card| ranks | 1 << (card.index() % 13))
        };
        Self {
            evaluator: Evaluator::ready(),
            holes: hands.map(|hand| Key::of(&hand.cards())),
            suited: hands.map(|hand| array::from_fn(|suit| suited(suit, hand))),
            pool: Pool::without(gone),
            plain: vec![Plain::default(); BOARDS],
        }
    }

    fn count(mut self, won: &mut [u64]) {
        let flushes = self.count_plain(won);
        for suit in 0..4 {
            for suited in SUITED..=BOARD {
                let holders = self.holders(suit, suited);
                if holders != 0 {
                    let of = |sums: &[Flushes; 2]| sums.map(|of| of_flushes(&of, suit, suited));
                    settle(holders, flushes.iter().map(of), won);
                    self.go_through(suit, suited, holders, won);
                }
            }
        }
    }

    /// Counts all boards as if there were no flushes. Returns how many of them may have some, by the winners without
    /// flushes: first the boards that a flush would win, then the others.
    fn count_plain(&mut self, won: &mut [u64]) -> Vec<[Flushes; 2]> {
        const LOW_HALVES: u64 = 0x0000_ffff_0000_ffff;
        let mut flushes = vec![[Flushes::default(); 2]; 1 << N];
        let (evaluator, holes, plain) = (self.evaluator, self.holes, &mut self.plain);
        self.pool.boards(|boards| {
            for board in boards {
                let ranks = board.part.ranks;
                let here = best_of(&holes, |hole| evaluator.unsuited(7, hole.with_ranks(ranks)));
                plain[usize::from(evaluator.number(BOARD, ranks)) % BOARDS] = here;
                won[usize::from(here.winners)] += board.part.ways;
                let sums = &mut flushes[usize::from(here.winners)][usize::from(here.beats_flushes())];
                for (sums, counts) in sums.iter_mut().zip(board.suited) {
                    sums[0] += counts & LOW_HALVES;
                    sums[1] += counts >> SUIT_BITS & LOW_HALVES;
                }
            }
        });
        flushes
    }

    /// The hands that have a flush if the board has this many cards of a suit.
    fn holders(&self, suit: usize, on_board: usize) -> usize {
        let has_flush = |held: &[u16; 4]| held[suit].count_ones() as usize + on_board >= 5;
        let holders = self.suited.iter().enumerate().filter(|(_, held)| has_flush(held));
        holders.fold(0, |holders, (player, _)| holders | 1 << player)
    }

    /// Goes through the boards with this many cards of a suit if several hands have a flush, or one has a straight
    /// flush. Without a pair on the board only a better flush beats one.
    fn go_through(&self, suit: usize, suited: usize, holders: usize, won: &mut [u64]) {
        let is_alone = holders.is_power_of_two();
        let first = &self.suited[holders.trailing_zeros() as usize % N];
        let beside = self.pool.beside(suit, BOARD - suited);
        let gone = !self.pool.suits[suit];
        for &(on_board, key) in suited_sets(suited).iter().filter(|&&(ranks, _)| ranks & gone == 0) {
            // A set of fewer than five has rank 0. Subtracting one makes it the worst.
            let rank = |held: &[u16; 4]| self.evaluator.flush(held[suit] | on_board).wrapping_sub(1);
            if is_alone && rank(first) >= STRAIGHT_FLUSH {
                continue;
            }
            let flush = best_of(&self.suited, rank);
            let is_straight = flush.best < STRAIGHT_FLUSH;
            let mut unpaired = 0;
            for Beside { part, pairing } in &beside {
                if pairing & on_board == 0 {
                    unpaired += part.ways;
                    continue;
                }
                let number = self.evaluator.number(BOARD, key.with_ranks(part.ranks));
                let plain = self.plain[usize::from(number) % BOARDS];
                let beats = plain.beats_flushes();
                if is_alone && beats {
                    won[usize::from(plain.winners)] -= part.ways;
                }
                if !is_alone || beats {
                    let winners = if beats && !is_straight { plain.winners } else { flush.winners };
                    won[usize::from(winners)] += part.ways;
                }
            }
            if !is_alone {
                won[usize::from(flush.winners)] += unpaired;
            }
        }
    }
}

/// Takes boards with this many cards of a suit from their winners without flushes: this many that a flush would win,
/// and this many that it would not. The only hand with a flush wins the first kind. If several have one, all of them
/// are still to be counted.
fn settle(holders: usize, by_winners: impl Iterator<Item = [u64; 2]>, won: &mut [u64]) {
    for (winners, [beaten, beating]) in by_winners.enumerate() {
        if holders.is_power_of_two() {
            won[winners] -= beaten;
            won[holders] += beaten;
        } else {
            won[winners] -= beaten + beating;
        }
    }
}

/// The best rank, and the hands that have it.
#[inline]
fn best_of<T, const N: usize>(hands: &[T; N], rank: impl Fn(&T) -> u16) -> Plain {
    let mut ranks = [u16::MAX; N];
    ranks.iter_mut().zip(hands).for_each(|(slot, hand)| *slot = rank(hand));
    let best = ranks.iter().copied().fold(u16::MAX, u16::min);
    let has = (0..).zip(&ranks).map(|(player, &rank)| u16::from(rank == best) << player);
    Plain { best, winners: has.fold(0, |winners, bit| winners | bit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::Card;
    use crate::cards::combinations::choose;
    use crate::cards::deck::Deck;
    use crate::cards::set::CardSet;

    fn hands(text: &str) -> Vec<Combo> {
        let hand = |hand: &str| Combo::new([hand[..2].parse().unwrap(), hand[2..].parse().unwrap()]).unwrap();
        text.split(' ').map(hand).collect()
    }

    fn compared(hands: &[Combo], dead: CardSet) -> WinTally {
        let mut tally = WinTally::new(hands.len());
        compare(hands, dead, &mut tally);
        tally
    }

    /// Every board, one by one.
    fn brute(hands: &[Combo], dead: CardSet) -> WinTally {
        let evaluator = Evaluator::ready();
        let gone = hands.iter().fold(dead, |gone, hand| gone.with(hand.set()));
        let left: Vec<Card> = Card::french().filter(|card| !gone.contains(*card)).collect();
        let mut tally = WinTally::new(hands.len());
        for places in combinations::subsets::<5>(u8::try_from(left.len()).unwrap()) {
            let board = places.map(|place| left[usize::from(place)]);
            let ranks: Vec<u16> = hands.iter().map(|hand| evaluator.rank(&hand.on(board))).collect();
            let best = *ranks.iter().min().unwrap();
            let winners = ranks
                .iter()
                .enumerate()
                .fold(0, |bits, (player, &rank)| bits | usize::from(rank == best) << player);
            tally.by_winners()[winners] += 1;
        }
        tally
    }

    #[test]
    fn known_equities_of_boards_are_found() {
        let two = compared(&hands("AhKh QdQs"), CardSet::NONE);
        let shares = two.shares(0);
        assert_eq!((shares.win, shares.lose, &shares.tie[..]), (787_966, 917_606, &[6_732][..]));
        let three = compared(&hands("AsAh KsKh QsQh"), CardSet::NONE);
        assert_eq!([0, 1, 2].map(|player| three.shares(player).win), [924_864, 233_476, 204_228]);
        assert_eq!(three.shares(0).tie, [0, 8_186]);
        assert_eq!(three.total(), choose(46, 5));
    }

    /// Shuffled decks: the first cards are dealt to 2 to 10 players, and all but 20 of the others are dead.
    #[test]
    fn any_hands_win_the_boards_that_they_win_one_by_one() {
        for seed in 0..36 {
            let deck = Deck::shuffled(Card::french().collect(), [seed; 32]).cards;
            let players = 2 + usize::from(seed) % 9;
            let hands: Vec<Combo> =
                deck.chunks_exact(2).take(players).map(|two| Combo::new([two[0], two[1]]).unwrap()).collect();
            let dead = deck[(2 * players + 20).min(52)..].iter().copied().collect();
            assert_eq!(compared(&hands, dead), brute(&hands, dead), "seed {seed}");
        }
    }

    /// The suits matter most: all cards of one suit are left, and few others.
    #[test]
    fn boards_full_of_flushes_are_no_exception() {
        for (suit, hands) in
            [(0, hands("Ac2h Kc2d")), (1, hands("9h8h Ts9s Ac3c")), (3, hands("AdKd 2d3d 4d5c 5d4c"))]
        {
            let gone = hands.iter().fold(CardSet::NONE, |gone, hand| gone.with(hand.set()));
            let others = Card::french().filter(|card| card.index() / 13 != suit && card.index() % 5 != 1);
            let dead = others.collect::<CardSet>().without(gone);
            assert_eq!(compared(&hands, dead), brute(&hands, dead), "suit {suit}");
        }
    }
}
