//! The combinatorial number system: the k-subsets of 0..n, numbered without gaps.
//!
//! A subset c₀ < c₁ < … has the number C(c₀,1) + C(c₁,2) + …, where C(n,k) = 0 for n < k (Knuth, TAOCP vol. 4A,
//! section 7.2.1.3). The number does not depend on n, so smaller sets come first.
//!
//! ```
//! use cardroom_rules::cards::combinations::{choose, number, subset};
//!
//! assert_eq!(choose(52, 5), 2_598_960);
//! assert_eq!(number([0, 1, 2, 3, 5]), 1);
//! assert_eq!(subset(2_598_959), Some([47, 48, 49, 50, 51]));
//! ```

/// The largest n: every C(n,k) up to here fits a `u64`.
pub const MOST: usize = 64;

/// Pascal's triangle as `[k][n]`: the few columns that a caller uses lie together in memory.
static PASCAL: [[u64; MOST + 1]; MOST + 1] = pascal();

#[allow(clippy::large_stack_arrays, reason = "it is built at compile time only")]
const fn pascal() -> [[u64; MOST + 1]; MOST + 1] {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// C(n,k): how many k-subsets n things have; 0 if `k > n`.
///
/// Panics if n is above [`MOST`]. In a constant, that is a compile-time error.
#[inline]
pub const fn choose(n: usize, k: usize) -> u64 {
    assert!(n <= MOST, "the triangle ends at 64");
    if k > n { 0 } else { PASCAL[k][n] }
}

/// The number of a subset, given in ascending order. Its members are below [`MOST`].
#[inline]
pub fn number<const K: usize>(subset: [u8; K]) -> u64 {
    subset.iter().enumerate().map(|(place, &member)| PASCAL[place + 1][usize::from(member)]).sum()
}

/// The subset of 0..n with this number, in ascending order; `None` from C(n,k) on, and if n is above [`MOST`].
pub fn subset_of<const K: usize>(n: usize, number: u64) -> Option<[u8; K]> {
    let is_one = n <= MOST && number < choose(n, K);
    if is_one { subset(number) } else { None }
}

/// The subset with this number, in ascending order; `None` beyond the last k-subset of 0..[`MOST`].
pub fn subset<const K: usize>(number: u64) -> Option<[u8; K]> {
    let mut rest = number;
    let mut subset = [0; K];
    let mut above = u8::try_from(MOST).ok()?;
    for place in (0..K).rev() {
        let row = &PASCAL[place + 1];
        above = (0..above).rev().find(|&member| row[usize::from(member)] <= rest)?;
        rest -= row[usize::from(above)];
        subset[place] = above;
    }
    (rest == 0).then_some(subset)
}

/// The k-subsets of 0..n, each in ascending order, by their numbers; k is at least 1.
pub fn subsets<const K: usize>(n: u8) -> impl Iterator<Item = [u8; K]> {
    let fits = move |subset: &[u8; K]| subset[K - 1] < n;
    std::iter::successors(Some(lowest()), |&subset| Some(following(subset))).take_while(fits)
}

/// The first k-subsets by their numbers, for tables that are built at compile time; k is at least 1.
pub const fn first<const K: usize, const COUNT: usize>() -> [[u8; K]; COUNT] {
    let mut subsets = [lowest(); COUNT];
    let mut number = 1;
    while number < COUNT {
        subsets[number] = following(subsets[number - 1]);
        number += 1;
    }
    subsets
}

const fn lowest<const K: usize>() -> [u8; K] {
    const { assert!(K > 0, "the empty set has no successor") }
    let mut subset = [0; K];
    let mut place = 1;
    while place < K {
        subset[place] = subset[place - 1] + 1;
        place += 1;
    }
    subset
}

/// The subset with the next number: the lowest member with room above it moves up by one, and those below it go back to
/// the bottom.
const fn following<const K: usize>(mut subset: [u8; K]) -> [u8; K] {
    let bottom = lowest::<K>();
    let mut place = 0;
    while place + 1 < K && subset[place] + 1 == subset[place + 1] {
        subset[place] = bottom[place];
        place += 1;
    }
    subset[place] += 1;
    subset
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The k-subsets of 0..n, from the bits of every number below 2^n. This is colexicographic order: the subset whose
    /// largest differing member is smaller comes first, as in the order of those numbers.
    fn brute<const K: usize>(n: u8) -> Vec<[u8; K]> {
        let all = (0..1u32 << n).filter(|bits| bits.count_ones() as usize == K);
        let members = |bits: u32| (0..n).filter(move |&member| bits >> member & 1 == 1);
        all.map(|bits| members(bits).collect::<Vec<_>>().try_into().unwrap()).collect()
    }

    fn agrees_with_brute_force<const K: usize>() {
        for n in 0..=12 {
            let expected = brute::<K>(n);
            assert_eq!(expected.len() as u64, choose(n.into(), K), "C({n},{K})");
            assert_eq!(subsets(n).collect::<Vec<_>>(), expected, "{K} of {n}");
            assert!(first::<K, 100>().starts_with(&expected[..expected.len().min(100)]), "{K} of {n}");
            for (place, &each) in expected.iter().enumerate() {
                assert_eq!(number(each), place as u64);
                assert_eq!(subset(place as u64), Some(each));
            }
        }
    }

    #[test]
    fn small_systems_agree_with_brute_force() {
        agrees_with_brute_force::<1>();
        agrees_with_brute_force::<2>();
        agrees_with_brute_force::<3>();
        agrees_with_brute_force::<4>();
        agrees_with_brute_force::<5>();
        agrees_with_brute_force::<7>();
    }

    #[test]
    fn the_triangle_holds_up_to_its_edge() {
        const HANDS: u64 = choose(52, 5);
        assert_eq!(HANDS, 2_598_960);
        assert_eq!(choose(52, 7), 133_784_560);
        assert_eq!(choose(64, 32), 1_832_624_140_942_590_534);
        assert_eq!(choose(64, 64), 1);
        assert_eq!(choose(3, 4), 0);
        assert_eq!((0..=63).map(|k| choose(63, k)).sum::<u64>(), 1 << 63);
    }

    /// Both ends for every n, and any number between them: there and back, ascending, and below n.
    fn round_trips<const K: usize>(n: usize, any: u64) {
        let count = choose(n, K);
        for number in [0, any % count.max(1), count.saturating_sub(1)] {
            let Some(subset) = subset_of::<K>(n, number) else {
                assert_eq!(count, 0, "C({n},{K}) has no {number}");
                continue;
            };
            assert!(subset.is_sorted_by(|low, high| low < high), "{subset:?}");
            assert!(subset.iter().all(|&member| usize::from(member) < n));
            assert_eq!(super::number(subset), number);
        }
        assert_eq!(subset_of::<K>(n, count), None);
    }

    proptest! {
        #[test]
        fn every_number_of_every_system_round_trips(n in 0..=MOST, any: u64) {
            round_trips::<0>(n, any);
            round_trips::<1>(n, any);
            round_trips::<2>(n, any);
            round_trips::<5>(n, any);
            round_trips::<7>(n, any);
            round_trips::<13>(n, any);
            round_trips::<31>(n, any);
            round_trips::<32>(n, any);
            round_trips::<33>(n, any);
            round_trips::<63>(n, any);
            round_trips::<64>(n, any);
        }

        /// The next number is the next subset, also when computed from the number.
        #[test]
        fn neighbours_have_neighbouring_numbers(any in 0..choose(64, 9) - 1) {
            let here = subset::<9>(any).unwrap();
            prop_assert_eq!(Some(following(here)), subset::<9>(any + 1));
        }
    }

    #[test]
    fn a_system_ends_after_its_last_combination() {
        assert_eq!(subset_of::<5>(52, choose(52, 5) - 1), Some([47, 48, 49, 50, 51]));
        assert_eq!(subset_of::<5>(52, choose(52, 5)), None);
        assert_eq!(subset_of::<2>(1, 0), None);
        assert_eq!(subset_of::<2>(65, 0), None);
        assert_eq!(subset_of::<0>(0, 0), Some([]));
    }

    #[test]
    fn the_last_subset_is_followed_by_none() {
        let last = choose(64, 5) - 1;
        assert_eq!(subset(last), Some([59, 60, 61, 62, 63]));
        assert_eq!(subset::<5>(last + 1), None);
        assert_eq!(subset::<5>(u64::MAX), None);
    }

    #[test]
    fn every_five_card_number_round_trips() {
        let mut expected = 0;
        for hand in subsets::<5>(52) {
            assert_eq!(number(hand), expected);
            assert_eq!(subset(expected), Some(hand));
            expected += 1;
        }
        assert_eq!(expected, choose(52, 5));
    }
}
