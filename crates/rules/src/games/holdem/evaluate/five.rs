//! Finds the best five of up to seven cards by their ranks and suits.

use crate::cards::card::{Card, Suit};

/// A set of ranks: the lowest bit is the two, bit 12 the ace.
type Ranks = u16;

/// The ranks of which one card is wanted, two cards, three, four.
type Wanted = [Ranks; 4];

/// The best five of five to seven different French cards. Input and result are in ascending order. If several fives are
/// equally good, the result is the one with the lowest [number](crate::cards::combinations): of each rank the lowest
/// cards.
pub fn best_five(held: &[Card]) -> [Card; 5] {
    let mut of_suits = [0; Suit::ALL.len()];
    for (suit, rank) in held.iter().copied().map(suit_and_rank) {
        of_suits[suit] |= 1 << rank;
    }
    let flush = of_suits.iter().position(|ranks: &Ranks| ranks.count_ones() >= 5);
    let (mut wanted, only) = wanted(of_suits, flush);
    let mut five = [Card::BIG_JOKER; 5];
    let mut places = five.iter_mut();
    for &card in held {
        let (suit, rank) = suit_and_rank(card);
        let level = wanted.iter().rposition(|ranks| ranks & 1 << rank != 0);
        if let Some(level) = level.filter(|_| only.is_none_or(|only| only == suit))
            && let Some(place) = places.next()
        {
            wanted[level] &= !(1 << rank);
            *place = card;
        }
    }
    five
}

/// The ranks of the best five, and their suit if they have one. Better kinds of hands come first.
fn wanted(of_suits: [Ranks; 4], flush: Option<usize>) -> (Wanted, Option<usize>) {
    let [any, twos, threes, fours] = held_at_least(of_suits);
    if let Some(ranks) = flush.and_then(|suit| straight(of_suits[suit])) {
        return ([ranks, 0, 0, 0], flush);
    }
    let four = highest(fours, 1);
    if four != 0 {
        return ([four | highest(any & !four, 1), four, four, four], None);
    }
    let three = highest(threes, 1);
    let pair = highest(twos & !three, 1);
    if three != 0 && pair != 0 {
        return ([three | pair, three | pair, three, 0], None);
    }
    if let Some(suit) = flush {
        return ([highest(of_suits[suit], 5), 0, 0, 0], flush);
    }
    if let Some(ranks) = straight(any) {
        return ([ranks, 0, 0, 0], None);
    }
    if three != 0 {
        return ([three | highest(any & !three, 2), three, three, 0], None);
    }
    // Two pair, one, or none.
    let pairs = highest(twos, 2);
    ([pairs | highest(any & !pairs, 5 - 2 * pairs.count_ones()), pairs, 0, 0], None)
}

/// The ranks of which at least one card is held, at least two, three, four.
fn held_at_least(of_suits: [Ranks; 4]) -> [Ranks; 4] {
    of_suits.into_iter().fold([0; 4], |[ones, twos, threes, fours], more| {
        [ones | more, twos | ones & more, threes | twos & more, fours | threes & more]
    })
}

/// The highest straight among these.
fn straight(ranks: Ranks) -> Option<Ranks> {
    // The ace also counts below the two.
    let ranks = ranks << 1 | ranks >> 12;
    let lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    let five = 0b1_1111 << lowest.checked_ilog2()?;
    Some(five >> 1 | (five & 1) << 12)
}

/// The highest of these, this many.
fn highest(mut ranks: Ranks, count: u32) -> Ranks {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    ranks
}

/// By number.
fn suit_and_rank(card: Card) -> (usize, usize) {
    let number = usize::from(card.index());
    (number / 13, number % 13)
}
