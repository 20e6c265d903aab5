//! The network that a request comes from, to which limits apply.

use std::num::NonZeroU32;

/// A site may have as much as this many networks. A site with a /48 of IPv6 has 65,536 networks.
pub const NETWORKS_OF_A_SITE: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// The network that a request comes from, and the site that it belongs to if the site has many networks: the bits of their addresses. A
/// network is an IPv4 address (as an IPv6 address has it) or 64 bits of IPv6, because every household has that many addresses. A site is
/// 48 bits of IPv6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientNetwork {
    /// The network.
    pub network: u128,
    /// The site.
    pub site: Option<u128>,
}

impl ClientNetwork {
    /// The site if there is one, else the network.
    pub fn widest(self) -> u128 {
        self.site.unwrap_or(self.network)
    }
}

/// The limit of a site, if `most` is the limit of a network and all of them share `whole`: as much as [`NETWORKS_OF_A_SITE`] networks
/// have, and at most half of the whole, so that two sites leave something to the others.
pub fn most_of_site(most: usize, whole: usize) -> usize {
    let of_networks = most.saturating_mul(NETWORKS_OF_A_SITE.get() as usize);
    of_networks.min(most.max(whole / 2))
}
