//! All boards as multisets of ranks, and the number of ways to make each: in all, and with three, four or five cards of
//! each suit.

use std::array;

use crate::cards::combinations::choose;
use crate::cards::set::CardSet;
use crate::games::holdem::evaluate::key::Key;

/// How many cards a board has.
pub(super) const BOARD: usize = 5;
/// The fewest cards of a suit on a board that can make a flush.
pub(super) const SUITED: usize = 3;

/// The least number of boards that are passed on together.
const TOGETHER: usize = 64;

/// A number for each suit, 16 bits each: no multiset of ranks can be made in more than 4⁵ ways.
pub(super) type BySuit = u64;
pub(super) const SUIT_BITS: usize = 16;

/// The cards that boards are made of.
pub(super) struct Pool {
    /// The ranks that are left of each suit, one bit each, the lowest for the deuce.
    pub(super) suits: [u16; 4],
}

/// The cards that are left of a rank.
#[derive(Clone, Copy)]
struct Left {
    /// The number of cards.
    cards: usize,
    /// All bits of the suits that have this rank.
    present: BySuit,
}

/// This number of boards, or parts of them, with these ranks.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The ranks.
    pub(super) ranks: Key,
    /// The number of ways to make them.
    pub(super) ways: u64,
}

/// This number of boards with these ranks, and how many of them have three, four and five cards of each suit.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// All of them.
    pub(super) part: Part,
    /// By the number of cards of a suit, from [`SUITED`] up.
    pub(super) suited: [BySuit; 3],
}

/// The cards of boards beside those of a suit.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// Their ranks, and the number of ways to make them.
    pub(super) part: Part,
    /// The ranks that make a pair with these, one bit each: all if they are one.
    pub(super) pairing: u16,
}

/// This number of parts of boards, and how many of them have no card of a suit, one, and so on.
#[derive(Clone, Copy)]
struct Suited {
    part: Part,
    of_suit: [BySuit; BOARD + 1],
}

impl Part {
    const NONE: Self = Self { ranks: Key::NONE, ways: 1 };
}

impl Beside {
    const NONE: Self = Self { part: Part::NONE, pairing: 0 };
}

impl Suited {
    const NONE: Self = Self { part: Part::NONE, of_suit: [0x0001_0001_0001_0001, 0, 0, 0, 0, 0] };

    /// The number of ways with each number of cards of a suit, from `FROM` up, after `k` cards of one more rank. If the
    /// suit's own card of that rank is left, it is among them in C(n−1,k−1) of the C(n,k) ways.
    #[inline]
    fn with<const FROM: usize, const COUNT: usize>(&self, left: Left, copies: usize) -> [BySuit; COUNT] {
        let (all, with_own) = (ways(left.cards, copies), ways(left.cards - 1, copies - 1));
        let mut of_suit = [0; COUNT];
        for (place, slot) in (FROM..).zip(&mut of_suit) {
            let here = self.of_suit[place];
            let below = if place == 0 { 0 } else { self.of_suit[place - 1] };
            let moved_up = (below & left.present).wrapping_sub(here & left.present);
            *slot = here.wrapping_mul(all).wrapping_add(moved_up.wrapping_mul(with_own));
        }
        of_suit
    }
}

/// C(n,k) for the cards of a rank.
#[inline]
fn ways(cards: usize, copies: usize) -> u64 {
    const WAYS: [[u64; 8]; 8] = {
        let mut table = [[0; 8]; 8];
        let mut place = 0;
        while place < 25 {
            table[place / 5][place % 5] = choose(place / 5, place % 5);
            place += 1;
        }
        table
    };
    WAYS[cards % 8][copies % 8]
}

impl Pool {
    /// Passes on every multiset of the ranks of a board, some of them at a time.
    pub(super) fn boards(&self, tell: impl FnMut(&[Board])) {
        let grown = Vec::with_capacity(2 * TOGETHER);
        let mut growing = Growing { ranks: self.ranks(), grown, tell };
        growing.grow(BOARD, 13, &Suited::NONE);
        (growing.tell)(&growing.grown);
    }

    /// All French cards but these.
    pub(super) fn without(gone: CardSet) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "what is above the suit is cut off")]
        let suit = |suit: usize| (!gone.bits() >> (13 * suit)) as u16 & 0x1fff;
        Self { suits: array::from_fn(suit) }
    }

    /// The cards that are left of each rank.
    fn ranks(&self) -> [Left; 13] {
        array::from_fn(|rank| {
            let suits = self.suits.iter().enumerate().filter(|(_, left)| *left >> rank & 1 == 1);
            let present = suits.map(|(suit, _)| 0xffff << (SUIT_BITS * suit));
            present.fold(Left { cards: 0, present: 0 }, |left, suit: BySuit| Left {
                cards: left.cards + 1,
                present: left.present | suit,
            })
        })
    }

    /// The other cards of a board beside those of a suit: two at the most.
    pub(super) fn beside(&self, suit: usize, cards: usize) -> Vec<Beside> {
        let left = self.ranks().map(|left| left.cards);
        let others: [usize; 13] =
            array::from_fn(|rank| left[rank] - usize::from(self.suits[suit] >> rank & 1));
        let with = |beside: Beside, rank: usize, copies: usize| {
            #[allow(clippy::cast_possible_truncation, reason = "below 13")]
            let ranks = (0..copies).fold(beside.part.ranks, |ranks, _| ranks.with_rank(rank as u8));
            let part = Part { ranks, ways: beside.part.ways * ways(others[rank], copies) };
            Beside { part, pairing: if copies > 1 { u16::MAX } else { beside.pairing | 1 << rank } }
        };
        let one = |below: usize| (0..below).map(move |rank| with(Beside::NONE, rank, 1));
        let beside: Vec<Beside> = match cards {
            0 => vec![Beside::NONE],
            1 => one(13).collect(),
            _ => (0..13)
                .flat_map(|rank| {
                    let other = one(rank).map(move |beside| with(beside, rank, 1));
                    other.chain([with(Beside::NONE, rank, 2)])
                })
                .collect(),
        };
        beside.into_iter().filter(|beside| beside.part.ways > 0).collect()
    }
}

/// Grows multisets of ranks, and passes on the complete ones some at a time.
struct Growing<Tell> {
    ranks: [Left; 13],
    grown: Vec<Board>,
    tell: Tell,
}

impl<Tell: FnMut(&[Board])> Growing<Tell> {
    /// Every multiset that grows from this one by this number of cards, of lower ranks than this.
    fn grow(&mut self, cards: usize, below: u8, of: &Suited) {
        if cards == 1 {
            return self.grow_by_one(below, of);
        }
        for rank in 0..below {
            let left = self.ranks[usize::from(rank)];
            let mut ranks = of.part.ranks;
            for copies in 1..=left.cards.min(cards) {
                ranks = ranks.with_rank(rank);
                let part = Part { ranks, ways: of.part.ways * ways(left.cards, copies) };
                if copies == cards {
                    self.grown.push(Board { part, suited: of.with::<SUITED, 3>(left, copies) });
                } else {
                    let of = Suited { part, of_suit: of.with::<0, 6>(left, copies) };
                    self.grow(cards - copies, rank, &of);
                }
            }
        }
    }

    /// The same for the last card, which takes most of the time: there are as many ways as cards.
    fn grow_by_one(&mut self, below: u8, of: &Suited) {
        let [.., two, three, four, five] = of.of_suit;
        let with = |below: BySuit, here: BySuit, left: Left| {
            let moved_up = (below & left.present).wrapping_sub(here & left.present);
            here.wrapping_mul(left.cards as u64).wrapping_add(moved_up)
        };
        for (rank, &left) in (0..below).zip(&self.ranks).filter(|(_, left)| left.cards > 0) {
            let part = Part { ranks: of.part.ranks.with_rank(rank), ways: of.part.ways * left.cards as u64 };
            let suited = [with(two, three, left), with(three, four, left), with(four, five, left)];
            self.grown.push(Board { part, suited });
        }
        if self.grown.len() >= TOGETHER {
            (self.tell)(&self.grown);
            self.grown.clear();
        }
    }
}
