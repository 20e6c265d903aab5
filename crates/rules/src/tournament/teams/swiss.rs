//! Swiss pairing: each round, teams of a similar standing that have not met yet play each other.

use std::collections::BTreeMap;

use super::matching::Matching;
use super::{MOST_TEAMS, TeamNumber};

/// The matches that were played so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    times: BTreeMap<(TeamNumber, TeamNumber), u32>,
}

/// The pairs of teams that play each other in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The matches, the highest team's first; the higher team of each first.
    pub pairs: Vec<(TeamNumber, TeamNumber)>,
    /// The team that has a bye.
    pub bye: Option<TeamNumber>,
}

/// Why a round cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingFault {
    /// Too few or too many teams.
    #[error("2 to {MOST_TEAMS} teams are paired, not {0}")]
    Teams(usize),
    /// A team stands twice.
    #[error("team {0} came twice")]
    TeamTwice(TeamNumber),
}

impl Met {
    /// Counts a match.
    pub fn record(&mut self, one: TeamNumber, other: TeamNumber) {
        *self.times.entry(key(one, other)).or_default() += 1;
    }

    /// How often two teams have met.
    pub fn times(&self, one: TeamNumber, other: TeamNumber) -> u32 {
        self.times.get(&key(one, other)).copied().unwrap_or(0)
    }
}

fn key(one: TeamNumber, other: TeamNumber) -> (TeamNumber, TeamNumber) {
    (one.min(other), one.max(other))
}

/// How many rounds are played: enough for one team to win all, at least three.
///
/// ```
/// use cardroom_rules::tournament::teams::swiss::rounds;
///
/// assert_eq!([2, 8, 9, 16].map(rounds), [3, 3, 4, 4]);
/// ```
pub fn rounds(teams: usize) -> u32 {
    teams.max(1).next_power_of_two().ilog2().max(3)
}

/// Pairs a round. `standing` has the teams from the highest to the lowest, `byes` the teams that had a bye.
///
/// Of an odd number, the lowest team without a bye has one; if all had one, the lowest team. Then the highest team that
/// is not paired plays the highest that it has not met, such that the rest can be paired. If that is impossible, one
/// meeting is allowed, then two, and so on.
///
/// Source: `tournaments`, part III.
///
/// ```
/// use cardroom_rules::tournament::teams::swiss::{Met, pair};
///
/// let mut met = Met::default();
/// met.record(1, 2);
/// met.record(3, 4);
/// let round = pair(&[1, 2, 3, 4, 5], &met, &[5])?;
/// assert_eq!((round.pairs, round.bye), (vec![(1, 3), (2, 5)], Some(4)));
/// # Ok::<(), cardroom_rules::tournament::teams::swiss::PairingFault>(())
/// ```
pub fn pair(standing: &[TeamNumber], met: &Met, byes: &[TeamNumber]) -> Result<Pairing, PairingFault> {
    check(standing)?;
    let bye = if standing.len().is_multiple_of(2) { None } else { bye(standing, byes) };
    let order: Vec<TeamNumber> = standing.iter().copied().filter(|team| Some(*team) != bye).collect();
    let most = met.times.values().copied().max().unwrap_or(0);
    // With as many meetings as there were, every two teams may play.
    let paired = (0..=most).find_map(|meetings| highest_first(&order, met, meetings));
    Ok(Pairing { pairs: paired.unwrap_or_default(), bye })
}

fn check(standing: &[TeamNumber]) -> Result<(), PairingFault> {
    if !(2..=MOST_TEAMS).contains(&standing.len()) {
        return Err(PairingFault::Teams(standing.len()));
    }
    let mut sorted = standing.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(PairingFault::TeamTwice(pair[0])),
        None => Ok(()),
    }
}

fn bye(standing: &[TeamNumber], byes: &[TeamNumber]) -> Option<TeamNumber> {
    let lowest_without = standing.iter().rev().find(|team| !byes.contains(team));
    lowest_without.or(standing.last()).copied()
}

/// The pairs of teams that have met at most so often; `None` if not all can be paired.
///
/// A pairing of all teams is kept while the highest of them are paired for good. A pair is possible if the partners
/// that it parts can be paired anew, which one search of the matching tells.
fn highest_first(order: &[TeamNumber], met: &Met, meetings: u32) -> Option<Vec<(TeamNumber, TeamNumber)>> {
    let may_play = |one: usize, other: usize| met.times(order[one], order[other]) <= meetings;
    let mut matching = Matching::perfect(order.len(), may_play)?;
    let mut pairs = vec![];
    for high in 0..order.len() {
        if matching.is_fixed(high) {
            continue;
        }
        let low = (high + 1..order.len()).find(|&low| matching.fix(high, low))?;
        pairs.push((order[high], order[low]));
    }
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By backtracking, as the rules tell it.
    fn by_backtracking(
        order: &[TeamNumber],
        met: &Met,
        meetings: u32,
    ) -> Option<Vec<(TeamNumber, TeamNumber)>> {
        let Some((&high, rest)) = order.split_first() else { return Some(vec![]) };
        rest.iter().filter(|low| met.times(high, **low) <= meetings).find_map(|&low| {
            let others: Vec<_> = rest.iter().copied().filter(|team| *team != low).collect();
            let mut pairs = by_backtracking(&others, met, meetings)?;
            pairs.insert(0, (high, low));
            Some(pairs)
        })
    }

    #[test]
    fn wrong_rounds_are_refused() {
        let fault = |standing: &[TeamNumber]| pair(standing, &Met::default(), &[]).unwrap_err();
        assert_eq!(fault(&[1]), PairingFault::Teams(1));
        assert_eq!(fault(&(0..513).collect::<Vec<_>>()), PairingFault::Teams(513));
        assert_eq!(fault(&[1, 2, 1]), PairingFault::TeamTwice(1));
    }

    #[test]
    fn two_teams_meet_again_and_again() {
        let mut met = Met::default();
        for _ in 0..3 {
            assert_eq!(pair(&[2, 1], &met, &[]).unwrap().pairs, [(2, 1)]);
            met.record(1, 2);
        }
    }

    #[test]
    fn a_large_event_is_paired_in_every_round() {
        let (mut met, mut byes) = (Met::default(), vec![]);
        let mut standing: Vec<TeamNumber> = (1..=101).collect();
        for round in 0..rounds(101) {
            let paired = pair(&standing, &met, &byes).unwrap();
            assert_eq!(paired.pairs.len(), 50);
            assert!(paired.pairs.iter().all(|&(one, other)| met.times(one, other) == 0));
            assert!(!byes.contains(&paired.bye.unwrap()));
            paired.pairs.iter().for_each(|&(one, other)| met.record(one, other));
            byes.extend(paired.bye);
            standing.rotate_left(13 + round as usize);
        }
    }

    proptest! {
        #[test]
        fn it_is_what_backtracking_finds(
            teams in 1_u32..=5,
            played in prop::collection::vec((1_u32..=10, 1_u32..=10), 0..60),
        ) {
            let order: Vec<TeamNumber> = (1..=2 * teams).collect();
            let mut met = Met::default();
            played.iter().filter(|(one, other)| one != other).for_each(|&(one, other)| met.record(one, other));
            let expected = (0..).find_map(|meetings| by_backtracking(&order, &met, meetings));
            prop_assert_eq!(Some(pair(&order, &met, &[]).unwrap().pairs), expected);
        }
    }
}
