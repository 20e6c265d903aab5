//! Whole chips for fractional shares.

use crate::games::game::Chips;

/// Splits an amount by weights, by the method of the largest remainder: each share is rounded down, and the chips left
/// over go one each to the largest remainders, of equal ones to the first.
///
/// The shares sum to the amount, unless all weights are 0: then every share is 0.
///
/// ```
/// use cardroom_rules::tournament::prizes::shares::by_weight;
///
/// assert_eq!(by_weight(501, &[100, 300, 600]), [50, 150, 301]);
/// ```
pub fn by_weight(amount: Chips, weights: &[u64]) -> Vec<Chips> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: &u64| u128::from(amount) * u128::from(*weight);
    // A share is at most the amount, so it fits.
    let mut shares: Vec<Chips> =
        weights.iter().map(|weight| Chips::try_from(exact(weight) / sum).unwrap_or(amount)).collect();
    let remainders: Vec<u128> = weights.iter().map(|weight| exact(weight) % sum).collect();
    let left = amount - shares.iter().sum::<Chips>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(remainders[*place]));
    for (_, place) in (0..left).zip(order) {
        shares[place] += 1;
    }
    shares
}

/// Splits an amount into equal parts. Odd chips go one each to the first parts.
///
/// ```
/// use cardroom_rules::tournament::prizes::shares::equally;
///
/// assert_eq!(equally(160, 3), [54, 53, 53]);
/// ```
pub fn equally(amount: Chips, parts: usize) -> Vec<Chips> {
    by_weight(amount, &vec![1; parts])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::MOST_CHIPS;
    use proptest::prelude::*;

    #[test]
    fn the_largest_remainders_get_the_odd_chips() {
        assert_eq!(by_weight(10, &[1, 1, 1]), [4, 3, 3]);
        assert_eq!(by_weight(1_000, &[5_000, 3_000, 2_001]), [500, 300, 200]);
        assert_eq!(by_weight(2, &[1, 5, 4]), [0, 1, 1]);
        assert_eq!(by_weight(7, &[0, 0]), [0, 0]);
        assert_eq!(equally(5, 0), Vec::<Chips>::new());
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_whole_and_are_off_by_less_than_one(
            amount in 0..=MOST_CHIPS,
            weights in prop::collection::vec(0..=MOST_CHIPS, 1..40),
        ) {
            let shares = by_weight(amount, &weights);
            let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
            prop_assume!(sum > 0);
            prop_assert_eq!(shares.iter().sum::<Chips>(), amount);
            for (share, weight) in shares.iter().zip(&weights) {
                let (share, exact) = (u128::from(*share) * sum, u128::from(amount) * u128::from(*weight));
                prop_assert!(share.abs_diff(exact) < sum);
            }
        }
    }
}
