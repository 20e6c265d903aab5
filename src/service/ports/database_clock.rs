//! The time of a database that several servers share.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::clock::{Clock, Machine, TimeSource};
use super::error::StoreError;
use super::shared::SharedStore;

/// How often the database is asked for its time.
pub const MEASURES: Duration = Duration::from_secs(15);

/// Of so many questions the one that was answered fastest counts.
const QUESTIONS: usize = 3;

const MILLISECOND: i64 = 1_000_000;

/// By how much the database\'s time has to go back until that is followed, in milliseconds. Until then the time stands still.
const LEAST_STEP_BACK: i64 = 1_000;

/// The database\'s time, continued by the machine\'s steady clock from one measurement to the next. The time of the machine is not
/// used: those of two machines may differ by minutes.
#[derive(Debug)]
pub struct DatabaseClock<S = Machine> {
    source: S,
    /// How far the time is ahead of the steady clock, in nanoseconds.
    ahead: AtomicI64,
    /// The latest time that was given, in milliseconds.
    given: AtomicI64,
}

impl DatabaseClock {
    /// Measures the time of a database.
    pub async fn start(store: &dyn SharedStore) -> Result<Self, StoreError> {
        let clock = Self::of(Machine::start());
        clock.measure(store).await?;
        Ok(clock)
    }
}

impl<S: TimeSource> DatabaseClock<S> {
    fn of(source: S) -> Self {
        Self { source, ahead: AtomicI64::new(0), given: AtomicI64::new(i64::MIN) }
    }

    /// Measures the time again.
    pub async fn measure(&self, store: &dyn SharedStore) -> Result<(), StoreError> {
        let mut best: Option<(i64, i64)> = None;
        for _ in 0..QUESTIONS {
            let asked = self.source.steady();
            let time = store.time().await?;
            let took = self.source.steady().saturating_sub(asked);
            // The answer is from the middle of the wait, and of its millisecond.
            let at = asked.saturating_add(took / 2);
            let time = time.as_millisecond().saturating_mul(MILLISECOND).saturating_add(MILLISECOND / 2);
            if best.is_none_or(|(least, _)| took < least) {
                best = Some((took, time.saturating_sub(at)));
            }
        }
        if let Some((_, ahead)) = best {
            self.set(ahead);
        }
        Ok(())
    }

    fn set(&self, ahead: i64) {
        self.ahead.store(ahead, Ordering::Relaxed);
        let now = self.millis();
        if self.given.load(Ordering::Relaxed).saturating_sub(now) >= LEAST_STEP_BACK {
            self.given.store(now, Ordering::Relaxed);
        }
    }

    fn millis(&self) -> i64 {
        self.source.steady().saturating_add(self.ahead.load(Ordering::Relaxed)).div_euclid(MILLISECOND)
    }
}

#[async_trait]
impl<S: TimeSource> Clock for DatabaseClock<S> {
    fn now(&self) -> Timestamp {
        let now = self.millis();
        let now = now.max(self.given.fetch_max(now, Ordering::Relaxed));
        Timestamp::from_millisecond(now).unwrap_or(Timestamp::MAX)
    }

    fn lived(&self) -> Duration {
        Duration::from_nanos(self.source.steady().unsigned_abs())
    }

    fn has_stepped(&self) -> bool {
        // Deadlines are in the database\'s time, whatever the machine\'s clock does.
        false
    }

    fn follow(&self) -> Option<SignedDuration> {
        None
    }

    async fn sleep_until(&self, due: Timestamp) {
        let left = Duration::try_from(due.duration_since(self.now())).unwrap_or_default();
        // A millisecond more, because `now` is truncated to whole ones.
        tokio::time::sleep(left + Duration::from_millis(1)).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use jiff::Timestamp;

    use super::{DatabaseClock, MILLISECOND};
    use crate::service::ports::clock::{Clock, TimeSource};

    const SECOND: i64 = 1_000 * MILLISECOND;

    /// A machine whose clock is wrong by hours.
    #[derive(Default)]
    struct Wrong(AtomicI64);

    impl TimeSource for Arc<Wrong> {
        fn system(&self) -> i64 {
            7_200 * SECOND
        }

        fn steady(&self) -> i64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn the_time_is_the_database_s_and_goes_back_only_by_a_second_or_more() {
        let machine = Arc::new(Wrong::default());
        let clock = DatabaseClock::of(Arc::clone(&machine));
        let at = |millis| Timestamp::from_millisecond(millis).unwrap();
        clock.set(1_000_000 * SECOND);
        assert_eq!(clock.now(), at(1_000_000_000));
        machine.0.fetch_add(5 * SECOND, Ordering::Relaxed);
        assert_eq!(clock.now(), at(1_000_005_000));
        clock.set(1_000_000 * SECOND - SECOND / 2);
        assert_eq!(clock.now(), at(1_000_005_000), "it stands still");
        machine.0.fetch_add(SECOND, Ordering::Relaxed);
        assert_eq!(clock.now(), at(1_000_005_500));
        clock.set(999_000 * SECOND);
        assert_eq!(clock.now(), at(999_006_000));
        assert!(!clock.has_stepped() && clock.follow().is_none());
    }
}
