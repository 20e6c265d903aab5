//! What a hand may play: every lead, or every answer to the play on the table. The search is complete, without
//! duplicates and without allocation: each play is passed to the caller as it is found, with its cards by rank and its
//! reading.

#![allow(
    clippy::inline_always,
    reason = "the caller's few instructions a play belong into the loops: measured"
)]

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Play, Reading};
use super::wings::Wings;

/// Passes every play that this hand may lead to `visit`: by kind, then by length, then by main rank, lowest first, then
/// by wings.
pub fn leads(hand: Counts, forbidden: Wings, mut visit: impl FnMut(Play)) {
    let held = Held::new(hand, forbidden);
    for kind in Kind::ALL {
        match kind {
            Kind::Bomb => held.bombs(Ranks::ALL, &mut visit),
            Kind::Rocket => held.rocket(&mut visit),
            _ => {
                let (shortest, longest) = kind.lengths();
                let mut mains = held.mains(kind, shortest);
                for length in shortest..=longest {
                    if mains.is_empty() {
                        break;
                    }
                    held.of_shape(kind, length, mains, &mut visit);
                    mains = mains.and(held.times[usize::from(kind.body()) - 1].chained_after(length));
                }
            }
        }
    }
}

/// Passes every play of this hand that beats `table` to `visit`: plays of its kind, then bombs, then the rocket, each
/// by main rank, lowest first, then by wings.
pub fn answers(hand: Counts, forbidden: Wings, table: Reading, mut visit: impl FnMut(Play)) {
    let held = Held::new(hand, forbidden);
    let higher = Ranks::above(table.main);
    match table.kind {
        Kind::Rocket => return,
        // A longer bomb has wild cards, so only wild cards beat it.
        Kind::Bomb if table.length > 4 => {}
        Kind::Bomb => held.bombs(higher, &mut visit),
        kind => {
            let mains = held.mains(kind, table.length).and(higher);
            held.of_shape(kind, table.length, mains, &mut visit);
            held.bombs(Ranks::ALL, &mut visit);
        }
    }
    held.rocket(&mut visit);
}

/// A hand that is searched for plays.
struct Held {
    hand: Counts,
    /// The ranks that are held once or more, twice or more, three times or more, four times.
    times: [Ranks; 4],
    forbidden: Wings,
}

impl Held {
    #[inline(always)]
    fn new(hand: Counts, forbidden: Wings) -> Self {
        let times = [hand.at_least(1), hand.at_least(2), hand.at_least(3), hand.at_least(4)];
        Self { hand, times, forbidden }
    }

    /// The main ranks from which the hand has the body of such a play.
    #[inline(always)]
    fn mains(&self, kind: Kind, length: u8) -> Ranks {
        let ranks = self.times[usize::from(kind.body()) - 1];
        if length == 1 { ranks } else { ranks.starts(length) }
    }

    #[inline(always)]
    fn bombs(&self, among: Ranks, visit: &mut impl FnMut(Play)) {
        bare(Reading::bomb(Rank::THREE), self.times[3].and(among), visit);
    }

    #[inline(always)]
    fn rocket(&self, visit: &mut impl FnMut(Play)) {
        if self.hand.contain(Counts::JOKERS) {
            visit(Play { cards: Counts::JOKERS, reading: Reading::ROCKET });
        }
    }

    /// The plays of one kind and length from each of `mains`.
    #[inline(always)]
    fn of_shape(&self, kind: Kind, length: u8, mains: Ranks, visit: &mut impl FnMut(Play)) {
        let lowest = Reading::new(kind, Rank::THREE, length);
        match kind {
            // One wing may be of any other rank, even if wings are forbidden.
            Kind::TrioSingle => one_wing(lowest, mains, self.times[0], 1, visit),
            Kind::TrioPair => one_wing(lowest, mains, self.times[1], 2, visit),
            _ if kind.carries().is_none() => bare(lowest, mains, visit),
            _ => self.winged(lowest, mains, visit),
        }
    }

    /// The plays with several wings.
    fn winged(&self, lowest: Reading, mains: Ranks, visit: &mut impl FnMut(Play)) {
        let Self { hand, forbidden, .. } = *self;
        if lowest.kind.body() == 4 && forbidden.forbid_quads() {
            return;
        }
        for main in mains.iter() {
            let reading = Reading { main, ..lowest };
            let body = reading.body();
            let rest = hand.without(body);
            if lowest.kind.carries() == Some(Carried::Single) {
                let wings = forbidden.singles(reading, rest);
                let jokers = forbidden.may_carry_jokers();
                choose(wings, reading.wings(), jokers, body, 1, &mut |cards| visit(Play { cards, reading }));
            } else {
                let pairs = forbidden.pairs(rest);
                choose(pairs, reading.wings(), true, body, 2, &mut |cards| visit(Play { cards, reading }));
            }
        }
    }
}

/// The plays without wings, from each of `mains`.
#[inline(always)]
fn bare(lowest: Reading, mains: Ranks, visit: &mut impl FnMut(Play)) {
    let body = lowest.body();
    for main in mains.iter() {
        visit(Play { cards: body.raised(main), reading: Reading { main, ..lowest } });
    }
}

/// The plays with one wing of this many cards, out of `wings`.
#[inline(always)]
fn one_wing(lowest: Reading, mains: Ranks, wings: Ranks, each: u8, visit: &mut impl FnMut(Play)) {
    let body = lowest.body();
    for main in mains.iter() {
        let reading = Reading { main, ..lowest };
        let body = body.raised(main);
        for wing in wings.without(Ranks::one(main)).iter() {
            visit(Play { cards: body.with(Counts::of(wing, each)), reading });
        }
    }
}

/// Passes every way to take `wanted` wings of this many cards out of `from` to `visit`, beside those in `taken`.
fn choose(from: Counts, wanted: u8, jokers: bool, taken: Counts, each: u8, visit: &mut impl FnMut(Counts)) {
    let mut left = from;
    for rank in from.ranks().iter() {
        let taken = taken.with(Counts::of(rank, each));
        if wanted == 1 {
            visit(taken);
        } else if jokers || rank != Rank::SMALL_JOKER {
            choose(left.without(Counts::of(rank, 1)), wanted - 1, jokers, taken, each, visit);
        }
        left = left.among(Ranks::above(rank));
    }
}
