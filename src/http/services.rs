//! The services that handlers call.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use tokio_util::task::TaskTracker;

use super::address::client_network;
use super::limit_settings::an_hour;
use super::limits::RequestQuotas;
use super::proxies::ProxyWarnings;
use super::settings::Settings;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::people::accounts::Accounts;
use crate::service::people::blocks::Blocks;
use crate::service::people::device_codes::DeviceCodes;
use crate::service::people::friends::Friends;
use crate::service::people::players::Players;
use crate::service::people::recovery::Recovery;
use crate::service::people::session_cache::SessionCache;
use crate::service::people::sessions::Sessions;
use crate::service::people::tickets::Tickets;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::ratings::leaderboards::Leaderboards;
use crate::service::room::card_room::CardRoom;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::work::equity::ComputePool;

/// The services that handlers call.
pub struct Services {
    /// The settings.
    pub settings: Settings,
    /// The quotas of requests and streams.
    pub quotas: RequestQuotas,
    /// The warnings about proxies.
    pub proxies: ProxyWarnings,
    /// Players.
    pub players: Players,
    /// Accounts.
    pub accounts: Accounts,
    /// Sign-ins.
    pub sessions: Sessions,
    /// Recovery codes.
    pub recovery: Recovery,
    /// Codes that sign in another device.
    pub device_codes: DeviceCodes,
    /// Friendships.
    pub friends: Friends,
    /// Blocks.
    pub blocks: Blocks,
    /// Ratings.
    pub leaderboards: Leaderboards,
    /// Tickets for streams.
    pub tickets: Tickets,
    /// Tables.
    pub room: CardRoom,
    /// The open sockets.
    pub sockets: TaskTracker,
    /// The threads for questions about rules.
    pub compute_pool: ComputePool,
}

impl Services {
    /// The services over a room, with the store, clock, dealer and cache that the room was started with.
    pub fn new(
        settings: Settings,
        store: &Arc<dyn Store>,
        clock: &Arc<dyn Clock>,
        dealer: &Arc<dyn Dealer>,
        session_cache: SessionCache,
        room: CardRoom,
    ) -> Self {
        let (store, clock, dealer) = (|| Arc::clone(store), || Arc::clone(clock), || Arc::clone(dealer));
        let sessions = Sessions::new(store(), clock(), dealer(), session_cache);
        let tries = an_hour(settings.limits.passwords_of_account);
        let accounts = Accounts::new(store(), clock(), dealer(), sessions.clone(), tries);
        let friends = Friends::new(store(), clock(), room.news());
        let grants = (settings.first_grant, settings.refill);
        Self {
            quotas: RequestQuotas::new(&settings.limits, &clock()),
            proxies: ProxyWarnings::default(),
            players: Players::new(store(), clock(), dealer(), sessions.clone(), grants, room.news()),
            recovery: Recovery::new(store(), dealer(), accounts.clone()),
            device_codes: DeviceCodes::new(store(), clock(), dealer(), sessions.clone()),
            blocks: Blocks::new(store(), clock(), friends.clone()),
            leaderboards: Leaderboards::new(store(), clock()),
            accounts,
            friends,
            sockets: TaskTracker::new(),
            tickets: Tickets::new(store(), clock(), dealer()),
            compute_pool: ComputePool::new(clock()),
            sessions,
            room,
            settings,
        }
    }

    /// The network that a request comes from, on a connection from `peer`. Warns if the header of a proxy is not read.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientNetwork {
        let (client, fault) = client_network(peer, headers, &self.settings.trusted_proxies);
        if let Some(fault) = fault {
            self.proxies.warn(peer, fault);
        }
        client
    }
}
