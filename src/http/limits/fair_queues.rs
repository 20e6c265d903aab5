//! Fair queues: requests of one address wait for each other, and not for those of other addresses.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use lru::LruCache;

use crate::service::limits::client_network::{ClientNetwork, NETWORKS_OF_A_SITE};
use crate::service::lock::lock;
use crate::service::work::fair_queue::FairQueue;

/// How many addresses are remembered.
const MOST_ADDRESSES: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The queues of all addresses.
#[derive(Debug)]
pub struct FairQueues {
    /// How many requests of an address are worked on at once; `None` is no limit.
    most: Option<usize>,
    queues: Mutex<LruCache<u128, Arc<FairQueue>>>,
}

impl FairQueues {
    /// Queues that let this many requests of each address be worked on at once.
    pub fn new(most: Option<usize>) -> Self {
        Self { most, queues: Mutex::new(LruCache::sparse(MOST_ADDRESSES)) }
    }

    /// The queue of an address; `None` if there is no limit. A site of IPv6 has one queue, as wide as those of a few networks.
    pub fn of(&self, address: ClientNetwork) -> Option<Arc<FairQueue>> {
        let most = self.most?;
        let networks = if address.site.is_some() { NETWORKS_OF_A_SITE.get() } else { 1 };
        let new = || Arc::new(FairQueue::new(most.saturating_mul(networks as usize), networks));
        let mut queues = lock(&self.queues);
        Some(Arc::clone(queues.get_or_insert(address.widest(), new)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures::FutureExt;

    use super::FairQueues;
    use crate::http::address::network_of;
    use crate::service::work::fair_queue::FairQueue;

    /// How many permits are free.
    fn free(queue: &Arc<FairQueue>) -> usize {
        std::iter::from_fn(|| queue.acquire(false).now_or_never()).collect::<Vec<_>>().len()
    }

    #[test]
    fn each_address_has_its_own_and_a_site_those_of_four() {
        let queues = FairQueues::new(Some(2));
        let of = |address: &str| queues.of(network_of(address.parse().unwrap())).unwrap();
        assert!(Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.9")));
        assert!(!Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.8")));
        assert!(Arc::ptr_eq(&of("2001:db8:1:2::1"), &of("2001:db8:1:3::1")));
        assert_eq!((free(&of("203.0.113.9")), free(&of("2001:db8:1::1"))), (2, 8));
        assert!(FairQueues::new(None).of(network_of("203.0.113.9".parse().unwrap())).is_none());
    }
}
