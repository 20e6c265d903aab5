//! What a hand is worth to a side, in levels.

use super::position::Position;
use crate::games::shengji::score::{Points, Thresholds};

/// What a hand is worth to a side, in levels.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    /// How points become levels.
    pub thresholds: Thresholds,
    /// What it is worth to declare the next hand.
    pub deal: f32,
    /// What a point is worth beside, where it reaches no threshold: play-outs do not hit them exactly.
    pub point: f32,
}

impl Stakes {
    /// As tables usually have it.
    pub const USUAL: Self = Self { thresholds: Thresholds { take: 80, step: 40 }, deal: 0.5, point: 0.005 };

    /// What so many points of the attackers are worth to this seat's side.
    pub fn worth(&self, position: &Position, seat: u8, points: i16) -> f32 {
        let won = self.thresholds.won(Points::from(points));
        let levels = u16::try_from(won.levels).map_or(0.0, f32::from) + self.deal;
        let to_attackers = if won.held { -levels } else { levels } + self.point * f32::from(points);
        if position.attacks(seat) { to_attackers } else { -to_attackers }
    }
}
