//! Pools that all networks share. A part of each is reserved for networks that have few permits, so that a few networks cannot
//! take all.

use std::hash::Hash;

use crate::service::in_flight::{InFlight, InFlightPermit};

/// One part in this many of a pool is reserved for networks with few permits.
const KEPT: usize = 16;
/// How many permits are few: one part in this many of the reserve, or this number if it is at most one eighth of the reserve.
const FEW_OF_KEPT: usize = 32;
const FEW: usize = 8;
const FEW_OF_LITTLE: usize = 8;

/// The limit of one network in a pool of `whole`, of which `taken` are taken: `most`, until only the reserve is left. If `most`
/// is no limit, nothing is reserved.
pub fn most_of(most: usize, taken: usize, whole: usize) -> usize {
    let kept = whole / KEPT;
    let is_plenty_left = whole.saturating_sub(taken) > kept;
    let few = (kept / FEW_OF_KEPT).max(FEW.min(kept / FEW_OF_LITTLE)).max(1);
    if is_plenty_left || kept == 0 || most == usize::MAX { most } else { most.min(few) }
}

/// Pools of streams, and the permits of each network in them.
#[derive(Debug)]
pub struct Pools<P> {
    taken: InFlight<P>,
    of_address: InFlight<(P, u128)>,
}

/// A permit of a pool, until it is dropped.
#[derive(Debug)]
pub struct PoolPermit<P: Copy + Eq + Hash> {
    _of_all: InFlightPermit<P>,
    _of_address: Option<InFlightPermit<(P, u128)>>,
}

impl<P> Default for Pools<P> {
    fn default() -> Self {
        Self { taken: InFlight::default(), of_address: InFlight::default() }
    }
}

impl<P: Copy + Eq + Hash> Pools<P> {
    /// A permit of a pool of `whole`, for this network if it is known; `None` if the limit is reached.
    pub fn begin(&self, pool: P, from: Option<u128>, whole: usize) -> Option<PoolPermit<P>> {
        let most = most_of(whole, self.taken.count(pool), whole);
        let of_address = match from {
            Some(from) => Some(self.of_address.begin((pool, from), most)?),
            None => None,
        };
        Some(PoolPermit { _of_all: self.taken.begin(pool, whole)?, _of_address: of_address })
    }
}

#[cfg(test)]
mod tests {
    use super::Pools;

    /// How many permits each of these networks gets, if each takes all that it can, one after another.
    fn taken(addresses: u128, whole: usize) -> Vec<usize> {
        let (pools, mut held) = (Pools::default(), Vec::new());
        let mut take = |from| {
            let permits: Vec<_> = std::iter::from_fn(|| pools.begin((), Some(from), whole)).collect();
            let count = permits.len();
            held.push(permits);
            count
        };
        (0..addresses).map(&mut take).collect()
    }

    #[test]
    fn a_greedy_key_leaves_a_part_to_newcomers() {
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
