//! How much of something each address has at once: connections, streams, requests.

use std::net::IpAddr;

use super::address::ClientNetwork;
use crate::service::counted::{Counted, Place};
use crate::service::room::origins::NETWORKS_OF_A_SITE;

/// How much each address has at once. A site of IPv6 has as much as a few of its networks.
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
    /// One more from this address; `None` where it has `most` already.
    pub fn begin(&self, from: ClientNetwork, most: usize) -> Option<AddressPlace> {
        let of_network = self.of_network.begin(from.0, most)?;
        let of_site = match from.site() {
            Some(site) => {
                Some(self.of_site.begin(site, most.saturating_mul(NETWORKS_OF_A_SITE.get() as usize))?)
            }
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
        let begin = |address: String| all.begin(from(address), 2);
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
}
