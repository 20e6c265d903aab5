//! The reserve: a part of what all networks share is for networks that have few permits, so that a few networks cannot take all.

/// The reserve is one part in this many of the whole.
const RESERVED: usize = 16;
/// How many permits are few: one part in this many of the reserve, or this number if it is at most one eighth of the reserve.
const FEW_OF_RESERVE: usize = 32;
const FEW: usize = 8;
const FEW_OF_LITTLE: usize = 8;

/// The limit of one network, if `in_use` of the `whole` are in use: `most`, until only the reserve is left. If `most` is no limit,
/// nothing is reserved.
pub fn most_beside_reserve(most: usize, in_use: usize, whole: usize) -> usize {
    let reserve = whole / RESERVED;
    let is_plenty_left = whole.saturating_sub(in_use) > reserve;
    let few = (reserve / FEW_OF_RESERVE).max(FEW.min(reserve / FEW_OF_LITTLE)).max(1);
    if is_plenty_left || reserve == 0 || most == usize::MAX { most } else { most.min(few) }
}

#[cfg(test)]
mod tests {
    use super::most_beside_reserve;
    use crate::service::limits::permits::PermitCounts;

    /// How many permits each of these networks gets, if each takes all that it can, one after another.
    fn taken(networks: u128, whole: usize) -> Vec<usize> {
        let counts: PermitCounts<u128> = PermitCounts::default();
        let mut held = Vec::new();
        let mut take = |from: u128| {
            let most = || most_beside_reserve(whole, counts.count_all(), whole);
            let permits: Vec<_> = std::iter::from_fn(|| counts.acquire_within(from, most(), whole)).collect();
            let count = permits.len();
            held.push(permits);
            count
        };
        (0..networks).map(&mut take).collect()
    }

    #[test]
    fn a_greedy_key_leaves_a_part_to_newcomers() {
        assert_eq!(taken(4, 1_000), [938, 7, 7, 7]);
        assert_eq!(taken(2, 16_384), [15_360, 32]);
        assert_eq!(taken(2, 4), [4, 0], "of so few none is kept");
    }
}
