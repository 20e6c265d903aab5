//! The bracket of a knock-out of teams.

use super::MOST_TEAMS;

/// A seed: 1 is the strongest.
pub type Seed = usize;

/// The first round of a bracket, from top to bottom: the winners of two neighbours meet in the next round. A seed
/// without an opponent has a bye.
///
/// The bracket has the next power of two of places. The first seed meets the last one, and seeds that win against all
/// weaker ones meet as late as they can. `None` for fewer than two teams, or more than [`MOST_TEAMS`].
///
/// ```
/// use cardroom_rules::tournament::teams::bracket::first_round;
///
/// let round = first_round(6).expect("six teams");
/// assert_eq!(round, [(1, None), (4, Some(5)), (2, None), (3, Some(6))]);
/// ```
pub fn first_round(teams: usize) -> Option<Vec<(Seed, Option<Seed>)>> {
    if !(2..=MOST_TEAMS).contains(&teams) {
        return None;
    }
    let size = teams.next_power_of_two();
    let mut order = vec![1];
    while order.len() < size / 2 {
        let among = 2 * order.len() + 1;
        order = order.into_iter().flat_map(|seed| [seed, among - seed]).collect();
    }
    let opponent = |seed: Seed| Some(size + 1 - seed).filter(|other| *other <= teams);
    Some(order.into_iter().map(|seed| (seed, opponent(seed))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byes_go_to_the_first_seeds() {
        for teams in 2..=MOST_TEAMS {
            let round = first_round(teams).unwrap();
            let mut byes: Vec<_> =
                round.iter().filter(|(_, other)| other.is_none()).map(|(seed, _)| *seed).collect();
            byes.sort_unstable();
            assert!(byes.iter().copied().eq(1..=teams.next_power_of_two() - teams));
            let mut seeds: Vec<_> =
                round.iter().flat_map(|(one, other)| [Some(*one), *other]).flatten().collect();
            seeds.sort_unstable();
            assert!(seeds.into_iter().eq(1..=teams));
        }
    }

    #[test]
    fn the_stronger_seeds_meet_last() {
        let mut left: Vec<Seed> =
            first_round(512).unwrap().into_iter().map(|(one, other)| one.min(other.unwrap_or(one))).collect();
        while left.len() > 1 {
            let best = left.len();
            assert!(left.iter().all(|seed| *seed <= best));
            left = left.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
        }
        assert_eq!(left, [1]);
    }

    #[test]
    fn brackets_are_bounded() {
        assert_eq!(first_round(1), None);
        assert_eq!(first_round(MOST_TEAMS + 1), None);
    }
}
