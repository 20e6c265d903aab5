//! Pools that all addresses share, of which a part is kept for those who have little of it: a few addresses cannot take all.

use std::hash::Hash;

use crate::service::counted::{Counted, Place};

/// One part in so many of a pool is kept for those who have few places of it.
const KEPT: usize = 16;
/// How many places are few: one part in so many of what is kept, or so many if that is no more than one part in eight of it.
const FEW_OF_KEPT: usize = 32;
const FEW: usize = 8;
const FEW_OF_LITTLE: usize = 8;

/// How many places of a pool of `whole` one address may have, of which so many are taken: `most`, until only what is kept is left. If
/// nothing bounds what an address has, nothing is kept.
pub fn most_of(most: usize, taken: usize, whole: usize) -> usize {
    let kept = whole / KEPT;
    let is_plenty_left = whole.saturating_sub(taken) > kept;
    let few = (kept / FEW_OF_KEPT).max(FEW.min(kept / FEW_OF_LITTLE)).max(1);
    if is_plenty_left || kept == 0 || most == usize::MAX { most } else { most.min(few) }
}

/// Pools of streams, and who has how many places of each.
#[derive(Debug)]
pub struct Pools<P> {
    taken: Counted<P>,
    of_address: Counted<(P, u128)>,
}

/// A place of a pool, until it is dropped.
#[derive(Debug)]
pub struct PoolPlace<P: Copy + Eq + Hash> {
    _of_all: Place<P>,
    _of_address: Option<Place<(P, u128)>>,
}

impl<P> Default for Pools<P> {
    fn default() -> Self {
        Self { taken: Counted::default(), of_address: Counted::default() }
    }
}

impl<P: Copy + Eq + Hash> Pools<P> {
    /// One more place of a pool of `whole`, for somebody from there, if that is known; `None` if there is none for them.
    pub fn begin(&self, pool: P, from: Option<u128>, whole: usize) -> Option<PoolPlace<P>> {
        let most = most_of(whole, self.taken.count(pool), whole);
        let of_address = match from {
            Some(from) => Some(self.of_address.begin((pool, from), most)?),
            None => None,
        };
        Some(PoolPlace { _of_all: self.taken.begin(pool, whole)?, _of_address: of_address })
    }
}

#[cfg(test)]
mod tests {
    use super::Pools;

    /// How many places each of these addresses gets, if each takes all that it can, one after another.
    fn taken(addresses: u128, whole: usize) -> Vec<usize> {
        let (pools, mut held) = (Pools::default(), Vec::new());
        let mut take = |from| {
            let places: Vec<_> = std::iter::from_fn(|| pools.begin((), Some(from), whole)).collect();
            let count = places.len();
            held.push(places);
            count
        };
        (0..addresses).map(&mut take).collect()
    }

    #[test]
    fn who_wants_everything_leaves_a_part_to_newcomers() {
        assert_eq!(taken(4, 1_000), [938, 7, 7, 7]);
        assert_eq!(taken(2, 16_384), [15_360, 32]);
        assert_eq!(taken(2, 4), [4, 0], "of so few none is kept");
    }

    #[test]
    fn pools_are_apart_and_have_their_bound() {
        let pools = Pools::default();
        let mut held: Vec<_> = (0..10).filter_map(|_| pools.begin(1, None, 3)).collect();
        assert_eq!(held.len(), 3);
        assert!(pools.begin(2, Some(7), 3).is_some());
        held.pop();
        assert!(pools.begin(1, Some(7), 3).is_some());
    }
}
