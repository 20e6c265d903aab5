//! The constants in the registers.

use crate::cards::combinations::choose;

/// The comparators, in order, that sort seven things: each moves the lower of two to the first position.
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

/// A table of sixteen bytes, repeated for every 16 bytes of a register of `WIDTH`.
pub(super) const fn repeated<const WIDTH: usize>(table: [u8; 16]) -> [u8; WIDTH] {
    let mut all = [0; WIDTH];
    let mut at = 0;
    while at < WIDTH {
        all[at] = table[at % 16];
        at += 1;
    }
    all
}

/// The summands of the ranks from the deuce up in a number, at this position: one byte of it.
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

/// The two bytes of the ranks' summands, position by position.
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
pub(super) const COUNTS: [[u8; 16]; 2] =
    [[1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
/// The start of the counts, so that the fifth card of a suit sets the highest of its four bits.
pub(super) const START: u8 = 0x33;
