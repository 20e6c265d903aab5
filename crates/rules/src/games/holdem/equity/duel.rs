//! Compares two ranges on one board without going through every deal.
//!
//! Both are sorted by rank. A hand beats all hands that come after it, except those that share a card with it. Their
//! weight is the weight of all, less that of the hands with its first card, less that of the hands with its second.
//! Only the hand itself has both cards, and it is neither better nor worse.

use crate::cards::card::Card;
use crate::cards::set::CardSet;

/// A hand that is possible with a board: its cards, its weight, its rank.
pub(super) struct Ranked {
    pub(super) cards: CardSet,
    pub(super) weight: u64,
    pub(super) rank: u16,
}

impl Ranked {
    /// The numbers of both cards.
    pub(super) fn cards(&self) -> [usize; 2] {
        let bits = self.cards.bits();
        [bits.trailing_zeros() as usize, bits.checked_ilog2().unwrap_or_default() as usize]
    }
}

/// The weights of some hands: of all, and of those with each card.
struct Weights {
    all: u64,
    with: [u64; Card::FRENCH as usize],
}

impl Weights {
    const NONE: Self = Self { all: 0, with: [0; Card::FRENCH as usize] };

    fn add(&mut self, hand: &Ranked) {
        self.all += hand.weight;
        for card in hand.cards() {
            self.with[card] += hand.weight;
        }
    }

    /// The weight of the hands that share no card with this one. If this hand is among them, the result is too small by
    /// its weight.
    fn apart_from(&self, hand: &Ranked) -> u64 {
        let shared = hand.cards().map(|card| self.with[card]);
        self.all.wrapping_sub(shared[0]).wrapping_sub(shared[1])
    }
}

/// Adds the result of two players' hands on their board, by the set of winners.
pub(super) fn meet(first: &mut [Ranked], second: &mut [Ranked], won: &mut [u64]) {
    for hands in [&mut *first, &mut *second] {
        hands.sort_unstable_by_key(|hand| (hand.rank, hand.cards.bits()));
    }
    let (wins, losses) = (beaten(first, second), beaten(second, first));
    won[0b01] += wins;
    won[0b10] += losses;
    won[0b11] += met(first, second) - wins - losses;
}

/// How often a hand of the first list meets a worse one of the second, from the worst up.
fn beaten(hands: &[Ranked], others: &[Ranked]) -> u64 {
    let mut worse = Weights::NONE;
    let mut others = others.iter().rev().peekable();
    let mut sum = 0;
    for hand in hands.iter().rev() {
        while let Some(other) = others.next_if(|other| other.rank > hand.rank) {
            worse.add(other);
        }
        sum += hand.weight * worse.apart_from(hand);
    }
    sum
}

/// How often a hand of the first list meets one of the second at all.
fn met(hands: &[Ranked], others: &[Ranked]) -> u64 {
    let mut all = Weights::NONE;
    for other in others {
        all.add(other);
    }
    let mut others = others.iter().peekable();
    let mut sum: u64 = 0;
    for hand in hands {
        let place = (hand.rank, hand.cards.bits());
        while others.next_if(|other| (other.rank, other.cards.bits()) < place).is_some() {}
        let same = others.peek().filter(|other| other.cards == hand.cards).map_or(0, |other| other.weight);
        sum += hand.weight * all.apart_from(hand).wrapping_add(same);
    }
    sum
}
