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
    anchor: Instant,
}

impl SystemClock {
    /// Reads the system's clock.
    #[allow(clippy::disallowed_methods, reason = "the one place where the process reads the time")]
    pub fn start() -> Self {
        Self { started: Timestamp::now(), anchor: Instant::now() }
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let now = self.started.saturating_add(self.anchor.elapsed()).unwrap_or(Timestamp::MAX);
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    async fn sleep_until(&self, due: Timestamp) {
        let ahead = due.duration_since(self.started);
        // A millisecond more, because `now` is cut to whole ones.
        let ahead = Duration::try_from(ahead).unwrap_or_default() + Duration::from_millis(1);
        tokio::time::sleep_until(self.anchor + ahead).await;
    }
}
