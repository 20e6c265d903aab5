//! From which networks players take part in events that are to be rated: as keyed hashes, until the event has ended.

use std::sync::Arc;

use tokio::sync::OnceCell;

use super::player_networks::PlayerNetworks;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::ratings::network_tag::{NetworkKey, NetworkTag};
use crate::service::ratings::rated_result::RatedSource;
use cardroom_api::id::PlayerId;

/// Notes the networks of players in events that are to be rated.
pub(in crate::service::room) struct RatedNetworks {
    networks: Arc<PlayerNetworks>,
    /// The key of the hashes, once it was read.
    key: OnceCell<NetworkKey>,
}

impl RatedNetworks {
    pub(super) fn new(networks: Arc<PlayerNetworks>) -> Self {
        Self { networks, key: OnceCell::new() }
    }

    /// Notes from which network a player takes part in an event; nothing if it is unknown. `new` becomes the key of the database if
    /// it has none: random bytes.
    pub(in crate::service::room) async fn note(
        &self,
        store: &dyn Store,
        new: NetworkKey,
        source: RatedSource,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        let Some(network) = self.networks.widest_of(player) else { return Ok(()) };
        let key = self.key.get_or_try_init(|| store.network_key(new)).await?;
        store.note_rated_network(source, player, NetworkTag::of(network, key)).await
    }
}
