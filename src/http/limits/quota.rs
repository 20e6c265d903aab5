//! A quota: how often something may be asked for, by address or by player.

use std::fmt;
use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;

use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::rate_limiter::{Rate, RateLimiter, TooOften};
use crate::service::lock::lock;
use crate::service::ports::clock::Clock;
use cardroom_api::id::PlayerId;

/// How many networks that have used up a quota are remembered.
const MOST_EXHAUSTED: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();

/// How often something may be asked for; without a rate it is not limited.
#[derive(Debug)]
pub struct Quota {
    /// The name that clients see.
    name: &'static str,
    limiter: Option<RateLimiter>,
    /// The same for sites of IPv6, each of which counts as several networks.
    of_site: Option<RateLimiter>,
    exhausted: ExhaustedNetworks,
}

/// The key by which a quota counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuotaKey {
    /// The network that requests come from.
    Network(ClientNetwork),
    /// A quota of the player.
    Player(PlayerId),
    /// Friend requests to one player from one IPv4 address or IPv6 site.
    Befriending(u128, PlayerId),
}

/// The rest of a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The quota's name.
    pub name: &'static str,
    /// The rate that it allows.
    pub rate: Rate,
    /// How many requests may follow at once.
    pub times: u32,
    /// How long to wait for the next one, if none may follow at once.
    pub wait: Option<Duration>,
}

/// A quota is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at most {} times in {} seconds", .0.rate.times, .0.rate.within.as_secs())]
pub struct LimitExceeded(pub Remaining);

impl From<LimitExceeded> for Problem {
    fn from(exceeded: LimitExceeded) -> Self {
        let LimitExceeded(Remaining { name, rate, wait, .. }) = exceeded;
        let problem = Self::new(Code::TooManyRequests, exceeded)
            .with("bound", name)
            .with("most", rate.times.get())
            .with("seconds", rate.within.as_secs());
        match wait {
            Some(wait) => problem.after(wait),
            None => problem.soon(),
        }
    }
}

impl Quota {
    /// A quota of this rate, under the name that clients see.
    pub fn new(name: &'static str, rate: Option<Rate>, clock: &Arc<dyn Clock>) -> Self {
        let limiter = |rate: Rate| RateLimiter::new(rate, Arc::clone(clock));
        Self {
            name,
            limiter: rate.and_then(limiter),
            of_site: rate.map(Rate::of_site).and_then(limiter),
            exhausted: ExhaustedNetworks::new(clock),
        }
    }

    /// Spends one of the quota, and returns what remains; `None` if the quota has no limit.
    pub fn spend(&self, key: QuotaKey) -> Result<Option<Remaining>, LimitExceeded> {
        let network = match key {
            QuotaKey::Network(network) => network.site.map(|site| (network, site)),
            QuotaKey::Player(_) | QuotaKey::Befriending(..) => None,
        };
        let Some((network, site)) = network else { return self.count(self.limiter.as_ref(), key) };
        self.check(network)?;
        // The site is counted first: it has so many networks that counting them would use up the buckets of other addresses.
        self.count(self.of_site.as_ref(), site)?;
        let counted = self.count(self.limiter.as_ref(), key);
        counted.inspect_err(|LimitExceeded(remaining)| self.exhausted.put(network.network, remaining.wait))
    }

    /// Spends one of a network's quota, and remembers the network if the quota is used up, so that [`Quota::check`] refuses the next.
    pub fn spend_and_remember(&self, network: ClientNetwork) -> Result<Option<Remaining>, LimitExceeded> {
        let counted = self.spend(QuotaKey::Network(network));
        counted.inspect_err(|LimitExceeded(remaining)| self.exhausted.put(network.network, remaining.wait))
    }

    /// Fails if a network is known to have used up the quota. Spends nothing.
    pub fn check(&self, network: ClientNetwork) -> Result<(), LimitExceeded> {
        match (self.exhausted.wait(network.network), &self.limiter) {
            (Some(wait), Some(limiter)) => {
                let (name, rate) = (self.name, limiter.rate());
                Err(LimitExceeded(Remaining { name, rate, times: 0, wait: Some(wait) }))
            }
            _ => Ok(()),
        }
    }

    fn count(
        &self,
        limiter: Option<&RateLimiter>,
        key: impl Hash,
    ) -> Result<Option<Remaining>, LimitExceeded> {
        let Some(limiter) = limiter else { return Ok(None) };
        let (name, rate) = (self.name, limiter.rate());
        match limiter.spend(key) {
            Ok(times) => Ok(Some(Remaining { name, rate, times, wait: None })),
            Err(TooOften { retry_after }) => {
                Err(LimitExceeded(Remaining { name, rate, times: 0, wait: Some(retry_after) }))
            }
        }
    }
}

/// The networks that have used up a quota, and until when. What an IPv6 network asks for until then does not count against its site.
struct ExhaustedNetworks {
    until: Mutex<LruCache<u128, Duration>>,
    clock: Arc<dyn Clock>,
}

impl ExhaustedNetworks {
    fn new(clock: &Arc<dyn Clock>) -> Self {
        Self { until: Mutex::new(LruCache::sparse(MOST_EXHAUSTED)), clock: Arc::clone(clock) }
    }

    /// How long a network still has to wait.
    fn wait(&self, network: u128) -> Option<Duration> {
        let until = lock(&self.until).peek(&network).copied()?;
        let wait = until.saturating_sub(self.clock.lived());
        (!wait.is_zero()).then_some(wait)
    }

    fn put(&self, network: u128, wait: Option<Duration>) {
        let until = self.clock.lived().saturating_add(wait.unwrap_or_default());
        lock(&self.until).put(network, until);
    }
}

impl fmt::Debug for ExhaustedNetworks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ExhaustedNetworks").finish_non_exhaustive()
    }
}
