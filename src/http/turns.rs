//! Whose requests are worked on: of each address so many at once, while the others wait for each other; and how much of the
//! processor an address has for what it reads.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::address::ClientNetwork;
use crate::service::room::origins::NETWORKS_OF_A_SITE;

/// Of how many addresses it is known who is at work.
const MOST_ADDRESSES: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// Of how much time an address may spend one part on reading.
const ONE_PART_OF: u32 = 10;
/// How far it may be ahead of that: a second of reading, as many come together who open the page together.
const AHEAD: Duration = Duration::from_secs(10);
/// How long a turn rests at most: what takes longer waits for others, or for the disk, and nobody is to be shut out for it.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// The turns of all addresses.
#[derive(Debug)]
pub struct Turns {
    /// How many each has; `None` is no bound.
    most: Option<usize>,
    of: Mutex<LruCache<IpAddr, Arc<OfAddress>>>,
}

/// The turns of one address, or of a site of IPv6.
#[derive(Debug)]
pub struct OfAddress {
    turns: Arc<Semaphore>,
    /// As how many addresses it counts.
    addresses: u32,
    /// Until when what was read would have taken, had it kept to its part of the time.
    read_until: Mutex<Option<Instant>>,
}

impl Turns {
    /// So many for each address.
    pub fn new(most: Option<usize>) -> Self {
        Self { most, of: Mutex::new(LruCache::new(MOST_ADDRESSES)) }
    }

    /// Those of an address; `None` where nothing bounds them. A site of IPv6 shares as many as a few of its networks have.
    pub fn of(&self, address: ClientNetwork) -> Option<Arc<OfAddress>> {
        let most = self.most?;
        let (key, addresses) = match address.site() {
            Some(site) => (site, NETWORKS_OF_A_SITE.get()),
            None => (address.0, 1),
        };
        let most = most.saturating_mul(addresses as usize).min(Semaphore::MAX_PERMITS);
        let new = || {
            let turns = Arc::new(Semaphore::new(most));
            Arc::new(OfAddress { turns, addresses, read_until: Mutex::default() })
        };
        // Nothing in here panics between two halves of a write, so a poisoned map is whole.
        let mut all = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(all.get_or_insert(key, new)))
    }
}

impl OfAddress {
    /// The next turn that is free, and its owner's until it is dropped.
    pub async fn next(&self) -> Option<OwnedSemaphorePermit> {
        // Nobody closes the semaphore.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }

    /// Counts how long somebody has read by now, and tells how long their turn rests.
    pub fn rest_after(&self, read: Duration, now: Instant) -> Duration {
        let mut read_until = self.read_until.lock().unwrap_or_else(PoisonError::into_inner);
        let until = read_until.map_or(now, |until| until.max(now)) + read * ONE_PART_OF / self.addresses;
        // Who has read for long, as an audit does, is not held up for long after it.
        let until = until.min(now + 2 * AHEAD);
        *read_until = Some(until);
        until.duration_since(now).saturating_sub(AHEAD).min(LONGEST_REST)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Turns;
    use crate::http::address::{ClientNetwork, network};

    #[test]
    fn each_address_has_its_own_and_a_site_those_of_four() {
        let turns = Turns::new(Some(2));
        let of = |address: &str| turns.of(ClientNetwork(network(address.parse().unwrap()))).unwrap();
        assert!(Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.9")));
        assert!(!Arc::ptr_eq(&of("203.0.113.9"), &of("203.0.113.8")));
        assert!(Arc::ptr_eq(&of("2001:db8:1:2::1"), &of("2001:db8:1:3::1")));
        let free = |address: &str| of(address).turns.available_permits();
        assert_eq!((free("203.0.113.9"), free("2001:db8:1::1")), (2, 8));
        assert!(Turns::new(None).of(ClientNetwork("203.0.113.9".parse().unwrap())).is_none());
    }

    #[test]
    fn a_tenth_of_the_time_is_spent_on_reading_and_a_second_at_once() {
        let of =
            |address: &str| Turns::new(Some(4)).of(ClientNetwork(network(address.parse().unwrap()))).unwrap();
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let address = of("203.0.113.9");
        assert_eq!([second / 4; 4].map(|read| address.rest_after(read, now)), [Duration::ZERO; 4]);
        assert_eq!(address.rest_after(second / 100, now), second / 10);
        assert_eq!(address.rest_after(30 * second, now), second, "no turn rests for long");
        let later = now + 20 * second;
        assert_eq!(address.rest_after(second, later), Duration::ZERO, "what was read is forgotten in time");
        let site = of("2001:db8:1:2::1");
        assert_eq!(site.rest_after(4 * second, now), Duration::ZERO, "a site is as much as four addresses");
        assert_eq!(site.rest_after(second / 100, now), second / 40);
    }
}
