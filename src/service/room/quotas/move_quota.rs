//! How often computer players and the clock may move at the tables of one network.

use std::sync::Arc;

use jiff::SignedDuration;

use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::rate_limiter::{Rate, RateLimiter};
use crate::service::ports::clock::Clock;
use crate::service::room::limits::RoomLimits;
use cardroom_api::id::PlayerId;

/// How long a table waits to move by itself if its network's quota is used up.
pub(in crate::service::room) const HELD_BACK: SignedDuration = SignedDuration::from_millis(250);

/// How often tables may move by themselves. All limits hold at once.
pub(super) struct MoveQuota(Vec<MoveLimit>);

struct MoveLimit {
    of_network: RateLimiter,
    of_site: RateLimiter,
}

impl MoveQuota {
    pub(super) fn new(limits: &RoomLimits, clock: &Arc<dyn Clock>) -> Self {
        let rates = [limits.moves_of_address, limits.moves_of_address_a_day];
        Self(rates.into_iter().flatten().filter_map(|rate| MoveLimit::new(rate, clock)).collect())
    }

    /// Spends one move at a table of this host, on this network; whether it may be made. Without a limit, the network is
    /// not looked up.
    pub(super) fn spend(&self, host: PlayerId, network: impl FnOnce() -> Option<ClientNetwork>) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let network = network();
        self.0.iter().all(|limit| limit.spend(network, host))
    }
}

impl MoveLimit {
    fn new(rate: Rate, clock: &Arc<dyn Clock>) -> Option<Self> {
        let limiter = |rate| RateLimiter::new(rate, Arc::clone(clock));
        Some(Self { of_network: limiter(rate)?, of_site: limiter(rate.of_site())? })
    }

    fn spend(&self, network: Option<ClientNetwork>, host: PlayerId) -> bool {
        // After a start, the host's network is unknown until they send a request.
        let Some(ClientNetwork { network, site }) = network else {
            return self.of_network.spend(host).is_ok();
        };
        site.is_none_or(|site| self.of_site.spend(site).is_ok()) && self.of_network.spend(network).is_ok()
    }
}
