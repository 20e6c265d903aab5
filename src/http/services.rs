//! Everything that the handlers call.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use tokio_util::task::TaskTracker;

use super::address::{ClientNetwork, client_network};
use super::bounds::an_hour;
use super::limits::Limits;
use super::proxies::ProxyWarnings;
use super::settings::Settings;
use crate::service::people::accounts::Accounts;
use crate::service::people::arrivals::Arrivals;
use crate::service::people::blocks::Blocks;
use crate::service::people::device_codes::DeviceCodes;
use crate::service::people::friends::Friends;
use crate::service::people::players::Players;
use crate::service::people::recovery::Recovery;
use crate::service::people::sessions::Sessions;
use crate::service::people::tickets::Tickets;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::room::card_room::CardRoom;
use crate::service::table::dealer::Dealer;
use crate::service::work::equity::Desk;

/// Everything that the handlers call.
pub struct Services {
    /// How the doors are set.
    pub settings: Settings,
    /// The bounds by client address.
    pub limits: Limits,
    /// What the log has said of proxies.
    pub proxies: ProxyWarnings,
    /// The players.
    pub players: Players,
    /// Those who just came in.
    pub arrivals: Arrivals,
    /// Their accounts.
    pub accounts: Accounts,
    /// Their sign-ins.
    pub sessions: Sessions,
    /// What sets a new password.
    pub recovery: Recovery,
    /// What opens one more device.
    pub device_codes: DeviceCodes,
    /// Who is whose friend.
    pub friends: Friends,
    /// Who blocks whom.
    pub blocks: Blocks,
    /// What opens a stream where no header can be sent.
    pub tickets: Tickets,
    /// Their tables.
    pub room: CardRoom,
    /// The sockets that are open.
    pub sockets: TaskTracker,
    /// Where rules are asked for without a table.
    pub desk: Desk,
}

impl Services {
    /// Over this room, and the store, clock and dealer that it was started with.
    pub fn new(
        settings: Settings,
        store: &Arc<dyn Store>,
        clock: &Arc<dyn Clock>,
        dealer: &Arc<dyn Dealer>,
        room: CardRoom,
    ) -> Self {
        let (store, clock, dealer) = (|| Arc::clone(store), || Arc::clone(clock), || Arc::clone(dealer));
        let sessions = Sessions::new(store(), clock(), dealer());
        let tries = an_hour(settings.bounds.passwords_of_account);
        let accounts = Accounts::new(store(), clock(), dealer(), sessions.clone(), tries);
        let friends = Friends::new(store(), clock(), room.news());
        let grants = (settings.first_grant, settings.refill);
        Self {
            limits: Limits::new(&settings.bounds, &clock()),
            proxies: ProxyWarnings::default(),
            players: Players::new(store(), clock(), dealer(), sessions.clone(), grants, room.news()),
            arrivals: Arrivals::default(),
            recovery: Recovery::new(store(), dealer(), accounts.clone()),
            device_codes: DeviceCodes::new(store(), clock(), dealer(), sessions.clone()),
            blocks: Blocks::new(store(), clock(), friends.clone()),
            accounts,
            friends,
            sockets: TaskTracker::new(),
            tickets: Tickets::new(clock(), dealer()),
            desk: Desk::new(clock()),
            sessions,
            room,
            settings,
        }
    }

    /// The network that a request comes from, with this address at the other end of the connection. Warns if the header of a proxy is
    /// not read.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientNetwork {
        let (client, fault) = client_network(peer, headers, &self.settings.trusted_proxies);
        if let Some(fault) = fault {
            self.proxies.warn(peer, fault);
        }
        client
    }
}
