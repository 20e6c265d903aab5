//! The port that tells the time, and its ordinary filling.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::time::Instant;

/// Tells the time. Tests fill it with a clock they move by hand.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// The time, in whole milliseconds; it never goes back while the process lives.
    fn now(&self) -> Timestamp;
    /// Returns once [`Clock::now`] has reached `due`.
    async fn sleep_until(&self, due: Timestamp);
}

/// The system's clock, read once and carried on by the monotonic one: a step of the wall clock moves no deadline.
#[derive(Clone, Debug)]
pub struct SystemClock {
    started: Timestamp,
    /// The same, in nanoseconds since 1970: all that a moment has to be added to. They are told by so many bits until 2262.
    started_nanos: i64,
    anchor: Instant,
}

impl SystemClock {
    /// Reads the system's clock.
    #[allow(clippy::disallowed_methods, reason = "the one place where the process reads the time")]
    pub fn start() -> Self {
        let started = Timestamp::now();
        let started_nanos = i64::try_from(started.as_nanosecond()).unwrap_or_default();
        Self { started, started_nanos, anchor: Instant::now() }
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let elapsed = i64::try_from(self.anchor.elapsed().as_nanos()).unwrap_or(i64::MAX);
        let now = self.started_nanos.saturating_add(elapsed);
        Timestamp::from_millisecond(now.div_euclid(1_000_000)).unwrap_or(Timestamp::MAX)
    }

    async fn sleep_until(&self, due: Timestamp) {
        let ahead = due.duration_since(self.started);
        // A millisecond more, because `now` is cut to whole ones.
        let ahead = Duration::try_from(ahead).unwrap_or_default() + Duration::from_millis(1);
        tokio::time::sleep_until(self.anchor + ahead).await;
    }
}
