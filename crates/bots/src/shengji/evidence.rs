//! How well a world explains the others' plays, if they think as the play-outs do.

use super::mind::{Mind, Weights};
use super::pile::Pile;
use super::position::{Position, SEATS};
use super::ranking::Ranking;
use super::table::Table;

/// A play of a seat, and the visible position before it.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The seat.
    pub seat: u8,
    /// The visible position.
    pub before: Position,
    /// Its play.
    pub play: Pile,
}

/// How much less likely a world is for each play that the rules of thumb would not have made, as a logarithm. People do
/// not play by these rules, so it is far from certainty.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// For a lead, which has many alternatives.
    pub lead: f32,
    /// For a follow.
    pub follow: f32,
}

impl Trust {
    /// Far from certainty: enough to separate likely worlds from unlikely ones.
    pub const USUAL: Self = Self { lead: 0.6, follow: 1.0 };
}

/// The others' plays, each with the cards that the seat kept.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    of: [Vec<(Record, Pile)>; SEATS],
}

impl Evidence {
    /// The plays of the seats other than `seat`.
    pub fn against(seat: u8, records: &[Record]) -> Self {
        let mut evidence = Self::default();
        let mut later = [Pile::NONE; SEATS];
        for record in records.iter().rev().filter(|record| record.seat != seat) {
            let place = usize::from(record.seat);
            later[place] = later[place].with(record.play);
            evidence.of[place].push((*record, later[place]));
        }
        evidence
    }

    /// How much a seat's plays speak against a world, as a logarithm; `None` if it is more than `limit`.
    pub fn doubt(
        &self,
        ranking: &Ranking,
        weights: &Weights,
        trust: &Trust,
        world: &Table,
        seat: usize,
        limit: f32,
    ) -> Option<f32> {
        let mut doubt = 0.0;
        for (record, later) in &self.of[seat] {
            let hand = world.hands[seat].with(*later);
            let kitty = if record.seat == world.taker { world.kitty } else { Pile::NONE };
            let unseen = Pile::ALL.without(record.before.played.with(hand).with(kitty));
            if Mind::new(ranking, &record.before, weights, hand, unseen).choose() != record.play {
                doubt += if record.before.lead.is_some() { trust.follow } else { trust.lead };
                if doubt > limit {
                    return None;
                }
            }
        }
        Some(doubt)
    }
}
