//! Bounding how often something may be done, by whoever does it.

use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as Watch;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::service::ports::clock::Clock;

/// Lets each key do something so many times at once, and as often again within each hour.
///
/// Keys are strangers' to choose, so they are hashed into 65,536 buckets: memory is bounded without a sweep, and
/// two keys that meet in one share its allowance. The hash is keyed, so nobody can choose whom to meet.
pub struct Throttle {
    limiter: RateLimiter<u16, HashMapStateStore<u16>, ClockWatch, NoOpMiddleware<Nanos>>,
    hasher: RandomState,
}

/// Too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts")]
pub struct TooOften {
    /// When the next may succeed.
    pub retry_after: Duration,
}

impl Throttle {
    /// So many an hour for each key.
    pub fn per_hour(times: NonZeroU32, clock: Arc<dyn Clock>) -> Self {
        let limiter = RateLimiter::hashmap_with_clock(Quota::per_hour(times), ClockWatch(clock));
        Self { limiter, hasher: RandomState::new() }
    }

    /// Counts one more.
    pub fn check(&self, key: impl Hash) -> Result<(), TooOften> {
        #[allow(clippy::cast_possible_truncation, reason = "a bucket is the hash's low bits")]
        let bucket = self.hasher.hash_one(key) as u16;
        self.limiter
            .check_key(&bucket)
            .map_err(|until| TooOften { retry_after: until.wait_time_from(self.limiter.clock().now()) })
    }
}

impl fmt::Debug for Throttle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Throttle")
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
