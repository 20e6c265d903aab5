//! The order of a leaderboard.

use std::cmp::Ordering;

use super::Rating;

/// The figures by which a leaderboard ranks a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardRank {
    /// The rating, as it is now.
    pub rating: Rating,
    /// How many rated events the player has played in the season.
    pub events: u32,
    /// When the player registered, in any unit: the lower, the earlier.
    pub registered: i64,
}

impl LeaderboardRank {
    /// Whether the player is listed at all: the rating is not provisional.
    pub fn is_listed(&self) -> bool {
        !self.rating.is_provisional(self.events)
    }

    /// The order of a leaderboard, the best first: by points, then by mean, then by fewer events, then by earlier
    /// registration. Players who are equal in all of that have the same place.
    pub fn order(&self, other: &Self) -> Ordering {
        let by_points = other.rating.points().cmp(&self.rating.points());
        by_points
            .then_with(|| other.rating.mu.total_cmp(&self.rating.mu))
            .then_with(|| self.events.cmp(&other.events))
            .then_with(|| self.registered.cmp(&other.registered))
    }
}

/// The place of each player, in the order given: one more than the players who are ranked higher.
///
/// ```
/// use cardroom_rules::tournament::rating::Rating;
/// use cardroom_rules::tournament::rating::leaderboard::{LeaderboardRank, places};
///
/// let player = |mu, events| LeaderboardRank { rating: Rating { mu, sigma: 2.0 }, events, registered: 0 };
/// assert_eq!(places(&[player(30.0, 12), player(31.0, 40), player(30.0, 10), player(30.0, 12)]), [3, 1, 2, 3]);
/// ```
pub fn places(players: &[LeaderboardRank]) -> Vec<usize> {
    let mut sorted = players.to_vec();
    sorted.sort_by(LeaderboardRank::order);
    players.iter().map(|player| 1 + sorted.partition_point(|other| other.order(player).is_lt())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(mu: f64, sigma: f64, events: u32, registered: i64) -> LeaderboardRank {
        LeaderboardRank { rating: Rating { mu, sigma }, events, registered }
    }

    #[test]
    fn each_tie_is_broken_by_the_next_rule() {
        // All have 960 points; the second has a higher mean and a wider deviation.
        let players = [player(30.0, 2.0, 20, 1), player(33.0, 3.0, 99, 9), player(30.0, 2.0, 20, 0)];
        assert!(players.iter().all(|player| player.rating.points() == 960 && player.is_listed()));
        assert_eq!(places(&players), [3, 1, 2]);
        assert!(!player(30.0, 2.0, 9, 0).is_listed());
    }
}
