//! The limits of requests and streams: what each address and each player may ask of the server. "Words" in `docs/architecture.md` tells a
//! limit, a quota and a permit apart.

pub mod connection_permit;
pub mod cost;
pub mod fair_queues;
pub mod holding_body;
pub mod quota;
pub mod request_time;
pub mod request_usage;
pub mod spare;
pub mod tarpit;

use std::sync::Arc;

use self::cost::{Cost, CostQuotas};
use self::fair_queues::FairQueues;
use self::quota::{LimitExceeded, Quota, QuotaKey, Remaining};
use self::tarpit::Tarpit;
use crate::http::limit_settings::{LimitSettings, a_day, a_second, an_hour, most};
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::{NetworkPermit, NetworkPermits};
use crate::service::limits::permits::{Permit, PermitCounts};
use crate::service::ports::clock::Clock;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::PlayerId;

/// The quotas of requests and streams, with the permits in use.
#[derive(Debug)]
pub struct RequestQuotas {
    of_addresses: CostQuotas,
    of_players: CostQuotas,
    /// New guests, by address.
    pub guests: Quota,
    /// Passwords and codes tried or set, by address.
    pub passwords: Quota,
    /// Invite codes looked up, by address.
    pub invites: Quota,
    /// Requests of the operator, by address.
    pub admin: Quota,
    friend_requests: Quota,
    /// Advice, by player.
    advice: Quota,
    /// Requests that are free of charge, by address.
    free: Quota,
    /// Delays refusals.
    pub tarpit: Tarpit,
    streams: NetworkPermits,
    most_streams: usize,
    /// How many streams without a chair one table, and the lobby, may have.
    most_streams_of_table: usize,
    requests: NetworkPermits,
    most_requests: usize,
    queues: FairQueues,
    questions: PermitCounts<u128>,
}

impl RequestQuotas {
    /// Quotas within these limits.
    pub fn new(limits: &LimitSettings, clock: &Arc<dyn Clock>) -> Self {
        let quota = |name, rate| Quota::new(name, rate, clock);
        Self {
            of_addresses: CostQuotas::of_addresses(limits, clock),
            of_players: CostQuotas::of_players(limits, clock),
            guests: quota("address-guests", an_hour(limits.guests_per_hour)),
            passwords: quota("address-passwords", an_hour(limits.passwords_per_hour)),
            invites: quota("address-invites", an_hour(limits.invites_per_hour)),
            admin: quota("address-admin", an_hour(limits.admin_requests_per_hour)),
            friend_requests: quota("address-friend-requests", a_day(limits.friend_requests_of_address)),
            advice: quota("player-advice", a_second(limits.advice_of_player)),
            free: quota("address-free", a_second(limits.free_of_address)),
            tarpit: Tarpit::default(),
            streams: NetworkPermits::default(),
            most_streams: most(limits.streams_of_address),
            most_streams_of_table: most(limits.streams_of_table),
            requests: NetworkPermits::default(),
            most_requests: most(limits.requests_of_address),
            queues: FairQueues::new((limits.turns_of_address > 0).then(|| most(limits.turns_of_address))),
            questions: PermitCounts::default(),
        }
    }

    /// Spends one unit of the quotas of an address.
    pub fn spend_of_address(
        &self,
        address: ClientNetwork,
        cost: Cost,
    ) -> Result<Option<Remaining>, LimitExceeded> {
        self.of_addresses.spend(QuotaKey::Network(address), cost)
    }

    /// Spends one unit of the quotas of a player.
    pub fn spend_of_player(&self, player: PlayerId, cost: Cost) -> Result<Option<Remaining>, LimitExceeded> {
        self.of_players.spend(QuotaKey::Player(player), cost)
    }

    /// Spends one unit of the quota of free requests, and returns whether there was one: the request is free of charge then.
    pub fn is_free(&self, address: ClientNetwork) -> bool {
        self.free.spend(QuotaKey::Network(address)).is_ok()
    }

    /// Spends one unit of the quota of friend requests from an address to a player.
    pub fn spend_friend_request(
        &self,
        from: ClientNetwork,
        to: PlayerId,
    ) -> Result<Option<Remaining>, LimitExceeded> {
        self.friend_requests.spend(QuotaKey::Befriending(from.widest(), to))
    }

    /// Spends one unit of the quota of a player's requests for advice.
    pub fn spend_advice(&self, player: PlayerId) -> Result<Option<Remaining>, LimitExceeded> {
        self.advice.spend(QuotaKey::Player(player))
    }

    /// A permit of one more request of an address in flight, from its head to the end of its answer.
    pub fn acquire_request(&self, address: ClientNetwork) -> Option<NetworkPermit> {
        self.requests.acquire(address, self.most_requests, usize::MAX)
    }

    /// The queue in which the requests of an address wait for each other; `None` if there is no limit.
    pub fn queue(&self, address: ClientNetwork) -> Option<Arc<FairQueue>> {
        self.queues.of(address)
    }

    /// A permit of one more question about rules from an address, of this many in all. An address may hold half of them. Once half of
    /// them are taken, it may hold one, so that a few addresses leave some to others.
    pub fn acquire_question(&self, address: ClientNetwork, in_all: usize) -> Option<Permit<u128>> {
        let half = in_all / 2;
        let is_plenty_left = in_all.saturating_sub(self.questions.count_all()) > half;
        let most = if is_plenty_left { half.max(1) } else { 1 };
        self.questions.acquire_within(address.widest(), most, in_all)
    }

    /// A permit of one more stream or long poll from an address.
    pub fn acquire_stream(&self, address: ClientNetwork) -> Option<NetworkPermit> {
        self.streams.acquire(address, self.most_streams, self.most_streams_of_table)
    }

    /// How many streams and long polls an address may have at once.
    pub fn most_streams(&self) -> usize {
        self.most_streams
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RequestQuotas;
    use super::cost::Cost;
    use crate::http::address::network_of;
    use crate::http::limit_settings::LimitSettings;
    use crate::service::ports::clock::{Clock, SystemClock};

    /// How many of a thousand requests are within the limits, each from the address of its number.
    fn within_limits(addresses: impl Fn(u16) -> String) -> usize {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        // Ten an hour, so that none comes back while this runs.
        let quotas =
            RequestQuotas::new(&LimitSettings { openings_of_address: 10, ..LimitSettings::NONE }, &clock);
        let address = |number| network_of(addresses(number).parse().unwrap());
        (0..1_000).filter(|&number| quotas.spend_of_address(address(number), Cost::Opening).is_ok()).count()
    }

    #[test]
    fn the_networks_of_a_site_share_the_quota_of_four() {
        assert_eq!(within_limits(|number| format!("2001:db8:1:{number:x}::7")), 40);
        assert_eq!(within_limits(|number| format!("2001:db8:{number:x}::7")), 1_000);
        assert_eq!(within_limits(|number| format!("203.0.{}.{}", number / 256, number % 256)), 1_000);
        assert_eq!(within_limits(|_| "203.0.113.9".to_owned()), 10);
    }

    #[test]
    fn a_network_over_its_quota_does_not_affect_its_neighbours() {
        // Its first hundreds come from one network of the site, the rest from another.
        assert_eq!(within_limits(|number| format!("2001:db8:1:{}::7", number / 900)), 20);
    }
}
