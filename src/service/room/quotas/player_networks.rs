//! The networks that players' requests come from. They are in memory only: no address is ever written down.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use lru::LruCache;

use crate::service::limits::client_network::ClientNetwork;
use crate::service::lock::lock;
use crate::service::room::caller::Caller;
use cardroom_api::id::PlayerId;

/// Of how many players the network is remembered.
const MOST_PLAYERS: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The network that each player's last request came from.
pub(in crate::service::room) struct PlayerNetworks(Mutex<LruCache<PlayerId, ClientNetwork>>);

impl Default for PlayerNetworks {
    fn default() -> Self {
        Self(Mutex::new(LruCache::sparse(MOST_PLAYERS)))
    }
}

impl PlayerNetworks {
    /// Notes that a player's request comes from this network.
    pub(in crate::service::room) fn note(&self, player: PlayerId, network: ClientNetwork) {
        let mut all = lock(&self.0);
        // A player on the same network keeps their place in the order: moving it would touch three other entries with each request. If
        // the entry is evicted, the next request notes it again.
        if all.peek(&player) != Some(&network) {
            all.put(player, network);
        }
    }

    /// The network of a player.
    pub(in crate::service::room) fn of(&self, player: PlayerId) -> Option<ClientNetwork> {
        lock(&self.0).peek(&player).copied()
    }

    /// The network of a player who needs a permit of it; keeps it from being evicted soon.
    pub(super) fn for_permit(&self, player: PlayerId) -> Option<ClientNetwork> {
        lock(&self.0).get(&player).copied()
    }

    /// The site of a player if it has many networks, else their network.
    pub(in crate::service::room) fn widest_of(&self, player: PlayerId) -> Option<u128> {
        self.of(player).map(ClientNetwork::widest)
    }

    /// The same of a caller: of the request, or else of the player's last one.
    pub(in crate::service::room) fn widest_of_caller(&self, caller: &Caller) -> Option<u128> {
        let of_request = caller.network.map(ClientNetwork::widest);
        of_request.or_else(|| self.widest_of(caller.player?))
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
