//! The outcome of a match of two teams.

use serde::{Deserialize, Serialize};

use crate::games::shengji::level::TeamLevel;

/// A team's height in a game, counted from level 2: 2 is 0, A is 12, and the won game is [`GAME_WON`].
pub type TeamHeight = u8;

/// The height of a team that has won the game.
pub const GAME_WON: TeamHeight = 13;

/// The height of a team that plays this level.
pub const fn height_of(level: TeamLevel) -> TeamHeight {
    level.rank() - TeamLevel::TWO.rank()
}

/// The level that a team of this height plays; `None` if it has won the game.
pub const fn level_of(height: TeamHeight) -> Option<TeamLevel> {
    TeamLevel::of(height.saturating_add(TeamLevel::TWO.rank()))
}

/// The points of a team from a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOutcome {
    /// 2 for the higher level, 1 for equal ones, 0 for the lower.
    pub points: u32,
    /// The team's own height less the other's.
    pub difference: i32,
}

impl MatchOutcome {
    /// The outcome of a bye: a win without a difference.
    pub const BYE: Self = Self { points: 2, difference: 0 };

    /// The outcome for a team that ends at one height against another. Heights above [`GAME_WON`] count as that.
    ///
    /// ```
    /// use cardroom_rules::tournament::teams::outcome::MatchOutcome;
    ///
    /// assert_eq!(MatchOutcome::of(5, 2), MatchOutcome { points: 2, difference: 3 });
    /// assert_eq!(MatchOutcome::of(2, 5), MatchOutcome { points: 0, difference: -3 });
    /// ```
    pub fn of(own: TeamHeight, other: TeamHeight) -> Self {
        let (own, other) = (own.min(GAME_WON), other.min(GAME_WON));
        let points = match own.cmp(&other) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
        Self { points, difference: i32::from(own) - i32::from(other) }
    }
}
