//! The standing of a Swiss event.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::TeamNumber;
use super::outcome::{MatchOutcome, TeamHeight};

/// The result of a team in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResult {
    /// Two teams have played.
    Match {
        /// The teams.
        teams: (TeamNumber, TeamNumber),
        /// Their heights at the end, in the same order.
        heights: (TeamHeight, TeamHeight),
    },
    /// A team had a bye.
    Bye(TeamNumber),
}

/// Where a team stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TeamStanding {
    /// The team.
    pub team: TeamNumber,
    /// Its place; teams that are equal in everything share one.
    pub place: usize,
    /// Its match points: 2 for a won match or a bye, 1 for a draw.
    pub points: u32,
    /// The sum of its opponents' match points, once for each match; a bye counts 0.
    pub buchholz: u32,
    /// The sum of the differences of its matches.
    pub difference: i32,
}

/// The standing between rounds, by which the next round is paired: by points, then difference, then team number.
pub fn between_rounds(teams: &[TeamNumber], results: &[RoundResult]) -> Vec<TeamStanding> {
    let mut standings = counted(teams, results);
    standings.sort_by_key(|each| (Reverse(each.points), Reverse(each.difference), each.team));
    for (place, each) in (1..).zip(&mut standings) {
        each.place = place;
    }
    standings
}

/// The standing after the last round: by points, then Buchholz, then difference, then the points of the matches that
/// the teams which are equal so far have played among each other. Teams that are equal in all of that tie.
///
/// ```
/// use cardroom_rules::tournament::teams::standing::{RoundResult, at_the_end};
///
/// let results = [
///     RoundResult::Match { teams: (1, 2), heights: (5, 8) },
///     RoundResult::Bye(3),
/// ];
/// let standing = at_the_end(&[1, 2, 3], &results);
/// assert_eq!(standing.iter().map(|each| each.team).collect::<Vec<_>>(), [2, 3, 1]);
/// ```
pub fn at_the_end(teams: &[TeamNumber], results: &[RoundResult]) -> Vec<TeamStanding> {
    let mut standings = counted(teams, results);
    let key = |each: &TeamStanding| Reverse((each.points, each.buchholz, each.difference));
    standings.sort_by_key(|each| (key(each), each.team));
    let mut placed = Vec::with_capacity(standings.len());
    for group in standings.chunk_by(|one, other| key(one) == key(other)) {
        place_equals(group, results, &mut placed);
    }
    placed
}

/// Places teams that only their own matches tell apart.
fn place_equals(group: &[TeamStanding], results: &[RoundResult], placed: &mut Vec<TeamStanding>) {
    let members: Vec<TeamNumber> = group.iter().map(|each| each.team).collect();
    let is_own = |result: &&RoundResult| match result {
        RoundResult::Match { teams: (one, other), .. } => members.contains(one) && members.contains(other),
        RoundResult::Bye(_) => false,
    };
    let own: Vec<RoundResult> = results.iter().filter(is_own).copied().collect();
    let mut own_points = points(&members, &own);
    own_points.sort_by_key(|(team, points)| (Reverse(*points), *team));
    for equals in own_points.chunk_by(|one, other| one.1 == other.1) {
        let place = placed.len() + 1;
        let of = |team| group.iter().find(move |each| each.team == team).copied();
        placed.extend(equals.iter().filter_map(|(team, _)| Some(TeamStanding { place, ..of(*team)? })));
    }
}

fn points(teams: &[TeamNumber], results: &[RoundResult]) -> Vec<(TeamNumber, u32)> {
    counted(teams, results).iter().map(|each| (each.team, each.points)).collect()
}

/// Points, Buchholz and difference of each team, in the order of their numbers. Places are not set.
fn counted(teams: &[TeamNumber], results: &[RoundResult]) -> Vec<TeamStanding> {
    let start = |&team| (team, TeamStanding { team, ..TeamStanding::default() });
    let mut standings: BTreeMap<TeamNumber, TeamStanding> = teams.iter().map(start).collect();
    let mut count = |team, outcome: MatchOutcome| {
        if let Some(standing) = standings.get_mut(&team) {
            standing.points += outcome.points;
            standing.difference += outcome.difference;
        }
    };
    for result in results {
        match *result {
            RoundResult::Match { teams, heights } => {
                count(teams.0, MatchOutcome::of(heights.0, heights.1));
                count(teams.1, MatchOutcome::of(heights.1, heights.0));
            }
            RoundResult::Bye(team) => count(team, MatchOutcome::BYE),
        }
    }
    let points: BTreeMap<TeamNumber, u32> =
        standings.iter().map(|(team, each)| (*team, each.points)).collect();
    for result in results {
        let RoundResult::Match { teams: (one, other), .. } = *result else { continue };
        for (team, opponent) in [(one, other), (other, one)] {
            if let Some(standing) = standings.get_mut(&team) {
                standing.buchholz += points.get(&opponent).copied().unwrap_or(0);
            }
        }
    }
    standings.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(one: TeamNumber, other: TeamNumber, heights: (TeamHeight, TeamHeight)) -> RoundResult {
        RoundResult::Match { teams: (one, other), heights }
    }

    fn pairs(standings: &[TeamStanding]) -> Vec<(TeamNumber, usize)> {
        standings.iter().map(|each| (each.team, each.place)).collect()
    }

    #[test]
    fn rounds_are_paired_by_points_difference_and_number() {
        let results = [game(1, 2, (3, 5)), game(3, 4, (1, 9)), RoundResult::Bye(5)];
        let standing = between_rounds(&[1, 2, 3, 4, 5], &results);
        assert_eq!(pairs(&standing), [(4, 1), (2, 2), (5, 3), (1, 4), (3, 5)]);
        assert_eq!((standing[0].points, standing[0].difference), (2, 8));
    }

    #[test]
    fn stronger_opponents_rank_higher() {
        // 1 and 2 have won twice; 1 against 3 and 4, 2 against 5 and 6. Of those 3 has won the most.
        let won = (4, 0);
        let results = [
            game(1, 3, won),
            game(2, 5, won),
            game(1, 4, won),
            game(2, 6, won),
            game(3, 6, won),
            game(4, 5, (2, 2)),
        ];
        let standing = at_the_end(&[1, 2, 3, 4, 5, 6], &results);
        assert_eq!(pairs(&standing)[..2], [(1, 1), (2, 2)]);
        assert_eq!(standing[0].buchholz, 3);
        assert_eq!(standing[1].buchholz, 1);
    }

    #[test]
    fn their_own_match_decides_and_else_they_tie() {
        let results = [game(1, 2, (0, 1)), game(2, 3, (0, 1)), game(3, 1, (0, 1))];
        assert_eq!(pairs(&at_the_end(&[1, 2, 3], &results)), [(1, 1), (2, 1), (3, 1)]);
        // 1 and 2 are equal in points, Buchholz and difference; 2 has won against 1.
        let results = [
            game(2, 1, (1, 0)),
            game(1, 3, (2, 0)),
            game(4, 2, (0, 0)),
            game(4, 5, (0, 0)),
            game(3, 5, (4, 0)),
        ];
        let standing = at_the_end(&[1, 2, 3, 4, 5], &results);
        let of = |team| standing.iter().find(|each| each.team == team).unwrap();
        assert!(of(2).place < of(1).place);
    }
}
