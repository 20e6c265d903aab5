//! The value of a hand for a side, in levels.

use super::ranking::Ranking;
use super::table::Table;
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules};
use cardroom_rules::games::shengji::score::{Points, Thresholds};

/// The value of a hand for a side, in levels.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    /// How points become levels.
    pub thresholds: Thresholds,
    /// The multiplier of the kitty's points.
    pub kitty: KittyMultiplier,
    /// The value of declaring the next hand.
    pub deal: f32,
    /// The additional value of a point that reaches no threshold, because play-outs do not hit thresholds exactly.
    pub point: f32,
}

impl Stakes {
    /// Those of this table.
    pub fn of(rules: &Rules) -> Self {
        Self { thresholds: rules.thresholds, kitty: rules.kitty_multiplier, deal: 0.5, point: 0.005 }
    }

    /// The value of a hand that was played to its end, for this seat's side.
    pub fn worth(&self, ranking: &Ranking, table: &Table, seat: u8) -> f32 {
        let (position, points) = (&table.position, self.points(ranking, table));
        let won = self.thresholds.won(Points::from(points));
        let levels = u16::try_from(won.levels).map_or(0.0, f32::from) + self.deal;
        let to_attackers = if won.held { -levels } else { levels } + self.point * f32::from(points);
        if position.attacks(seat) { to_attackers } else { -to_attackers }
    }

    /// The attackers' points, including those of the kitty if they won the last trick. The play that won it is assumed
    /// to have no larger component than the lead, which errs in the declarers' favour.
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
