//! How much of something each address has at once: connections, streams, requests.

use std::net::IpAddr;

use super::address::ClientNetwork;
use crate::service::counted::{Counted, Place};
use crate::service::room::origins::most_of_site;

/// How much each address has at once. A site of IPv6 has as much as a few of its networks, and half of the whole at most.
#[derive(Debug, Default)]
pub struct AtOnce {
    of_network: Counted<IpAddr>,
    of_site: Counted<IpAddr>,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub struct AddressPlace {
    _of_network: Place<IpAddr>,
    _of_site: Option<Place<IpAddr>>,
}

impl AtOnce {
    /// One more from this address; `None` where it has `most` already, or its site its part of the whole.
    pub fn begin(&self, from: ClientNetwork, most: usize, whole: usize) -> Option<AddressPlace> {
        let of_network = self.of_network.begin(from.0, most)?;
        let of_site = match from.site() {
            Some(site) => Some(self.of_site.begin(site, most_of_site(most, whole))?),
            None => None,
        };
        Some(AddressPlace { _of_network: of_network, _of_site: of_site })
    }

    /// How many the network of this address has.
    pub fn count(&self, from: ClientNetwork) -> usize {
        self.of_network.count(from.0)
    }
}

#[cfg(test)]
mod tests {
    use super::AtOnce;
    use crate::http::address::{ClientNetwork, network};

    #[test]
    fn a_site_has_as_much_as_four_of_its_networks() {
        let all = AtOnce::default();
        let from = |address: String| ClientNetwork(network(address.parse().unwrap()));
        let begin = |address: String| all.begin(from(address), 2, usize::MAX);
        let held: Vec<_> =
            (0..20).filter_map(|number| begin(format!("2001:db8:1:{}::7", number / 2))).collect();
        assert_eq!(held.len(), 8);
        assert!(begin("2001:db8:2:1::7".to_owned()).is_some());
        drop(held);
        let of_one: Vec<_> = (0..5).filter_map(|_| begin("2001:db8:1:1::7".to_owned())).collect();
        assert_eq!(of_one.len(), 2);
        let of_four: Vec<_> = (0..5).filter_map(|_| begin("203.0.113.9".to_owned())).collect();
        assert_eq!(of_four.len(), 2);
    }

    #[test]
    fn a_site_has_half_of_what_all_share_at_most() {
        let held = |of_network: usize, whole: usize| {
            let all = AtOnce::default();
            let from = |number: usize| network(format!("2001:db8:1:{number:x}::7").parse().unwrap());
            let begin = |number: usize| all.begin(ClientNetwork(from(number % 100)), of_network, whole);
            (0..1_000).filter_map(begin).collect::<Vec<_>>().len()
        };
        assert_eq!(held(5, 100), 20, "as much as four networks");
        assert_eq!(held(25, 100), 50);
        assert_eq!(held(50, 100), 50);
        // What one network may have, it may have.
        assert_eq!(held(80, 100), 80);
    }
}
