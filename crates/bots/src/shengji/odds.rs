//! How likely a play is to win, by counting the cards that a seat does not see.
//!
//! The unseen cards are assumed to be distributed evenly over three hands, each independently. Late in a hand, when
//! counting would tell more, this errs on the side of doubt.

use super::pile::Pile;
use super::position::{Position, same_side};
use super::ranking::{GROUPS, Ranking, TRUMP};
use super::shape::{Lead, Strength, height_of, is_ruff};

/// The probability that a given hand has none of this many cards: (2/3)^n.
const NONE_OF: [f32; 16] = [
    1.0, 0.667, 0.444, 0.296, 0.198, 0.132, 0.088, 0.059, 0.039, 0.026, 0.017, 0.012, 0.008, 0.005, 0.003,
    0.002,
];

/// The probability that a given hand has none of this many pairs: (8/9)^n.
const NO_PAIR_OF: [f32; 16] = [
    1.0, 0.889, 0.79, 0.702, 0.624, 0.555, 0.493, 0.438, 0.39, 0.346, 0.308, 0.274, 0.243, 0.216, 0.192,
    0.171,
];

/// The probability that a seat that can ruff does.
const WANTS_TO_RUFF: f32 = 0.85;

fn probability(table: &[f32; 16], count: u32) -> f32 {
    table[(count as usize).min(15)]
}

/// The probability that a given hand has none of these cards.
fn has_none(of: Pile) -> f32 {
    if of.is_empty() { 1.0 } else { probability(&NONE_OF, of.len()) }
}

/// The probability that a hand holds this many of these pairs, as neighbours if it is more than one.
fn holds_pairs(pairs: u8, of: u64) -> f32 {
    let one = if of == 0 { 0.0 } else { 1.0 - probability(&NO_PAIR_OF, of.count_ones()) };
    match pairs {
        0 | 1 => one,
        2 => one * 0.12,
        _ => one * 0.02,
    }
}

/// A seat's count of the cards.
#[derive(Clone, Copy)]
pub struct Count<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// The position, which every seat sees.
    pub position: &'a Position,
    /// The cards that the seat does not see.
    pub unseen: Pile,
    /// The number of them in each group.
    out: [u32; GROUPS],
}

/// The risk that a hand of which nothing is known beats a play.
#[derive(Clone, Copy)]
struct Danger {
    in_group: f32,
    /// The same if that hand is void.
    by_ruff: f32,
}

impl<'a> Count<'a> {
    /// Counts every group.
    pub fn new(ranking: &'a Ranking, position: &'a Position, unseen: Pile) -> Self {
        let out = ranking.groups.map(|group| unseen.among(group).len());
        Self { ranking, position, unseen, out }
    }

    /// Counts one group only, if no other is needed.
    pub fn of_group(ranking: &'a Ranking, position: &'a Position, unseen: Pile, group: usize) -> Self {
        let mut out = [0; GROUPS];
        out[group] = unseen.among(ranking.groups[group]).len();
        Self { ranking, position, unseen, out }
    }

    /// The number of cards of a group that the seat does not see.
    pub fn out(&self, group: usize) -> u32 {
        self.out[group]
    }

    fn danger(&self, lead: &Lead, best: Strength) -> Danger {
        let group = lead.group();
        let in_group = if group != TRUMP && is_ruff(best) || lead.is_throw() {
            0.0
        } else {
            let higher = self.unseen.among(self.ranking.above(group, height_of(best)));
            if lead.pairs == 0 { 1.0 - has_none(higher) } else { holds_pairs(lead.pairs, higher.twice) }
        };
        Danger { in_group, by_ruff: if group == TRUMP { 0.0 } else { self.by_ruff(lead, best) } }
    }

    fn by_ruff(&self, lead: &Lead, best: Strength) -> f32 {
        let above = if is_ruff(best) {
            self.ranking.above(TRUMP, height_of(best))
        } else {
            self.ranking.groups[TRUMP]
        };
        let trumps = self.unseen.among(above);
        let can = match (lead.pairs, lead.size) {
            (0, 1) => 1.0 - has_none(trumps),
            (0, size) => (1.0 - has_none(trumps)) * 0.5f32.powi(i32::from(size) - 1),
            (pairs, _) => holds_pairs(pairs, trumps.twice),
        };
        WANTS_TO_RUFF * can
    }

    /// The probability that `seat` can beat a play with this risk, and if it ruffs also wants to.
    fn beaten(&self, seat: u8, lead: &Lead, danger: Danger) -> f32 {
        let group = lead.group();
        let is_void = self.position.is_void(seat, group);
        let is_unpaired = lead.pairs > 0 && self.position.unpaired[usize::from(seat)] >> group & 1 == 1;
        let in_group = if is_void || is_unpaired { 0.0 } else { danger.in_group };
        if group == TRUMP || self.position.is_void(seat, TRUMP) {
            return in_group;
        }
        let void = if is_void { 1.0 } else { probability(&NONE_OF, self.out[group]) };
        in_group + void * danger.by_ruff * (1.0 - in_group)
    }

    /// The probability that `seat` beats a play of this strength.
    pub fn beats(&self, seat: u8, lead: &Lead, best: Strength) -> f32 {
        self.beaten(seat, lead, self.danger(lead, best))
    }

    /// The probability that no seat of the other side that is still to play beats this strength.
    pub fn holds_against(
        &self,
        seat: u8,
        lead: &Lead,
        best: Strength,
        to_play: impl Iterator<Item = u8>,
    ) -> f32 {
        let mut holds = 1.0;
        let mut danger = None;
        for other in to_play.filter(|&other| !same_side(seat, other)) {
            let danger = *danger.get_or_insert_with(|| self.danger(lead, best));
            holds *= 1.0 - self.beaten(other, lead, danger);
        }
        holds
    }

    /// Whether no unseen cards form a higher single, pair or tractor of this shape.
    pub fn is_certain(&self, group: usize, pairs: u8, height: u8) -> bool {
        let higher = self.ranking.above(group, height);
        match pairs {
            0 => self.unseen.once & higher == 0,
            1 => self.unseen.twice & higher == 0,
            length => {
                let heights = self.ranking.heights_of(group, self.unseen.twice & self.ranking.groups[group]);
                let reached = self.ranking.heights_of(group, self.unseen.twice & higher);
                self.ranking.runs(group, heights, length) & (reached >> (length - 1)) == 0
            }
        }
    }
}
