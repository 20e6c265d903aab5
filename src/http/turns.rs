//! Whose requests are worked on: those of one address wait for each other, and nobody else for them.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use lru::LruCache;

use super::address::ClientNetwork;
use crate::service::room::origins::NETWORKS_OF_A_SITE;
use crate::service::whole::whole;
use crate::service::work::share::Share;

/// Of how many addresses it is known who is at work.
const MOST_ADDRESSES: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The shares of all addresses.
#[derive(Debug)]
pub struct Turns {
    /// How many turns each has at once; `None` is no bound.
    most: Option<usize>,
    of: Mutex<LruCache<IpAddr, Arc<Share>>>,
}

impl Turns {
    /// So many for each address.
    pub fn new(most: Option<usize>) -> Self {
        Self { most, of: Mutex::new(LruCache::sparse(MOST_ADDRESSES)) }
    }

    /// What an address has; `None` where nothing bounds it. A site of IPv6 has as much as a few of its networks have.
    pub fn of(&self, address: ClientNetwork) -> Option<Arc<Share>> {
        let most = self.most?;
        let (key, addresses) = match address.site() {
            Some(site) => (site, NETWORKS_OF_A_SITE.get()),
            None => (address.0, 1),
        };
        let new = || Arc::new(Share::new(most.saturating_mul(addresses as usize), addresses));
        let mut all = whole(&self.of);
        Some(Arc::clone(all.get_or_insert(key, new)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures::FutureExt;

    use super::Turns;
    use crate::http::address::{ClientNetwork, network};
    use crate::service::work::share::Share;

    /// How many turns are free.
    fn free(share: &Arc<Share>) -> usize {
        std::iter::from_fn(|| share.turn(false).now_or_never()).collect::<Vec<_>>().len()
    }

    #[test]
    fn each_address_has_its_own_and_a_site_those_of_four() {
        let turns = Turns::new(Some(2));
        let of = |address: &str| turns.of(ClientNetwork(network(address.parse().unwrap()))).unwrap();
        assert!(Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.9")));
        assert!(!Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.8")));
        assert!(Arc::ptr_eq(&of("2001:db8:1:2::1"), &of("2001:db8:1:3::1")));
        assert_eq!((free(&of("203.0.113.9")), free(&of("2001:db8:1::1"))), (2, 8));
        assert!(Turns::new(None).of(ClientNetwork("203.0.113.9".parse().unwrap())).is_none());
    }
}
