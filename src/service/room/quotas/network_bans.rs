//! Network bans: a ban of a guest also bans the network that they came from, because the next guest is created at once.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use lru::LruCache;

use super::player_networks::PlayerNetworks;
use crate::service::lock::lock;
use crate::service::ports::store::Store;
use crate::service::table::command::Command;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};

/// How long a ban of a guest also bans their network.
const NETWORK_BAN_TIME: SignedDuration = SignedDuration::from_hours(24);

/// How many network bans are in force, at all tables.
const MOST_NETWORK_BANS: NonZeroUsize = NonZeroUsize::new(16_384).unwrap();

/// The networks that are banned from tables.
pub(in crate::service::room) struct NetworkBans {
    networks: Arc<PlayerNetworks>,
    bans: Mutex<LruCache<(TableId, u128), NetworkBan>>,
}

struct NetworkBan {
    /// The player who was banned.
    player: PlayerId,
    until: Timestamp,
}

impl NetworkBans {
    pub(in crate::service::room) fn new(networks: Arc<PlayerNetworks>) -> Self {
        Self { networks, bans: Mutex::new(LruCache::sparse(MOST_NETWORK_BANS)) }
    }

    /// Follows a command that its host has given at a table: a ban of a guest bans their network for a day, and lifting the ban
    /// lifts both.
    pub(in crate::service::room) async fn follow(
        &self,
        store: &dyn Store,
        now: Timestamp,
        (table, host): (TableId, PlayerId),
        command: &Command,
    ) {
        match *command {
            Command::Ban { player } => match store.with_account(&[player]).await {
                Ok(accounts) if accounts.is_empty() => {
                    self.ban(table, player, host, later(now, NETWORK_BAN_TIME));
                }
                Ok(_) => {}
                // The ban itself stands.
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "it is unknown whether a banned player is a guest");
                }
            },
            Command::Unban { player } => self.lift(table, player),
            _ => {}
        }
    }

    /// Bans a player's network from a table until then, unless it is its host's too.
    fn ban(&self, table: TableId, player: PlayerId, host: PlayerId, until: Timestamp) {
        let network = self.networks.widest_of(player);
        if let Some(network) = network.filter(|&network| self.networks.widest_of(host) != Some(network)) {
            lock(&self.bans).put((table, network), NetworkBan { player, until });
        }
    }

    /// Lifts the network ban that came with the ban of a player.
    fn lift(&self, table: TableId, player: PlayerId) {
        let mut bans = lock(&self.bans);
        let of_player = bans.iter().find(|(at, ban)| at.0 == table && ban.player == player);
        if let Some(at) = of_player.map(|(&at, _)| at) {
            bans.pop(&at);
        }
    }

    /// Whether the network of a player is banned from a table.
    pub(in crate::service::room) fn is_banned(
        &self,
        table: TableId,
        player: PlayerId,
        now: Timestamp,
    ) -> bool {
        let Some(network) = self.networks.widest_of(player) else { return false };
        lock(&self.bans).peek(&(table, network)).is_some_and(|ban| ban.until > now)
    }
}
