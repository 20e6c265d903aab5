//! Equity in a tournament by the Independent Chip Model: the value of a stack in prizes.

use serde::Serialize;

use super::payouts::first_rise;
use super::{race, subsets};
use crate::games::game::{Chips, MOST_CHIPS};

/// The most stacks that are counted by subsets. Beyond, the model is integrated as a race.
pub const MOST_BY_SUBSETS: usize = 12;
/// The most stacks.
pub const MOST_STACKS: usize = 1_000;

/// The rule that stacks or prizes break.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(untagged)]
#[strum(serialize_all = "snake_case")]
pub enum EquityFault {
    /// Too few or too many stacks.
    #[error("2 to {MOST_STACKS} stacks are compared, not {count}")]
    StackCount {
        /// How many there are.
        count: usize,
    },
    /// There are no prizes, or more than stacks.
    #[error("there are 1 to {stacks} prizes, one for a stack at most, not {count}")]
    PrizeCount {
        /// How many prizes there are.
        count: usize,
        /// How many stacks there are.
        stacks: usize,
    },
    /// A stack without chips.
    #[error("stack {stack} has no chips")]
    EmptyStack {
        /// The stack, 0 is the first.
        stack: usize,
    },
    /// A prize is above the one before it.
    #[error("the prize of place {place} is above that of the place before")]
    PrizeRises {
        /// The place, 1 is the first.
        place: usize,
    },
    /// The stacks, or the prizes, together exceed the largest amount.
    #[error("the {of} sum to more than {MOST_CHIPS}")]
    SumTooLarge {
        /// Stacks or prizes.
        of: &'static str,
    },
}

/// The value of each stack in prizes, in chips and fractions of chips, in the order of the stacks.
///
/// The model (Malmuth and Harville): a stack is first with a probability of its share of all chips; the next places
/// follow alike among the stacks that are left. The values sum to the prizes. Up to twelve stacks they are exact but for
/// rounding; beyond, they are off by less than 10⁻⁹ of the prizes' sum.
///
/// ```
/// use cardroom_rules::tournament::prizes::equity::equities;
///
/// let worth = equities(&[5_000, 3_000, 2_000], &[500, 300, 200])?;
/// let told: Vec<_> = worth.iter().map(|worth| format!("{worth:.2}")).collect();
/// assert_eq!(told, ["383.93", "327.50", "288.57"]);
/// # Ok::<(), cardroom_rules::tournament::prizes::equity::EquityFault>(())
/// ```
pub fn equities(stacks: &[Chips], prizes: &[Chips]) -> Result<Vec<f64>, EquityFault> {
    check(stacks, prizes)?;
    let (stacks, prizes) = (floats(stacks), floats(prizes));
    Ok(if stacks.len() <= MOST_BY_SUBSETS {
        subsets::equities(&stacks, &prizes)
    } else {
        race::equities(&stacks, &prizes)
    })
}

fn check(stacks: &[Chips], prizes: &[Chips]) -> Result<(), EquityFault> {
    let count = stacks.len();
    if !(2..=MOST_STACKS).contains(&count) {
        return Err(EquityFault::StackCount { count });
    }
    if !(1..=count).contains(&prizes.len()) {
        return Err(EquityFault::PrizeCount { count: prizes.len(), stacks: count });
    }
    if let Some(stack) = stacks.iter().position(|stack| *stack == 0) {
        return Err(EquityFault::EmptyStack { stack });
    }
    if let Some(index) = first_rise(prizes) {
        return Err(EquityFault::PrizeRises { place: index + 1 });
    }
    check_sum("stacks", stacks)?;
    check_sum("prizes", prizes)
}

fn check_sum(of: &'static str, amounts: &[Chips]) -> Result<(), EquityFault> {
    let sum: u128 = amounts.iter().map(|amount| u128::from(*amount)).sum();
    if sum > u128::from(MOST_CHIPS) { Err(EquityFault::SumTooLarge { of }) } else { Ok(()) }
}

#[allow(clippy::cast_precision_loss, reason = "amounts stay below 2^53")]
fn floats(amounts: &[Chips]) -> Vec<f64> {
    amounts.iter().map(|amount| *amount as f64).collect()
}

/// Whole chips for equities that sum to `sum`: each is rounded down, and the chips left over go one each to the largest
/// fractions. Fractions that are equal to 10⁻⁶ are ranked by the larger stack, and equal stacks by their order.
///
/// ```
/// use cardroom_rules::tournament::prizes::equity::whole_chips;
///
/// assert_eq!(whole_chips(&[383.93, 327.5, 288.57], &[5_000, 3_000, 2_000], 1_000), [384, 327, 289]);
/// ```
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "equities are at least 0 and at most the sum"
)]
pub fn whole_chips(equities: &[f64], stacks: &[Chips], sum: Chips) -> Vec<Chips> {
    let mut shares: Vec<Chips> = equities.iter().map(|equity| equity.floor() as Chips).collect();
    let mut order: Vec<usize> = (0..equities.len()).collect();
    let fraction = |index: usize| ((equities[index] - equities[index].floor()) * 1e6).round() as u64;
    order.sort_by_key(|&index| std::cmp::Reverse((fraction(index), stacks.get(index).copied())));
    let given: Chips = shares.iter().sum();
    let (players, left) = (shares.len().max(1) as u64, sum.saturating_sub(given));
    for (rank, index) in (0..).zip(order) {
        shares[index] += left / players + Chips::from(rank < left % players);
    }
    // Near 2^53 an equity may be rounded up by a few chips. The largest share bears that.
    if let Some(largest) = shares.iter_mut().max() {
        *largest -= given.saturating_sub(sum);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wrong_questions_are_refused() {
        let fault = |stacks: &[Chips], prizes: &[Chips]| equities(stacks, prizes).unwrap_err();
        assert_eq!(fault(&[1], &[1]), EquityFault::StackCount { count: 1 });
        assert_eq!(fault(&[1; 1_001], &[1]), EquityFault::StackCount { count: 1_001 });
        assert_eq!(fault(&[1, 2], &[]), EquityFault::PrizeCount { count: 0, stacks: 2 });
        assert_eq!(fault(&[1, 2], &[3, 2, 1]), EquityFault::PrizeCount { count: 3, stacks: 2 });
        assert_eq!(fault(&[1, 0], &[1]), EquityFault::EmptyStack { stack: 1 });
        assert_eq!(fault(&[1, 2], &[1, 2]), EquityFault::PrizeRises { place: 2 });
        assert_eq!(fault(&[MOST_CHIPS, 1], &[1]), EquityFault::SumTooLarge { of: "stacks" });
        assert_eq!(fault(&[1, 1], &[MOST_CHIPS, 1]), EquityFault::SumTooLarge { of: "prizes" });
    }

    #[test]
    fn equal_fractions_go_to_the_larger_stack() {
        assert_eq!(whole_chips(&[10.5, 10.5], &[100, 200], 21), [10, 11]);
        assert_eq!(whole_chips(&[10.5, 10.5], &[200, 200], 21), [11, 10]);
        assert_eq!(whole_chips(&[11.0, 11.0], &[200, 100], 21), [11, 10]);
    }

    #[test]
    fn both_ways_of_counting_agree() {
        let stacks = floats(&[9_000, 40, 1_300, 777, 12_000, 6_500, 6_500, 3_210, 150, 20_000, 5, 2_222]);
        let prizes = floats(&[1_000, 600, 400, 300, 250, 200, 150]);
        let (exact, raced) = (subsets::equities(&stacks, &prizes), race::equities(&stacks, &prizes));
        for (exact, raced) in exact.iter().zip(&raced) {
            assert!((exact - raced).abs() < 2_900.0 * 1e-9, "{exact} {raced}");
        }
    }

    #[test]
    fn a_thousand_stacks_are_worth_all_prizes() {
        let stacks: Vec<Chips> = (1..=MOST_STACKS as u64).map(|stack| stack * stack).collect();
        let prizes: Vec<Chips> = (1..=150).rev().collect();
        let sum: f64 = equities(&stacks, &prizes).unwrap().iter().sum();
        let pool: Chips = prizes.iter().sum();
        assert!((sum - floats(&[pool])[0]).abs() < 1e-4, "{sum} {pool}");
    }

    proptest! {
        #[test]
        fn values_sum_to_the_prizes_and_rise_with_the_stack(
            stacks in prop::collection::vec(1_u64..100_000, 2..=12),
            prizes in prop::collection::vec(0_u64..100_000, 1..=12),
        ) {
            let mut prizes = prizes;
            prizes.truncate(stacks.len());
            prizes.sort_by_key(|prize| std::cmp::Reverse(*prize));
            let worth = equities(&stacks, &prizes).unwrap();
            let pool: Chips = prizes.iter().sum();
            let whole = whole_chips(&worth, &stacks, pool);
            prop_assert_eq!(whole.iter().sum::<Chips>(), pool);
            for (one, more) in stacks.iter().zip(&worth) {
                for (other, less) in stacks.iter().zip(&worth) {
                    prop_assert!(one <= other || *more >= less - 1e-6);
                }
            }
        }
    }
}
