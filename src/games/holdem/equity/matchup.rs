//! Known hands before the flop: who wins how many of the boards.
//!
//! The 1.7 million boards of two hands have only 6,175 multisets of ranks. Each is compared once, as if there were no
//! flushes, and counts as often as the cards that are left can make it. Then, suit by suit, the boards with three or
//! more of the suit are gone through by what they have of it and by the ranks of what they have beside it, and where
//! a flush changes who wins, so many boards are moved. No board has three of two suits, so none is moved twice.

use std::array;

use super::combo::Combo;
use super::tally::Tally;
use crate::cards::combinations::{self, choose};
use crate::games::holdem::evaluate::evaluator::Evaluator;
use crate::games::holdem::evaluate::key::Key;

/// How many cards a board has.
const BOARD: usize = 5;
/// How many numbers its multisets of ranks have: C(17,5).
#[allow(clippy::cast_possible_truncation, reason = "6,188 fits every usize")]
const BOARDS: usize = choose(13 + BOARD - 1, BOARD) as usize;

/// The cards that boards are made of.
struct Pool {
    /// The ranks that are left of each suit, a bit each, the lowest the deuce.
    suits: [u16; 4],
}

/// So many boards, or parts of them, with these ranks.
#[derive(Clone, Copy)]
struct Part {
    ranks: Key,
    ways: u64,
}

impl Pool {
    /// All French cards but these.
    fn without(gone: u64) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "what is above the suit is cut off")]
        let suit = |suit: usize| (!gone >> (13 * suit)) as u16 & 0x1fff;
        Self { suits: array::from_fn(suit) }
    }

    /// How many cards of each rank are left, in all suits but this.
    fn ranks_beside(&self, suit: Option<usize>) -> [usize; 13] {
        let beside = self.suits.iter().enumerate().filter(|&(other, _)| Some(other) != suit);
        let mut ranks = [0; 13];
        for (_, left) in beside {
            ranks.iter_mut().enumerate().for_each(|(rank, count)| *count += usize::from(left >> rank & 1));
        }
        ranks
    }
}

/// Tells every multiset of `cards` ranks, one or more, and how many ways there are to make it of so many cards of
/// each rank.
fn multisets(left: &[usize], cards: usize, part: Part, tell: &mut impl FnMut(Part)) {
    for (rank, &of_rank) in (0..).zip(left) {
        let mut ranks = part.ranks;
        for copies in 1..=of_rank.min(cards) {
            ranks = ranks.with_rank(rank);
            let part = Part { ranks, ways: part.ways * choose(of_rank, copies) };
            if copies == cards {
                tell(part);
            } else {
                multisets(&left[..usize::from(rank)], cards - copies, part, tell);
            }
        }
    }
}

/// Compares these hands, 2 to 10 of different cards, on every board without them and without what is dead.
pub fn compare(hands: &[Combo], dead: u64, tally: &mut Tally) {
    fn count<const N: usize>(hands: &[Combo], dead: u64, tally: &mut Tally) {
        if let Some(&hands) = hands.first_chunk::<N>() {
            Matchup::new(hands, dead).count(tally);
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

/// The ranks of N hands on a board.
type Ranks<const N: usize> = [u16; N];

struct Matchup<const N: usize> {
    evaluator: &'static Evaluator,
    /// What the hands are, as far as ranks go.
    holes: [Key; N],
    /// What they have of each suit: the ranks, a bit each.
    suited: [[u16; 4]; N],
    pool: Pool,
    /// By the number of a board's multiset of ranks: what the hands are worth with it, without flushes.
    plain: Vec<Ranks<N>>,
}

impl<const N: usize> Matchup<N> {
    fn new(hands: [Combo; N], dead: u64) -> Self {
        let gone = hands.iter().fold(dead, |gone, hand| gone | hand.bits());
        let suited = |suit: usize, hand: Combo| {
            let held = hand.cards().into_iter().filter(|card| usize::from(card.index() / 13) == suit);
            held.fold(0, |ranks, card| ranks | 1 << (card.index() % 13))
        };
        Self {
            evaluator: Evaluator::ready(),
            holes: hands.map(|hand| Key::of(&hand.cards())),
            suited: hands.map(|hand| array::from_fn(|suit| suited(suit, hand))),
            pool: Pool::without(gone),
            plain: vec![[0; N]; BOARDS],
        }
    }

    fn count(mut self, tally: &mut Tally) {
        let won = tally.by_winners();
        let none = Part { ranks: Key::NONE, ways: 1 };
        multisets(&self.pool.ranks_beside(None), BOARD, none, &mut |board| {
            let ranks = self.holes.map(|hole| self.evaluator.unsuited(7, hole.with_ranks(board.ranks)));
            self.plain[usize::from(self.evaluator.number(BOARD, board.ranks))] = ranks;
            won[winners(ranks)] += board.ways;
        });
        for suit in 0..4 {
            self.flushes::<3>(suit, won);
            self.flushes::<4>(suit, won);
            self.flushes::<5>(suit, won);
        }
    }

    /// Moves the boards with so many cards of a suit to whom flushes make win them.
    fn flushes<const SUITED: usize>(&self, suit: usize, won: &mut [u64]) {
        let held = self.suited.map(|suits| suits[suit]);
        if held.iter().all(|ranks| ranks.count_ones() as usize + SUITED < 5) {
            return;
        }
        let beside = self.beside(suit, BOARD - SUITED);
        let left: Vec<u8> = (0..13).filter(|rank| self.pool.suits[suit] >> rank & 1 == 1).collect();
        #[allow(clippy::cast_possible_truncation, reason = "at most 13")]
        for places in combinations::subsets::<SUITED>(left.len() as u8) {
            let ranks = places.map(|place| left[usize::from(place)]);
            let on_board = ranks.iter().fold(0, |bits, rank| bits | 1 << rank);
            let key = ranks.iter().fold(Key::NONE, |key, &rank| key.with_rank(rank));
            let flushes = held.map(|ranks| self.flush(ranks | on_board));
            match N {
                2 => self.move_between_two(key, flushes, &beside, won),
                _ => self.move_boards(key, flushes, &beside, won),
            }
        }
    }

    /// What a board can have beside the cards of a suit.
    fn beside(&self, suit: usize, cards: usize) -> Vec<Part> {
        let mut beside = Vec::with_capacity(91);
        let none = Part { ranks: Key::NONE, ways: 1 };
        if cards == 0 {
            beside.push(none);
        } else {
            multisets(&self.pool.ranks_beside(Some(suit)), cards, none, &mut |part| beside.push(part));
        }
        beside
    }

    /// What the hands are worth on a board, without flushes.
    #[inline]
    fn plain(&self, board: Key) -> Ranks<N> {
        self.plain[usize::from(self.evaluator.number(BOARD, board))]
    }

    /// Moves the boards of these ranks and each of the parts.
    #[inline]
    fn move_boards(&self, key: Key, flushes: Ranks<N>, beside: &[Part], won: &mut [u64]) {
        for part in beside {
            let plain = self.plain(key.with_ranks(part.ranks));
            let ranks: Ranks<N> = array::from_fn(|player| plain[player].min(flushes[player]));
            won[winners(plain)] -= part.ways;
            won[winners(ranks)] += part.ways;
        }
    }

    /// The same where there are but two: in registers, which is several times as fast.
    #[inline]
    fn move_between_two(&self, key: Key, flushes: Ranks<N>, beside: &[Part], won: &mut [u64]) {
        let (mut to_first, mut to_second) = (0i64, 0i64);
        for part in beside {
            let plain = self.plain(key.with_ranks(part.ranks));
            let (first, second) = (plain[0].min(flushes[0]), plain[1].min(flushes[1]));
            to_first += i64::from(first < second) * part.ways.cast_signed();
            to_second += i64::from(second < first) * part.ways.cast_signed();
            to_first -= i64::from(plain[0] < plain[1]) * part.ways.cast_signed();
            to_second -= i64::from(plain[1] < plain[0]) * part.ways.cast_signed();
        }
        won[1] = won[1].wrapping_add_signed(to_first);
        won[2] = won[2].wrapping_add_signed(to_second);
        won[3] = won[3].wrapping_add_signed(-to_first - to_second);
    }

    /// The rank of a flush of these ranks; the worst there could be where they are too few.
    fn flush(&self, ranks: u16) -> u16 {
        if ranks.count_ones() < 5 { u16::MAX } else { self.evaluator.flush(ranks) }
    }
}

/// Who has the best rank: a bit each, the lowest for the first.
#[inline]
fn winners<const N: usize>(ranks: Ranks<N>) -> usize {
    let best = ranks.iter().copied().fold(u16::MAX, u16::min);
    ranks.iter().enumerate().fold(0, |winners, (player, &rank)| winners | usize::from(rank == best) << player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card::Card;
    use crate::cards::deck::Deck;
    use crate::games::holdem::equity::combo;

    fn hands(text: &str) -> Vec<Combo> {
        let hand = |hand: &str| Combo::new([hand[..2].parse().unwrap(), hand[2..].parse().unwrap()]).unwrap();
        text.split(' ').map(hand).collect()
    }

    fn compared(hands: &[Combo], dead: u64) -> Tally {
        let mut tally = Tally::new(hands.len());
        compare(hands, dead, &mut tally);
        tally
    }

    /// Every board there is, one by one.
    fn brute(hands: &[Combo], dead: u64) -> Tally {
        let evaluator = Evaluator::ready();
        let gone = hands.iter().fold(dead, |gone, hand| gone | hand.bits());
        let left: Vec<Card> = Card::french().filter(|card| gone >> card.index() & 1 == 0).collect();
        let mut tally = Tally::new(hands.len());
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
    fn what_is_known_of_the_boards_is_found() {
        let two = compared(&hands("AhKh QdQs"), 0);
        let shares = two.shares(0);
        assert_eq!((shares.win, shares.lose, &shares.tie[..]), (787_966, 917_606, &[6_732][..]));
        let three = compared(&hands("AsAh KsKh QsQh"), 0);
        assert_eq!([0, 1, 2].map(|player| three.shares(player).win), [924_864, 233_476, 204_228]);
        assert_eq!(three.shares(0).tie, [0, 8_186]);
        assert_eq!(three.total(), choose(46, 5));
    }

    /// Shuffled decks, of which the first cards are dealt to 2 to 10 players, and all but 20 others are dead.
    #[test]
    fn any_hands_win_the_boards_that_they_win_one_by_one() {
        for seed in 0..36 {
            let deck = Deck::shuffled(Card::french().collect(), [seed; 32]).cards;
            let players = 2 + usize::from(seed) % 9;
            let hands: Vec<Combo> =
                deck.chunks_exact(2).take(players).map(|two| Combo::new([two[0], two[1]]).unwrap()).collect();
            let dead = combo::bits(&deck[(2 * players + 20).min(52)..]);
            assert_eq!(compared(&hands, dead), brute(&hands, dead), "seed {seed}");
        }
    }

    /// The suits that matter most: all cards of one suit are left, and few others.
    #[test]
    fn boards_full_of_flushes_are_no_exception() {
        for (suit, hands) in
            [(0, hands("Ac2h Kc2d")), (1, hands("9h8h Ts9s Ac3c")), (3, hands("AdKd 2d3d 4d5c 5d4c"))]
        {
            let gone = hands.iter().fold(0, |gone, hand| gone | hand.bits());
            let others = Card::french().filter(|card| card.index() / 13 != suit && card.index() % 5 != 1);
            let dead = combo::bits(&others.collect::<Vec<_>>()) & !gone;
            assert_eq!(compared(&hands, dead), brute(&hands, dead), "suit {suit}");
        }
    }
}
