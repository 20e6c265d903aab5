//! What a hand may play: every lead, or every answer to the play on the table. Complete, without duplicates, and
//! without allocation: each play is handed to the caller as it is found.

use super::counts::Counts;
use super::play::Play;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Reading};
use super::wings::{JOKERS, Wings};

/// Hands every play that this hand may lead to `visit`: by kind, then by length, then by main rank, lowest first,
/// then by wings.
pub fn leads(hand: Counts, forbidden: Wings, mut visit: impl FnMut(Play)) {
    for kind in Kind::ALL {
        match kind {
            Kind::Bomb => bombs(hand, Ranks::ALL, &mut visit),
            Kind::Rocket => rocket(hand, &mut visit),
            _ => {
                let (shortest, longest) = kind.lengths();
                let mains = (shortest..=longest).map(|length| (length, mains(hand, kind, length)));
                let found = mains.take_while(|(_, mains)| !mains.is_empty());
                found.for_each(|(length, mains)| of_shape(hand, forbidden, kind, length, mains, &mut visit));
            }
        }
    }
}

/// Hands every play of this hand that beats `table` to `visit`: those of its kind, then bombs, then the rocket, each
/// by main rank, lowest first, then by wings.
pub fn answers(hand: Counts, forbidden: Wings, table: Reading, mut visit: impl FnMut(Play)) {
    let higher = Ranks::above(table.main);
    match table.kind {
        Kind::Rocket => return,
        // A longer bomb has wild cards, so that no four beat it but wild ones.
        Kind::Bomb if table.length > 4 => {}
        Kind::Bomb => bombs(hand, higher, &mut visit),
        kind => {
            let mains = mains(hand, kind, table.length).and(higher);
            of_shape(hand, forbidden, kind, table.length, mains, &mut visit);
            bombs(hand, Ranks::ALL, &mut visit);
        }
    }
    rocket(hand, &mut visit);
}

/// The main ranks from which the hand has the body of such a play.
fn mains(hand: Counts, kind: Kind, length: u8) -> Ranks {
    hand.at_least(kind.body()).starts(length)
}

fn bombs(hand: Counts, among: Ranks, visit: &mut impl FnMut(Play)) {
    for rank in hand.at_least(4).and(among).iter() {
        visit(Play { cards: Counts::of(rank, 4), reading: Reading::bomb(rank) });
    }
}

fn rocket(hand: Counts, visit: &mut impl FnMut(Play)) {
    if hand.contain(JOKERS) {
        visit(Play { cards: JOKERS, reading: Reading::ROCKET });
    }
}

/// The plays of one kind and length from each of `mains`.
fn of_shape(
    hand: Counts,
    forbidden: Wings,
    kind: Kind,
    length: u8,
    mains: Ranks,
    visit: &mut impl FnMut(Play),
) {
    if kind.body() == 4 && forbidden.forbid_quads() {
        return;
    }
    for main in mains.iter() {
        let reading = Reading::new(kind, main, length);
        let body = reading.body();
        let mut play = |wings| visit(Play { cards: body.with(wings), reading });
        match kind.carries() {
            None => play(Counts::NONE),
            Some(Carried::Single) => {
                let wings = forbidden.singles(reading, hand.without(body));
                choose(wings, reading.wings(), Counts::NONE, forbidden.may_carry_jokers(), &mut play);
            }
            Some(Carried::Pair) => {
                let pairs = forbidden.pairs(hand.without(body));
                choose(pairs, reading.wings(), Counts::NONE, true, &mut |pairs| play(pairs.with(pairs)));
            }
        }
    }
}

/// Hands every way to take `wanted` out of `from` to `visit`, beside what is `taken`.
fn choose(from: Counts, wanted: u8, taken: Counts, jokers: bool, visit: &mut impl FnMut(Counts)) {
    if wanted == 0 {
        return visit(taken);
    }
    let mut left = from;
    for rank in from.ranks().iter() {
        let one = Counts::of(rank, 1);
        let rest = if rank == Rank::SMALL_JOKER && !jokers { Counts::NONE } else { left.without(one) };
        choose(rest, wanted - 1, taken.with(one), jokers, visit);
        left = left.among(Ranks::above(rank));
    }
}
