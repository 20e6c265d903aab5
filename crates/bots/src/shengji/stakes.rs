//! What a hand is worth to a side, in levels.

use super::ranking::Ranking;
use super::table::Table;
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules};
use cardroom_rules::games::shengji::score::{Points, Thresholds};

/// What a hand is worth to a side, in levels.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    /// How points become levels.
    pub thresholds: Thresholds,
    /// How often the kitty's points count.
    pub kitty: KittyMultiplier,
    /// What it is worth to declare the next hand.
    pub deal: f32,
    /// What a point is worth beside, where it reaches no threshold: play-outs do not hit them exactly.
    pub point: f32,
}

impl Stakes {
    /// As this table has it.
    pub fn of(rules: &Rules) -> Self {
        Self { thresholds: rules.thresholds, kitty: rules.kitty_multiplier, deal: 0.5, point: 0.005 }
    }

    /// What a hand that was played to its end is worth to this seat's side.
    pub fn worth(&self, ranking: &Ranking, table: &Table, seat: u8) -> f32 {
        let (position, points) = (&table.position, self.points(ranking, table));
        let won = self.thresholds.won(Points::from(points));
        let levels = u16::try_from(won.levels).map_or(0.0, f32::from) + self.deal;
        let to_attackers = if won.held { -levels } else { levels } + self.point * f32::from(points);
        if position.attacks(seat) { to_attackers } else { -to_attackers }
    }

    /// The attackers' points with those of the kitty, where they won the last trick. The play that won it is taken to have
    /// no larger component than the lead, which errs in the declarers' favour.
    fn points(&self, ranking: &Ranking, table: &Table) -> i16 {
        let (winner, largest) = table.position.last;
        if !table.position.attacks(winner) {
            return table.position.points;
        }
        let times = match self.kitty {
            KittyMultiplier::PowerOfTwo => 1i16.checked_shl(largest.into()).unwrap_or(i16::MAX),
            KittyMultiplier::TwicePerCard | KittyMultiplier::ByWinningPlay => 2 * i16::from(largest),
        };
        table.position.points.saturating_add(ranking.points(table.kitty).saturating_mul(times))
    }
}
