//! Whose requests are worked on: of each address so many at once, while the others wait for each other.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use tokio::sync::Semaphore;

use super::address::ClientNetwork;
use crate::service::room::origins::NETWORKS_OF_A_SITE;

/// Of how many addresses it is known who is at work.
const MOST_ADDRESSES: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The turns of all addresses.
#[derive(Debug)]
pub struct Turns {
    /// How many each has; `None` is no bound.
    most: Option<usize>,
    of: Mutex<LruCache<IpAddr, Arc<Semaphore>>>,
}

impl Turns {
    /// So many for each address.
    pub fn new(most: Option<usize>) -> Self {
        Self { most, of: Mutex::new(LruCache::new(MOST_ADDRESSES)) }
    }

    /// Those of an address; `None` where nothing bounds them. A site of IPv6 shares as many as a few of its networks have.
    pub fn of(&self, address: ClientNetwork) -> Option<Arc<Semaphore>> {
        let most = self.most?;
        let (key, most) = match address.site() {
            Some(site) => (site, most.saturating_mul(NETWORKS_OF_A_SITE.get() as usize)),
            None => (address.0, most),
        };
        let new = || Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        // Nothing in here panics between two halves of a write, so a poisoned map is whole.
        let mut all = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(all.get_or_insert(key, new)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Turns;
    use crate::http::address::{ClientNetwork, network};

    #[test]
    fn each_address_has_its_own_and_a_site_those_of_four() {
        let turns = Turns::new(Some(2));
        let of = |address: &str| turns.of(ClientNetwork(network(address.parse().unwrap()))).unwrap();
        assert!(Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.9")));
        assert!(!Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.8")));
        assert!(Arc::ptr_eq(&of("2001:db8:1:2::1"), &of("2001:db8:1:3::1")));
        assert_eq!((of("203.0.113.9").available_permits(), of("2001:db8:1::1").available_permits()), (2, 8));
        assert!(Turns::new(None).of(ClientNetwork("203.0.113.9".parse().unwrap())).is_none());
    }
}
