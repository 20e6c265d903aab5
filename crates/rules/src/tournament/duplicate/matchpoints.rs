//! Matchpoints: how a result compares with those of the same seat at the other tables.

/// The seats of a table of Dou Dizhu.
pub const SEATS: usize = 3;
/// The most tables of a round.
pub const MOST_TABLES: usize = 3_334;

/// The score of each seat of a table in a deal.
pub type DealScores = [i64; SEATS];

/// Why scores cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchpointFault {
    /// Too few or too many tables.
    #[error("1 to {MOST_TABLES} tables are compared, not {0}")]
    Tables(usize),
}

/// The matchpoints of each table's seats for one deal, in the order of the tables: 2 for each other table whose player
/// in the same seat scored less, 1 for each that scored the same.
///
/// A table that did not begin the deal before the round's time was up has `None`. It counts as equal with every other
/// table: so its seats get 1 for each other table, and each seat's points always sum to the number of tables times one
/// less.
///
/// Source: `tournaments`, part II.
///
/// ```
/// use cardroom_rules::tournament::duplicate::matchpoints::matchpoints;
///
/// let scores = [[6, 6, -12], [-2, -2, 4], [6, -12, 6]].map(Some);
/// let points = matchpoints(&scores)?;
/// assert_eq!(points.iter().map(|table| table[0]).collect::<Vec<_>>(), [3, 0, 3]);
/// # Ok::<(), cardroom_rules::tournament::duplicate::matchpoints::MatchpointFault>(())
/// ```
pub fn matchpoints(scores: &[Option<DealScores>]) -> Result<Vec<[u32; SEATS]>, MatchpointFault> {
    let tables = scores.len();
    if !(1..=MOST_TABLES).contains(&tables) {
        return Err(MatchpointFault::Tables(tables));
    }
    let mut points = vec![[0; SEATS]; tables];
    for seat in 0..SEATS {
        let of = |table: &Option<DealScores>| table.map(|scores| scores[seat]);
        let mut played: Vec<i64> = scores.iter().filter_map(of).collect();
        played.sort_unstable();
        for (table, points) in scores.iter().zip(&mut points) {
            points[seat] = match of(table) {
                Some(score) => compared(score, &played, tables),
                None => count(tables - 1),
            };
        }
    }
    Ok(points)
}

/// The matchpoints of a score among those of its seat, which are sorted; the tables that are missing there count as
/// equal.
fn compared(score: i64, played: &[i64], tables: usize) -> u32 {
    let less = played.partition_point(|other| *other < score);
    let not_more = played.partition_point(|other| *other <= score);
    let equal = not_more - less - 1 + (tables - played.len());
    count(2 * less + equal)
}

fn count(points: usize) -> u32 {
    u32::try_from(points).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_deal_not_begun_is_average() {
        let points = matchpoints(&[Some([6, 6, -12]), None, Some([-2, -2, 4])]).unwrap();
        assert_eq!(points, [[3, 3, 1], [2, 2, 2], [1, 1, 3]]);
        assert_eq!(matchpoints(&[None]).unwrap(), [[0, 0, 0]]);
    }

    #[test]
    fn tables_are_bounded() {
        assert_eq!(matchpoints(&[]), Err(MatchpointFault::Tables(0)));
        assert_eq!(matchpoints(&vec![None; 3_335]), Err(MatchpointFault::Tables(3_335)));
    }

    proptest! {
        #[test]
        fn points_are_those_of_each_pair_of_tables(
            scores in prop::collection::vec(prop::option::of(prop::array::uniform3(-4_i64..4)), 1..20),
        ) {
            let points = matchpoints(&scores).unwrap();
            for seat in 0..SEATS {
                for (table, own) in scores.iter().enumerate() {
                    let of_pair = |(other, score): (usize, &Option<DealScores>)| match (own, score) {
                        _ if other == table => 0,
                        (Some(own), Some(score)) => match own[seat].cmp(&score[seat]) {
                            Ordering::Greater => 2,
                            Ordering::Equal => 1,
                            Ordering::Less => 0,
                        },
                        _ => 1,
                    };
                    let sum: u32 = scores.iter().enumerate().map(of_pair).sum();
                    prop_assert_eq!(points[table][seat], sum);
                }
            }
        }
    }
}
