//! Bounding how often something may be done, by whoever does it.

use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as Watch;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::service::ports::clock::Clock;

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// So many times at once, and as often again
    pub times: NonZeroU32,
    /// within this time.
    pub within: Duration,
}

/// Lets each key do something so often.
///
/// Keys are strangers' to choose, so they are hashed into 65,536 buckets: memory is bounded without a sweep, and
/// two keys that meet in one share its allowance. The hash is keyed, so nobody can choose whom to meet.
pub struct Throttle {
    limiter: RateLimiter<u16, HashMapStateStore<u16>, ClockWatch, StateInformationMiddleware>,
    hasher: RandomState,
    rate: Rate,
}

/// Too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts")]
pub struct TooOften {
    /// When the next may succeed.
    pub retry_after: Duration,
}

impl Throttle {
    /// So often for each key; `None` where a rate has no time at all.
    pub fn new(rate: Rate, clock: Arc<dyn Clock>) -> Option<Self> {
        let quota = Quota::with_period(rate.within / rate.times.get())?.allow_burst(rate.times);
        Some(Self::by(quota, rate, clock))
    }

    /// So many times an hour for each key.
    pub fn per_hour(times: NonZeroU32, clock: Arc<dyn Clock>) -> Self {
        Self::by(Quota::per_hour(times), Rate { times, within: Duration::from_hours(1) }, clock)
    }

    fn by(quota: Quota, rate: Rate, clock: Arc<dyn Clock>) -> Self {
        let limiter = RateLimiter::hashmap_with_clock(quota, ClockWatch(clock)).with_middleware();
        Self { limiter, hasher: RandomState::new(), rate }
    }

    /// How often.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Counts one more; how many are left at once.
    pub fn check(&self, key: impl Hash) -> Result<u32, TooOften> {
        #[allow(clippy::cast_possible_truncation, reason = "a bucket is the hash's low bits")]
        let bucket = self.hasher.hash_one(key) as u16;
        let state = self.limiter.check_key(&bucket);
        let state = state
            .map_err(|until| TooOften { retry_after: until.wait_time_from(self.limiter.clock().now()) })?;
        Ok(state.remaining_burst_capacity())
    }
}

impl fmt::Debug for Throttle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Throttle").field("rate", &self.rate).finish_non_exhaustive()
    }
}

/// The port's clock, as the limiter reads it.
struct ClockWatch(Arc<dyn Clock>);

impl Watch for ClockWatch {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let millis = u64::try_from(self.0.now().as_millisecond()).unwrap_or(0);
        Nanos::new(millis.saturating_mul(1_000_000))
    }
}
