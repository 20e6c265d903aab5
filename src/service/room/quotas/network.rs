//! The networks that players' requests come from. They are in memory only: no address is ever written down.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Mutex;

use lru::LruCache;

use crate::service::lock::lock;
use cardroom_api::id::PlayerId;

/// A site may have as much as this many networks. A site with a /48 of IPv6 has 65,536 networks.
pub const NETWORKS_OF_A_SITE: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// The limit of a site, if `most` is the limit of a network and all of them share `whole`: as much as [`NETWORKS_OF_A_SITE`] networks
/// have, and at most half of the whole, so that two sites leave something to the others.
pub fn most_of_site(most: usize, whole: usize) -> usize {
    let of_networks = most.saturating_mul(NETWORKS_OF_A_SITE.get() as usize);
    of_networks.min(most.max(whole / 2))
}

/// Of how many players the network is remembered.
const MOST_PLAYERS: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The network that a request comes from, and the site that it belongs to if the site has many networks: the bits of their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkKey {
    /// The network.
    pub network: u128,
    /// The site.
    pub site: Option<u128>,
}

impl NetworkKey {
    /// The site if there is one, else the network.
    pub fn widest(self) -> u128 {
        self.site.unwrap_or(self.network)
    }
}

/// The network that each player's last request came from.
pub(in crate::service::room) struct PlayerNetworks(Mutex<LruCache<PlayerId, NetworkKey>>);

impl Default for PlayerNetworks {
    fn default() -> Self {
        Self(Mutex::new(LruCache::sparse(MOST_PLAYERS)))
    }
}

impl PlayerNetworks {
    /// Notes that a player's request comes from this network.
    pub(in crate::service::room) fn note(&self, player: PlayerId, network: NetworkKey) {
        let mut all = lock(&self.0);
        // A player on the same network keeps their place in the order: moving it would touch three other entries with each request. If
        // the entry is evicted, the next request notes it again.
        if all.peek(&player) != Some(&network) {
            all.put(player, network);
        }
    }

    /// The network of a player.
    pub(in crate::service::room) fn of(&self, player: PlayerId) -> Option<NetworkKey> {
        lock(&self.0).peek(&player).copied()
    }

    /// The network of a player who needs a permit of it; keeps it from being evicted soon.
    pub(super) fn for_permit(&self, player: PlayerId) -> Option<NetworkKey> {
        lock(&self.0).get(&player).copied()
    }

    /// The site of a player if it has many networks, else their network.
    pub(in crate::service::room) fn widest_of(&self, player: PlayerId) -> Option<u128> {
        self.of(player).map(NetworkKey::widest)
    }

    /// Whether these are two players or more on one network, and the newcomer is on another one: they might play together against
    /// strangers. A player whose network is unknown counts as being elsewhere.
    pub(in crate::service::room) fn share_one_without(
        &self,
        players: &[PlayerId],
        newcomer: PlayerId,
    ) -> bool {
        let [first, others @ ..] = players else { return false };
        let Some(network) = self.widest_of(*first) else { return false };
        !others.is_empty()
            && others.iter().all(|&other| self.widest_of(other) == Some(network))
            && self.widest_of(newcomer) != Some(network)
    }
}
