//! The standing of an event of duplicate rounds.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

/// The results of a player in all deals so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealsPlayed {
    /// The sum of the matchpoints.
    pub matchpoints: u32,
    /// The sum of the scores.
    pub score: i64,
    /// The deals won as the landlord.
    pub landlord_wins: u32,
}

/// How players are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedBy {
    /// By matchpoints, then by score, then by deals won as the landlord.
    Matchpoints,
    /// By score, then by deals won as the landlord: at the one table of a last stage nothing can be compared.
    Score,
}

/// The place of each player, in the order given: one more than the players who are ranked higher. Players who are equal
/// in everything tie.
///
/// ```
/// use cardroom_rules::tournament::duplicate::standing::{DealsPlayed, RankedBy, places};
///
/// let played = |matchpoints, score| DealsPlayed { matchpoints, score, landlord_wins: 0 };
/// let players = [played(7, 12), played(9, -6), played(7, 12), played(7, 18)];
/// assert_eq!(places(&players, RankedBy::Matchpoints), [3, 1, 3, 2]);
/// ```
pub fn places(players: &[DealsPlayed], by: RankedBy) -> Vec<usize> {
    let key = |player: &DealsPlayed| {
        let points = match by {
            RankedBy::Matchpoints => player.matchpoints,
            RankedBy::Score => 0,
        };
        Reverse((points, player.score, player.landlord_wins))
    };
    let mut sorted: Vec<_> = players.iter().map(key).collect();
    sorted.sort_unstable();
    players.iter().map(|player| 1 + sorted.partition_point(|other| *other < key(player))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_one_table_the_score_ranks() {
        let played = |matchpoints, score, landlord_wins| DealsPlayed { matchpoints, score, landlord_wins };
        let players = [played(9, 0, 1), played(0, 12, 0), played(0, 0, 2)];
        assert_eq!(places(&players, RankedBy::Score), [3, 1, 2]);
        assert_eq!(places(&players, RankedBy::Matchpoints), [1, 2, 3]);
    }
}
