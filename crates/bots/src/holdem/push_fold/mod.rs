//! Push or fold, heads-up: the equilibrium of going all in at once or folding, for 20 big blinds or fewer.
//!
//! The file beside this one has a byte for each class of hands, first how often the small blind pushes and then how
//! often the big blind calls, in parts of 255, for 1 to 20 big blinds. [`bytes`] computes it.

mod game;
mod solve;

use self::game::{Meetings, Plans};
use super::class::{self, CLASSES};
use cardroom_rules::cards::card::Card;

/// The deepest stacks, in big blinds, for which there is a table.
pub const DEEPEST: f32 = 20.0;

static TABLE: &[u8; 20 * 2 * CLASSES] = include_bytes!("push_fold.bin");

/// How often a hand goes all in from the small blind, at this depth in big blinds, before the posts.
pub(super) fn pushes(hole: [Card; 2], depth: f32) -> f32 {
    between(depth, class::class(hole))
}

/// How often a hand calls an all-in in the big blind.
pub(super) fn calls(hole: [Card; 2], depth: f32) -> f32 {
    between(depth, CLASSES + class::class(hole))
}

/// Interpolates between the two nearest depths.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a depth is between 1 and 20"
)]
fn between(depth: f32, place: usize) -> f32 {
    let depth = depth.clamp(1.0, DEEPEST);
    let below = depth as usize;
    let share = |depth: usize| {
        let entry = TABLE.get((depth - 1) * 2 * CLASSES + place);
        f32::from(entry.copied().unwrap_or_default()) / 255.0
    };
    let above = share((below + 1).min(DEEPEST as usize));
    share(below) + (above - share(below)) * (depth - below as f32)
}

/// Computes the bytes of the table from the rules: some seconds of work.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares are between 0 and 1")]
pub fn bytes(depths: impl Iterator<Item = u8>) -> Vec<u8> {
    let meetings = Meetings::count();
    let plans = depths.map(|depth| solve::solve(&meetings, f64::from(depth), solve::ROUNDS));
    let byte = |share: f64| (share * 255.0).round() as u8;
    plans.flat_map(|plans| [plans.push, plans.call]).flatten().map(byte).collect()
}

/// For each depth in big blinds, how much a best response wins against the table, in big blinds a hand: exactly, over
/// all deals.
pub fn exploitability() -> Vec<(u32, f64)> {
    let meetings = Meetings::count();
    let won = |(bytes, depth)| (depth, meetings.exploitability(&read(bytes), f64::from(depth)));
    TABLE.chunks_exact(2 * CLASSES).zip(1_u32..).map(won).collect()
}

fn read(bytes: &[u8]) -> Plans {
    let share = |place: usize| f64::from(bytes.get(place).copied().unwrap_or_default()) / 255.0;
    Plans { push: std::array::from_fn(share), call: std::array::from_fn(|place| share(CLASSES + place)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hole(text: &str) -> [Card; 2] {
        [&text[..2], &text[2..]].map(|card| card.parse().unwrap())
    }

    #[test]
    fn no_strategy_wins_much_against_the_table() {
        let worst = exploitability().into_iter().map(|(_, won)| won).fold(0.0, f64::max);
        assert!(worst < 0.001, "{worst} big blinds a hand");
    }

    #[test]
    fn the_table_matches_the_computation() {
        assert_eq!(bytes(10..=10), TABLE[9 * 2 * CLASSES..10 * 2 * CLASSES]);
    }

    #[test]
    fn good_hands_push_and_bad_ones_do_not() {
        for depth in [1.0, 5.5, 12.0, 20.0] {
            assert!(pushes(hole("AsAh"), depth) > 0.99 && calls(hole("AsAh"), depth) > 0.99);
        }
        assert!(pushes(hole("7s2h"), 15.0) < 0.01 && calls(hole("7s2h"), 15.0) < 0.01);
        assert!(calls(hole("7s2h"), 1.0) > 0.99, "the blind is all there is");
    }
}
