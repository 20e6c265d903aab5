//! One quota of each network and of each site.

use super::network::{NetworkKey, most_of_site};
use crate::service::in_flight::{InFlight, InFlightPermit};
use crate::service::pools::most_of;

/// The limit of a network, and the permits that are in use: by network, by site, and in all.
pub(super) struct NetworkQuota {
    /// The limit of one network.
    pub(super) most: usize,
    /// How many permits all networks share.
    whole: usize,
    networks: InFlight<u128>,
    sites: InFlight<u128>,
    all: InFlight<()>,
}

/// A permit; free again when dropped.
pub(in crate::service::room) type NetworkPermit =
    (InFlightPermit<u128>, Option<InFlightPermit<u128>>, InFlightPermit<()>);

impl NetworkQuota {
    pub(super) fn new(most: usize, whole: usize) -> Self {
        let (networks, sites, all) = (InFlight::default(), InFlight::default(), InFlight::default());
        Self { most, whole, networks, sites, all }
    }

    /// A permit, unless the network or its site has reached its limit. A part of the whole is reserved for networks with few
    /// permits.
    pub(super) fn begin(&self, key: NetworkKey) -> Option<NetworkPermit> {
        self.begin_within(key, self.most, self.whole)
    }

    /// A permit for what is there already, whatever the limit.
    pub(super) fn begin_beyond(&self, key: NetworkKey) -> Option<NetworkPermit> {
        self.begin_within(key, usize::MAX, usize::MAX)
    }

    fn begin_within(
        &self,
        NetworkKey { network, site }: NetworkKey,
        most: usize,
        whole: usize,
    ) -> Option<NetworkPermit> {
        let most = most_of(most, self.all.count(()), whole);
        let of_network = self.networks.begin(network, most)?;
        let of_site = match site {
            Some(site) => Some(self.sites.begin(site, most_of_site(most, whole))?),
            None => None,
        };
        Some((of_network, of_site, self.all.begin((), usize::MAX)?))
    }
}
