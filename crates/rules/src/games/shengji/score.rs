//! The result of a hand: levels won, the next declarer, and the end of the game (rules, section 7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::level::TeamLevel;
use crate::games::seat::Seat;

/// The points of the attackers in a hand. Penalties can take them below 0.
pub type Points = i64;

/// Two seats that play together: seats 0 and 2, or 1 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::Team)]
pub enum Team {
    /// The team of seats 0 and 2.
    Even,
    /// The team of seats 1 and 3.
    Odd,
}

impl Team {
    /// The team of this seat.
    pub fn of(seat: Seat) -> Self {
        if seat.0.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }

    /// The opposing team.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

/// How the attackers' points of a hand become levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = shengji::Thresholds)]
pub struct Thresholds {
    /// The number of points with which the attackers take the deal: a multiple of 5 from 5 to 200.
    #[schema(minimum = 5, maximum = 200)]
    pub take: u16,
    /// The number of points for one more level: a multiple of 5 from 5 to 200.
    #[schema(minimum = 5, maximum = 200)]
    pub step: u16,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { take: 80, step: 40 }
    }
}

/// The winners of a hand, and the levels that they gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Won)]
pub struct Won {
    /// Whether the declarers won the hand. If not, the attackers take the deal.
    pub held: bool,
    /// The levels that the winners gain, before a level that must be played stops them.
    pub levels: u32,
}

impl Thresholds {
    /// The value of the attackers' points. The declarers go up one level for each step that is missing, and one more if
    /// there are no points at all, and one for each step below that. The attackers go up one level for each step beyond
    /// the threshold, and none for just reaching it.
    pub fn won(self, points: Points) -> Won {
        let (take, step) = (Points::from(self.take), Points::from(self.step.max(1)));
        let up = |below: Points| (below + step - 1) / step;
        let (held, levels) = match points {
            _ if points >= take => (false, (points - take) / step),
            1.. => (true, up(take - points)),
            _ => (true, up(take) + 1 + -points / step),
        };
        Won { held, levels: u32::try_from(levels).unwrap_or(u32::MAX) }
    }
}

/// Levels that a team leaves only by winning as declarers at them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = shengji::MustPlay)]
pub enum MustPlay {
    /// Only the ace. No team gets past it without playing it; a team that wins at it wins the game.
    #[default]
    None,
    /// The ace.
    Ace,
    /// 5, 10, king and ace.
    FiveTenKingAce,
    /// 2, 5, 10, jack, king and ace.
    TwoFiveTenJackKingAce,
}

impl MustPlay {
    fn includes(self, level: TeamLevel) -> bool {
        let ranks: &[u8] = match self {
            Self::None | Self::Ace => &[14],
            Self::FiveTenKingAce => &[5, 10, 13, 14],
            Self::TwoFiveTenJackKingAce => &[2, 5, 10, 11, 13, 14],
        };
        ranks.contains(&level.rank())
    }

    /// A team's level after it won `levels`. A level that must be played stops a team, unless the team has just won as
    /// declarers at it.
    pub fn raised(self, from: TeamLevel, levels: u32, held_it: bool) -> TeamLevel {
        let mut level = from;
        for won in 0..levels {
            let held_here = won == 0 && held_it;
            match level.next().filter(|_| held_here || !self.includes(level)) {
                Some(next) => level = next,
                None => break,
            }
        }
        level
    }
}

/// The levels of both teams, from 2 to the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Levels)]
pub struct Levels {
    /// The level of seats 0 and 2.
    pub even: TeamLevel,
    /// The level of seats 1 and 3.
    pub odd: TeamLevel,
}

impl Levels {
    /// Both teams at level 2, as a game begins.
    pub const OPENING: Self = Self { even: TeamLevel::TWO, odd: TeamLevel::TWO };

    /// This team's.
    pub fn of(self, team: Team) -> TeamLevel {
        match team {
            Team::Even => self.even,
            Team::Odd => self.odd,
        }
    }

    /// The same with another level for this team.
    #[must_use]
    pub fn with(self, team: Team, level: TeamLevel) -> Self {
        match team {
            Team::Even => Self { even: level, ..self },
            Team::Odd => Self { odd: level, ..self },
        }
    }
}

/// The consequences of a hand for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = shengji::Progress)]
pub struct Progress {
    /// The winners of the hand, and the levels that they gain.
    pub won: Won,
    /// The levels of both teams afterwards.
    pub levels: Levels,
    /// The declarer of the next hand.
    pub declarer: Seat,
    /// The team that has won the game, which it does by winning as declarers at the ace; absent if the game goes on.
    pub champion: Option<Team>,
}

/// The outcome of a hand with this `declarer` and these points of the attackers. `hooked` is true if they took the
/// last trick with a jack from declarers at jack who pay for it.
pub fn progress(
    thresholds: Thresholds,
    must_play: MustPlay,
    levels: Levels,
    declarer: Seat,
    points: Points,
    hooked: bool,
) -> Progress {
    let won = thresholds.won(points);
    let declaring = Team::of(declarer);
    let winners = if won.held { declaring } else { declaring.other() };
    let level = levels.of(winners);
    let raised = levels.with(winners, must_play.raised(level, won.levels, won.held));
    let levels = if hooked { raised.with(declaring, TeamLevel::TWO) } else { raised };
    let other = declarer.after(4);
    let next = if won.held { other.after(4) } else { other };
    let champion = (won.held && level == TeamLevel::ACE).then_some(winners);
    Progress { won, levels, declarer: next, champion }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_give_the_levels_of_the_rules() {
        let expected = [
            (-85, true, 5),
            (-80, true, 5),
            (-75, true, 4),
            (-40, true, 4),
            (-35, true, 3),
            (0, true, 3),
            (5, true, 2),
            (35, true, 2),
            (40, true, 1),
            (75, true, 1),
            (80, false, 0),
            (115, false, 0),
            (120, false, 1),
            (155, false, 1),
            (160, false, 2),
            (600, false, 13),
        ];
        for (points, held, levels) in expected {
            assert_eq!(Thresholds::default().won(points), Won { held, levels }, "{points}");
        }
    }

    #[test]
    fn other_thresholds_move_the_table() {
        let thresholds = Thresholds { take: 100, step: 50 };
        assert_eq!(thresholds.won(95), Won { held: true, levels: 1 });
        assert_eq!(thresholds.won(100), Won { held: false, levels: 0 });
        assert_eq!(thresholds.won(150), Won { held: false, levels: 1 });
        assert_eq!(thresholds.won(0), Won { held: true, levels: 3 });
        assert_eq!(thresholds.won(-50), Won { held: true, levels: 4 });
    }

    fn level(text: &str) -> TeamLevel {
        text.parse().unwrap()
    }

    #[test]
    fn levels_that_must_be_played_hold_a_team_up() {
        let five = MustPlay::FiveTenKingAce;
        assert_eq!(five.raised(level("4"), 3, true), level("5"), "reached, not passed");
        assert_eq!(five.raised(level("5"), 2, true), level("7"), "held, so left");
        assert_eq!(five.raised(level("5"), 2, false), level("5"), "attackers did not play it");
        assert_eq!(five.raised(level("9"), 4, true), level("T"));
        assert_eq!(MustPlay::None.raised(level("4"), 3, true), level("7"));
        assert_eq!(MustPlay::TwoFiveTenJackKingAce.raised(level("2"), 1, false), level("2"));
        assert_eq!(MustPlay::TwoFiveTenJackKingAce.raised(level("T"), 2, true), level("J"));
        for any in [MustPlay::None, MustPlay::Ace, five, MustPlay::TwoFiveTenJackKingAce] {
            assert_eq!(any.raised(level("K"), 3, true), TeamLevel::ACE, "never beyond the ace");
        }
    }

    fn after_hand(levels: (&str, &str), declarer: u8, points: Points, hooked: bool) -> Progress {
        let levels = Levels { even: level(levels.0), odd: level(levels.1) };
        progress(Thresholds::default(), MustPlay::None, levels, Seat(declarer), points, hooked)
    }

    #[test]
    fn the_partner_declares_after_holding_and_the_next_seat_after_losing() {
        let held = after_hand(("4", "7"), 0, 35, false);
        assert_eq!((held.declarer, held.levels.even, held.levels.odd), (Seat(2), level("6"), level("7")));
        let lost = after_hand(("4", "7"), 3, 125, false);
        assert_eq!((lost.declarer, lost.levels.even, lost.levels.odd), (Seat(0), level("5"), level("7")));
    }

    #[test]
    fn only_declarers_who_hold_the_ace_win_the_game() {
        assert_eq!(after_hand(("A", "7"), 0, 75, false).champion, Some(Team::Even));
        assert_eq!(after_hand(("A", "7"), 0, 80, false).champion, None);
        assert_eq!(after_hand(("A", "7"), 1, 200, false).champion, None, "attackers at the ace");
        assert_eq!(after_hand(("K", "7"), 0, 0, false).champion, None, "reached it only");
    }

    #[test]
    fn the_hook_sends_declarers_back_to_two() {
        let hooked = after_hand(("J", "7"), 0, 40, true);
        assert_eq!((hooked.levels.even, hooked.declarer), (TeamLevel::TWO, Seat(2)));
        let lost = after_hand(("J", "7"), 0, 120, true);
        assert_eq!((lost.levels.even, lost.levels.odd), (TeamLevel::TWO, level("8")));
    }
}
