//! Permits by client network: of connections, streams, requests, tables or computer players.

use super::client_network::{ClientNetwork, most_of_site};
use super::permits::{Permit, PermitCounts};

/// The number of permits that are in use, by network. A site of IPv6 may hold as many as a few of its networks, and at most half of all.
#[derive(Debug, Default)]
pub struct NetworkPermits {
    networks: PermitCounts<u128>,
    sites: PermitCounts<u128>,
}

/// A permit of a network and of its site; given back when it is dropped.
#[derive(Debug)]
pub struct NetworkPermit {
    _of_network: Permit<u128>,
    _of_site: Option<Permit<u128>>,
}

impl NetworkPermits {
    /// A permit; `None` if the network holds `most`, or if its site holds its part of `whole`, which all networks share.
    pub fn acquire(&self, from: ClientNetwork, most: usize, whole: usize) -> Option<NetworkPermit> {
        let of_network = self.networks.acquire(from.network, most)?;
        let of_site = match from.site {
            Some(site) => Some(self.sites.acquire(site, most_of_site(most, whole))?),
            None => None,
        };
        Some(NetworkPermit { _of_network: of_network, _of_site: of_site })
    }

    /// The number of permits that a network holds.
    pub fn count(&self, from: ClientNetwork) -> usize {
        self.networks.count(from.network)
    }

    /// The number of permits that all networks hold.
    pub fn count_all(&self) -> usize {
        self.networks.count_all()
    }
}

#[cfg(test)]
mod tests {
    use super::{ClientNetwork, NetworkPermits};

    fn of_site(network: u128, site: u128) -> ClientNetwork {
        ClientNetwork { network, site: Some(site) }
    }

    #[test]
    fn a_site_has_as_much_as_four_of_its_networks() {
        let all = NetworkPermits::default();
        let acquire = |from| all.acquire(from, 2, usize::MAX);
        let held: Vec<_> = (0..20).filter_map(|number| acquire(of_site(number / 2, 1))).collect();
        assert_eq!(held.len(), 8);
        assert!(acquire(of_site(30, 2)).is_some());
        drop(held);
        let of_one: Vec<_> = (0..5).filter_map(|_| acquire(of_site(1, 1))).collect();
        assert_eq!(of_one.len(), 2);
        let of_four: Vec<_> =
            (0..5).filter_map(|_| acquire(ClientNetwork { network: 40, site: None })).collect();
        assert_eq!(of_four.len(), 2);
    }

    #[test]
    fn a_site_has_at_most_half_of_a_common_quota() {
        let held = |of_network: usize, whole: usize| {
            let all = NetworkPermits::default();
            let acquire = |number: u128| all.acquire(of_site(number % 100, 1), of_network, whole);
            (0..1_000).filter_map(acquire).collect::<Vec<_>>().len()
        };
        assert_eq!(held(5, 100), 20, "as much as four networks");
        assert_eq!(held(25, 100), 50);
        assert_eq!(held(50, 100), 50);
        // What one network may have, it may have.
        assert_eq!(held(80, 100), 80);
    }
}
