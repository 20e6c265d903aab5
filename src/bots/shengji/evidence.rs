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
    /// As tuned against the intermediate level, and then halved for other players' sake.
    pub const TUNED: Self = Self { lead: 0.3, follow: 0.6 };
}

/// What the others have played, with what each held on to at the time.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    plays: Vec<(Record, Pile)>,
}

impl Evidence {
    /// Of these plays, those of the others than `seat`.
    pub fn against(seat: u8, records: &[Record]) -> Self {
        let mut later = [Pile::NONE; SEATS];
        let mut plays: Vec<(Record, Pile)> = Vec::with_capacity(records.len());
        for record in records.iter().rev().filter(|record| record.seat != seat) {
            let later = &mut later[usize::from(record.seat)];
            *later = later.with(record.play);
            plays.push((*record, *later));
        }
        Self { plays }
    }

    /// How much these plays speak against a world, as a logarithm.
    pub fn doubt(&self, ranking: &Ranking, weights: &Weights, trust: &Trust, world: &Table) -> f32 {
        let doubt = |(record, later): &(Record, Pile)| {
            let hand = world.hands[usize::from(record.seat)].with(*later);
            let kitty = if record.seat == world.taker { world.kitty } else { Pile::NONE };
            let unseen = Pile::ALL.without(record.before.played.with(hand).with(kitty));
            let mind = Mind::new(ranking, &record.before, weights, hand, unseen);
            match record.before.lead {
                _ if mind.choose() == record.play => 0.0,
                None => trust.lead,
                Some(_) => trust.follow,
            }
        };
        self.plays.iter().map(doubt).sum()
    }
}
