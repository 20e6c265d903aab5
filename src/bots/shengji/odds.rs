//! How likely a play is to hold, by counting the cards that a seat does not see.
//!
//! The unseen cards are taken to lie evenly in three hands, each by itself: that errs on the side of too much doubt
//! late in a hand, where counting would tell more.

use super::pile::{Pile, bits};
use super::position::{Position, same_side};
use super::ranking::{Ranking, TRUMP};
use super::shape::{Lead, Strength, height_of, is_ruff};

/// The chance that a given hand has none of so many cards: (2/3)^n.
const NONE_OF: [f32; 16] = [
    1.0, 0.667, 0.444, 0.296, 0.198, 0.132, 0.088, 0.059, 0.039, 0.026, 0.017, 0.012, 0.008, 0.005, 0.003, 0.002,
];

/// The chance that a given hand has none of so many pairs: (8/9)^n.
const NO_PAIR_OF: [f32; 16] = [
    1.0, 0.889, 0.79, 0.702, 0.624, 0.555, 0.493, 0.438, 0.39, 0.346, 0.308, 0.274, 0.243, 0.216, 0.192, 0.171,
];

fn chance(table: &[f32; 16], count: u32) -> f32 {
    table.get(count as usize).copied().unwrap_or(table[15])
}

/// The chance that a given hand has none of these cards.
pub fn has_none(of: Pile) -> f32 {
    chance(&NONE_OF, of.len())
}

/// What a seat counts by.
#[derive(Clone, Copy)]
pub struct Count<'a> {
    /// The order of the cards.
    pub ranking: &'a Ranking,
    /// What everybody sees.
    pub position: &'a Position,
    /// The cards that the seat does not see.
    pub unseen: Pile,
}

impl Count<'_> {
    /// The chance that `seat` can, and if it ruffs also wants to, beat a play of this strength.
    pub fn beats(&self, seat: u8, lead: &Lead, best: Strength) -> f32 {
        let group = lead.group();
        let in_group = if is_ruff(best) && group != TRUMP { 0.0 } else { self.beats_in_group(seat, lead, best) };
        if group == TRUMP {
            return in_group;
        }
        let of_group = self.unseen.among(self.ranking.groups[group]);
        let void = if self.position.is_void(seat, group) { 1.0 } else { has_none(of_group) };
        let ruffs = if void > 0.01 { self.ruffs(seat, lead, best) } else { 0.0 };
        in_group + void * ruffs * (1.0 - in_group)
    }

    fn beats_in_group(&self, seat: u8, lead: &Lead, best: Strength) -> f32 {
        let group = lead.group();
        if self.position.is_void(seat, group) || lead.is_throw() {
            return 0.0;
        }
        let higher = self.unseen.among(self.ranking.above(group, height_of(best)));
        if lead.pairs == 0 {
            return 1.0 - has_none(higher);
        }
        if self.position.unpaired[usize::from(seat)] >> group & 1 == 1 {
            return 0.0;
        }
        self.holds(lead.pairs, higher.twice)
    }

    /// The chance of a hand to hold so many of these pairs, neighbours where it is more than one.
    fn holds(&self, pairs: u8, of: u64) -> f32 {
        let one = 1.0 - chance(&NO_PAIR_OF, of.count_ones());
        match pairs {
            0 | 1 => one,
            2 => one * 0.12,
            _ => one * 0.02,
        }
    }

    fn ruffs(&self, seat: u8, lead: &Lead, best: Strength) -> f32 {
        if self.position.is_void(seat, TRUMP) {
            return 0.0;
        }
        let above =
            if is_ruff(best) { self.ranking.above(TRUMP, height_of(best)) } else { self.ranking.groups[TRUMP] };
        let trumps = self.unseen.among(above);
        let has = 1.0 - has_none(trumps);
        match (lead.pairs, lead.size) {
            (0, 1) => 0.85 * has,
            (0, size) => 0.85 * has * 0.5f32.powi(i32::from(size) - 1),
            (pairs, _) => self.holds(pairs, trumps.twice) * 0.9,
        }
    }

    /// The chance that nobody of the other side who is still to play beats this strength.
    pub fn holds_against(&self, seat: u8, lead: &Lead, best: Strength, to_play: impl Iterator<Item = u8>) -> f32 {
        let others = to_play.filter(|&other| !same_side(seat, other));
        others.map(|other| 1.0 - self.beats(other, lead, best)).product()
    }

    /// Whether no card that the seat does not see is a higher single, pair or tractor of this shape.
    pub fn is_certain(&self, component: &Lead, height: u8) -> bool {
        let higher = self.ranking.above(component.group(), height);
        match component.pairs {
            0 => self.unseen.once & higher == 0,
            1 => self.unseen.twice & higher == 0,
            length => {
                let group = component.group();
                let heights = self.ranking.heights_of(group, self.unseen.twice);
                let reached = self.ranking.heights_of(group, self.unseen.twice & higher);
                self.ranking.runs(group, heights, length) & (reached >> (length - 1)) == 0
            }
        }
    }

    /// How many cards of a group the seat does not see.
    pub fn out(&self, group: usize) -> u32 {
        self.unseen.among(self.ranking.groups[group]).len()
    }

    /// How many points of a group the seat does not see.
    pub fn points_out(&self, group: usize) -> i16 {
        self.ranking.points(self.unseen.among(self.ranking.groups[group]))
    }
}

/// How many of these kinds are there.
pub fn kinds(of: u64) -> usize {
    bits(of).count()
}
