//! How often computer players and the clock may move at the tables of one network.

use std::sync::Arc;

use jiff::SignedDuration;

use super::network::{NETWORKS_OF_A_SITE, NetworkKey};
use crate::service::people::rate_limiter::{Rate, RateLimiter};
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

    /// Counts one more move at a table of this host, on this network; whether it may be made. Without a limit, the network is
    /// not looked up.
    pub(super) fn take(&self, host: PlayerId, network: impl FnOnce() -> Option<NetworkKey>) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let network = network();
        self.0.iter().all(|limit| limit.take(network, host))
    }
}

impl MoveLimit {
    fn new(rate: Rate, clock: &Arc<dyn Clock>) -> Option<Self> {
        let of_site = Rate { times: rate.times.saturating_mul(NETWORKS_OF_A_SITE), ..rate };
        let limiter = |rate| RateLimiter::new(rate, Arc::clone(clock));
        Some(Self { of_network: limiter(rate)?, of_site: limiter(of_site)? })
    }

    fn take(&self, network: Option<NetworkKey>, host: PlayerId) -> bool {
        // After a start, the host's network is unknown until they send a request.
        let Some(NetworkKey { network, site }) = network else { return self.of_network.check(host).is_ok() };
        site.is_none_or(|site| self.of_site.check(site).is_ok()) && self.of_network.check(network).is_ok()
    }
}
