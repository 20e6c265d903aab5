//! Classifies cards by counting how often each rank occurs: two numbers with one bit for each rank count one, two and
//! three cards of a rank, a third the fourth. The cards are counted one by one, and the numbers of ranks of each count
//! give the play.
//!
//! It takes all trios as part of an airplane. If the wings are trios themselves they widen the run, and the result is
//! wrong.

use cardroom_rules::games::doudizhu::cards::Cards;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::{Kind, Purity, Reading};

/// The reading of these cards, for the default preset; wrong for some airplanes.
pub fn classify(cards: Cards) -> Option<Reading> {
    let (mut ones, mut twos, mut quads) = (0u32, 0u32, 0u32);
    let mut left = cards.bits();
    while left != 0 {
        let place = left.trailing_zeros();
        left &= left - 1;
        let rank = if place == 53 { 14 } else { place / 4 };
        let bit = 1 << rank;
        let carry = ones & bit;
        quads |= twos & carry;
        twos ^= carry;
        ones ^= bit;
    }
    let once = ones & !twos;
    let twice = twos & !ones;
    let thrice = ones & twos;
    let len = cards.len();
    match (once.count_ones(), twice.count_ones(), thrice.count_ones(), quads.count_ones()) {
        (1, 0, 0, 0) => found(Kind::Single, once, 1),
        (2, 0, 0, 0) if once == 0b110_0000_0000_0000 => found(Kind::Rocket, once, 1),
        (ranks @ 5.., 0, 0, 0) => chain(Kind::Straight, once, ranks),
        (0, 1, 0, 0) => found(Kind::Pair, twice, 1),
        (0, ranks @ 3..=10, 0, 0) => chain(Kind::PairChain, twice, ranks),
        (0, 0, 1, 0) => found(Kind::Trio, thrice, 1),
        (0, 0, ranks @ 2..=6, 0) => chain(Kind::Airplane, thrice, ranks),
        (1, 0, 1, 0) => found(Kind::TrioSingle, thrice, 1),
        (0, 1, 1, 0) => found(Kind::TrioPair, thrice, 1),
        (0, 0, 0, 1) => found(Kind::Bomb, quads, 4),
        (2, 0, 0, 1) | (0, 1, 0, 1) => found(Kind::QuadSingles, quads, 1),
        (0, 2, 0, 1) => found(Kind::QuadPairs, quads, 1),
        (0, pairs, trios @ 2..=4, 0) if pairs == trios => chain(Kind::AirplanePairs, thrice, trios),
        (_, _, trios @ 2..=5, _) if len == 4 * trios => chain(Kind::AirplaneSingles, thrice, trios),
        _ => None,
    }
}

/// A play of consecutive ranks, none above the ace.
fn chain(kind: Kind, ranks: u32, length: u32) -> Option<Reading> {
    let run = ranks >> ranks.trailing_zeros();
    if run & (run + 1) != 0 || ranks >= 1 << 12 {
        return None;
    }
    found(kind, ranks, length)
}

fn found(kind: Kind, ranks: u32, length: u32) -> Option<Reading> {
    let main = Rank::new(u8::try_from(ranks.trailing_zeros()).ok()?)?;
    Some(Reading { kind, main, length: u8::try_from(length).ok()?, purity: Purity::Natural })
}
