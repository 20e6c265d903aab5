//! Refunds: the chips for the entries that are left if a tournament is cancelled after its start.

use serde::Serialize;

use super::deal::by_stacks;
use super::payouts::{PayoutFault, check_prizes};
use super::shares;
use crate::games::game::{Chips, MOST_CHIPS};

/// The prizes that are left to share when a tournament is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaid<'a> {
    /// Not all who are left are in the money, so nothing was paid yet: the collected prizes, without a guarantee.
    Pool(Chips),
    /// All who are left are in the money: the prizes of their places, the first prize first.
    Prizes(&'a [Chips]),
}

/// The rule that a refund breaks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[serde(untagged)]
#[strum(serialize_all = "snake_case")]
pub enum RefundFault {
    /// Nobody is left, or nobody who is left has chips.
    #[error("nobody with chips is left")]
    NobodyLeft {},
    /// The stacks or the pool exceed the largest amount.
    #[error("the {of} have more than {MOST_CHIPS} chips")]
    TooManyChips {
        /// Stacks or prizes.
        of: &'static str,
    },
    /// There is not one prize for each entry that is left.
    #[error("{left} entries are left, and {prizes} prizes")]
    NotInTheMoney {
        /// How many entries are left.
        left: usize,
        /// How many prizes are left.
        prizes: usize,
    },
    /// The prizes are not those of a pool.
    #[error(transparent)]
    #[strum(transparent)]
    Prizes(#[from] PayoutFault),
}

/// The refund of each entry that is left, in the order of the entries, besides its fee and its own head. `stacks` are its
/// chips at the start of the hand that is void. The amounts sum to what is unpaid.
///
/// If not all are in the money, half of the pool, rounded down, is shared equally and the rest by stacks. If all are,
/// each gets the lowest prize, and the rest is shared by stacks.
///
/// Source: `tournaments`, section 12.
///
/// ```
/// use cardroom_rules::tournament::prizes::refund::{Unpaid, refunded};
///
/// assert_eq!(refunded(&[100, 300, 600], Unpaid::Pool(1_001))?, [217, 317, 467]);
/// # Ok::<(), cardroom_rules::tournament::prizes::refund::RefundFault>(())
/// ```
pub fn refunded(stacks: &[Chips], unpaid: Unpaid<'_>) -> Result<Vec<Chips>, RefundFault> {
    check_sum("stacks", stacks)?;
    if stacks.iter().all(|stack| *stack == 0) {
        return Err(RefundFault::NobodyLeft {});
    }
    match unpaid {
        Unpaid::Pool(pool) => {
            check_sum("prizes", &[pool])?;
            let half = shares::equally(pool / 2, stacks.len());
            let rest = shares::by_weight(pool - pool / 2, stacks);
            Ok(half.iter().zip(rest).map(|(half, rest)| half + rest).collect())
        }
        Unpaid::Prizes(prizes) => {
            if prizes.len() != stacks.len() {
                return Err(RefundFault::NotInTheMoney { left: stacks.len(), prizes: prizes.len() });
            }
            check_sum("prizes", prizes)?;
            let pool = prizes.iter().sum();
            check_prizes(prizes, pool)?;
            Ok(by_stacks(stacks, prizes, pool))
        }
    }
}

fn check_sum(of: &'static str, amounts: &[Chips]) -> Result<(), RefundFault> {
    let sum: u128 = amounts.iter().map(|amount| u128::from(*amount)).sum();
    if sum > u128::from(MOST_CHIPS) { Err(RefundFault::TooManyChips { of }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn in_the_money_each_has_the_lowest_prize_for_certain() {
        assert_eq!(refunded(&[3_000, 1_000], Unpaid::Prizes(&[600, 200])), Ok(vec![500, 300]));
    }

    #[test]
    fn wrong_refunds_are_refused() {
        let fault = |stacks: &[Chips], unpaid| refunded(stacks, unpaid).unwrap_err();
        assert_eq!(fault(&[], Unpaid::Pool(10)), RefundFault::NobodyLeft {});
        assert_eq!(fault(&[0], Unpaid::Pool(10)), RefundFault::NobodyLeft {});
        assert_eq!(fault(&[1], Unpaid::Pool(MOST_CHIPS + 1)), RefundFault::TooManyChips { of: "prizes" });
        assert_eq!(fault(&[MOST_CHIPS, 1], Unpaid::Pool(1)), RefundFault::TooManyChips { of: "stacks" });
        let not_paid = RefundFault::NotInTheMoney { left: 2, prizes: 1 };
        assert_eq!(fault(&[1, 1], Unpaid::Prizes(&[5])), not_paid);
        let rises = RefundFault::Prizes(PayoutFault::PrizeRises { place: 2 });
        assert_eq!(fault(&[1, 1], Unpaid::Prizes(&[5, 6])), rises);
    }

    proptest! {
        #[test]
        fn everything_is_given_back(
            stacks in prop::collection::vec(1_u64..100_000, 1..60),
            pool in 0_u64..1_000_000,
        ) {
            let amounts = refunded(&stacks, Unpaid::Pool(pool)).unwrap();
            prop_assert_eq!(amounts.iter().sum::<Chips>(), pool);
        }
    }
}
