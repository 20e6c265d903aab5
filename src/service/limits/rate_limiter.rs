//! A rate limit for each key.

use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use governor::clock::Clock as Watch;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;

use super::client_network::NETWORKS_OF_A_SITE;
use crate::service::ports::clock::Clock;

/// A rate: `times` in each period of `within`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The size of a burst, and the number of attempts that are added again during `within`.
    pub times: NonZeroU32,
    /// The period in which a whole burst is available again.
    pub within: Duration,
}

impl Rate {
    /// The rate of a site whose networks have this rate.
    #[must_use]
    pub fn of_site(self) -> Self {
        Self { times: self.times.saturating_mul(NETWORKS_OF_A_SITE), ..self }
    }
}

/// Limits how often something may be done, for each key.
///
/// Clients choose the keys, so each key is counted in two of 65,536 buckets, and is refused only if both are empty. Memory is
/// bounded without a sweep, and a key is refused for the use of others only if it collides with some in both buckets. The hash is
/// keyed, so nobody can choose to collide. (A count-min sketch: Cormode and Muthukrishnan, "An improved data stream summary",
/// 2005.)
pub struct RateLimiter {
    limiters: [Limiter; 2],
    hasher: RandomState,
    rate: Rate,
}

type Limiter = governor::RateLimiter<u16, HashMapStateStore<u16>, ClockWatch, StateInformationMiddleware>;

/// The key has no attempt left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts")]
pub struct TooOften {
    /// The time until the next attempt may succeed.
    pub retry_after: Duration,
}

impl RateLimiter {
    /// A limit at this rate; `None` if the rate's time is zero.
    pub fn new(rate: Rate, clock: Arc<dyn Clock>) -> Option<Self> {
        let quota = Quota::with_period(rate.within / rate.times.get())?.allow_burst(rate.times);
        Some(Self::by(quota, rate, clock))
    }

    /// A limit of this many times an hour.
    pub fn per_hour(times: NonZeroU32, clock: Arc<dyn Clock>) -> Self {
        Self::by(Quota::per_hour(times), Rate { times, within: Duration::from_hours(1) }, clock)
    }

    fn by(quota: Quota, rate: Rate, clock: Arc<dyn Clock>) -> Self {
        let limiter =
            |clock| governor::RateLimiter::hashmap_with_clock(quota, ClockWatch(clock)).with_middleware();
        Self { limiters: [limiter(Arc::clone(&clock)), limiter(clock)], hasher: RandomState::new(), rate }
    }

    /// The rate of each key.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Spends one; returns how many are left at once.
    pub fn spend(&self, key: impl Hash) -> Result<u32, TooOften> {
        let hash = self.hasher.hash_one(key);
        #[allow(clippy::cast_possible_truncation, reason = "a bucket is some of the hash's bits")]
        let [one, other] = [hash as u16, (hash >> 32) as u16];
        let [by_one, by_other] = &self.limiters;
        match (count(by_one, one), count(by_other, other)) {
            (Err(one), Err(other)) => Err(TooOften { retry_after: one.retry_after.min(other.retry_after) }),
            (one, other) => Ok(one.unwrap_or(0).max(other.unwrap_or(0))),
        }
    }
}

fn count(limiter: &Limiter, bucket: u16) -> Result<u32, TooOften> {
    match limiter.check_key(&bucket) {
        Ok(state) => Ok(state.remaining_burst_capacity()),
        Err(until) => Err(TooOften { retry_after: until.wait_time_from(limiter.clock().now()) }),
    }
}

impl fmt::Debug for RateLimiter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RateLimiter").field("rate", &self.rate).finish_non_exhaustive()
    }
}

/// The port's clock, as the limiter reads it.
struct ClockWatch(Arc<dyn Clock>);

impl Watch for ClockWatch {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        // A clock that is set back would refuse all requests.
        Nanos::new(u64::try_from(self.0.lived().as_nanos()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};
    use std::time::Duration;

    use async_trait::async_trait;
    use jiff::{SignedDuration, Timestamp};

    use super::RateLimiter;
    use crate::service::ports::clock::{Clock, SystemClock};

    /// A clock that was set to this second, an hour after it began.
    struct Set(AtomicI64);

    #[async_trait]
    impl Clock for Set {
        fn now(&self) -> Timestamp {
            Timestamp::from_second(self.0.load(Ordering::Relaxed)).unwrap()
        }

        fn lived(&self) -> Duration {
            Duration::from_hours(u64::from(self.0.load(Ordering::Relaxed) < 1_800_000_000))
        }

        fn has_stepped(&self) -> bool {
            false
        }

        fn follow(&self) -> Option<SignedDuration> {
            None
        }

        async fn sleep_until(&self, _: Timestamp) {}
    }

    #[test]
    fn a_clock_set_back_locks_no_one_out() {
        let clock = Arc::new(Set(AtomicI64::new(1_800_000_000)));
        let limiter = RateLimiter::per_hour(NonZeroU32::MIN, Arc::clone(&clock) as _);
        assert!(limiter.spend("ann").is_ok() && limiter.spend("ann").is_err());
        clock.0.store(1_800_000_000 - 86_400, Ordering::Relaxed);
        assert!(limiter.spend("ann").is_ok());
    }

    #[test]
    fn clients_hardly_ever_share_a_bucket() {
        let limiter = RateLimiter::per_hour(NonZeroU32::MIN, Arc::new(SystemClock::start()));
        let refused = (0..3_000).filter(|key| limiter.spend(key).is_err()).count();
        // Two collisions are expected. With one bucket for each key there would be 68.
        assert!(refused < 20, "{refused} keys met others");
        assert!((0..3_000).all(|key| limiter.spend(key).is_err()), "once an hour each");
    }
}
