//! How well a world explains what the others have played, if they think as the play-outs do.

use super::mind::{Mind, Weights};
use super::pile::Pile;
use super::position::{Position, SEATS};
use super::ranking::Ranking;
use super::table::Table;

/// What a seat has played, and what everybody saw before it.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Which seat.
    pub seat: u8,
    /// What everybody saw.
    pub before: Position,
    /// What it played.
    pub play: Pile,
}

/// How much less likely a world is for each play that rules of thumb would not have made, as a logarithm. People do not
/// play by these rules, so that it is far less than certainty.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// For a lead: there is much to choose from.
    pub lead: f32,
    /// For a follow.
    pub follow: f32,
}

impl Trust {
    /// Far from certainty: enough to tell likely worlds from unlikely ones.
    pub const USUAL: Self = Self { lead: 0.6, follow: 1.0 };
}

/// What the others have played, each with what it held on to at the time.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    of: [Vec<(Record, Pile)>; SEATS],
}

impl Evidence {
    /// Of these plays, those of the others than `seat`.
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

    /// How much what a seat has played speaks against a world, as a logarithm; `None` where it is more than `limit`.
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
