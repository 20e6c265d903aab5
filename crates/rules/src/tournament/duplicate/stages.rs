//! The stages of a knock-out of Dou Dizhu.

use super::matchpoints::SEATS;

/// How many players go on after a stage: the better half, rounded down to full tables, at least one table. `None` after
/// the last stage, which has one table.
///
/// ```
/// use cardroom_rules::tournament::duplicate::stages::going_on;
///
/// assert_eq!([27, 12, 9, 6, 3].map(going_on), [Some(12), Some(6), Some(3), Some(3), None]);
/// ```
pub fn going_on(players: usize) -> Option<usize> {
    let half = players / 2 / SEATS * SEATS;
    if players <= SEATS { None } else { Some(half.max(SEATS)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knock_out_ends_at_one_table() {
        for tables in 2..1_000 {
            let mut players = SEATS * tables;
            while let Some(next) = going_on(players) {
                assert!(next < players && next % SEATS == 0);
                players = next;
            }
            assert_eq!(players, SEATS);
        }
    }
}
