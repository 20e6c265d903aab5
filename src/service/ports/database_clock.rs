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

/// A later measurement that took longer does not count: it includes waits for a connection, which may all be on one side of the
/// answer.
const SLOWEST: i64 = 500 * MILLISECOND;

/// By how much the database's time has to go back until that is followed, in milliseconds. Until then the time stands still.
const LEAST_STEP_BACK: i64 = 1_000;

/// The database's time, continued by the machine\'s steady clock from one measurement to the next. The time of the machine is not
/// used: those of two machines may differ by minutes.
#[derive(Debug)]
pub struct DatabaseClock<S = Machine> {
    source: S,
    /// How far the time is ahead of the steady clock, in nanoseconds.
    ahead: AtomicI64,
    /// The latest time that was given, in milliseconds.
    given: AtomicI64,
}

/// One measurement, in nanoseconds.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// How far the time is ahead of the steady clock, if the answer is from the middle of the wait.
    ahead: i64,
    /// How long the answer took.
    took: i64,
}

impl Measured {
    /// Asks once.
    async fn once(source: &impl TimeSource, store: &dyn SharedStore) -> Result<Self, StoreError> {
        let asked = source.steady();
        let time = store.time().await?;
        let took = source.steady().saturating_sub(asked);
        // The answer is from the middle of the wait, and of its millisecond.
        let at = asked.saturating_add(took / 2);
        let time = time.as_millisecond().saturating_mul(MILLISECOND).saturating_add(MILLISECOND / 2);
        Ok(Self { ahead: time.saturating_sub(at), took })
    }

    /// The one of several that took least.
    async fn best(source: &impl TimeSource, store: &dyn SharedStore) -> Result<Self, StoreError> {
        let mut best = Self::once(source, store).await?;
        for _ in 1..QUESTIONS {
            let next = Self::once(source, store).await?;
            if next.took < best.took {
                best = next;
            }
        }
        Ok(best)
    }

    /// How far the time is ahead, if it was `known` before. What is known stays, unless this measurement shows that it is wrong.
    fn corrects(self, known: i64) -> i64 {
        // The answer may be from the beginning of the wait or from its end.
        let may_differ = self.took / 2 + MILLISECOND / 2;
        let differs = self.ahead.saturating_sub(known).saturating_abs();
        if self.took > SLOWEST || differs <= may_differ { known } else { self.ahead }
    }
}

impl DatabaseClock {
    /// Measures the time of a database.
    pub async fn start(store: &dyn SharedStore) -> Result<Self, StoreError> {
        let source = Machine::start();
        let measured = Measured::best(&source, store).await?;
        Ok(Self::of(source, measured.ahead))
    }
}

impl<S: TimeSource> DatabaseClock<S> {
    fn of(source: S, ahead: i64) -> Self {
        Self { source, ahead: AtomicI64::new(ahead), given: AtomicI64::new(i64::MIN) }
    }

    /// Measures the time again.
    pub async fn measure(&self, store: &dyn SharedStore) -> Result<(), StoreError> {
        let measured = Measured::best(&self.source, store).await?;
        self.set(measured.corrects(self.ahead.load(Ordering::Relaxed)));
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
        // Deadlines are in the database's time, whatever the machine\'s clock does.
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

    use super::{DatabaseClock, MILLISECOND, Measured, SLOWEST};
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
        let clock = DatabaseClock::of(Arc::clone(&machine), 1_000_000 * SECOND);
        let at = |millis| Timestamp::from_millisecond(millis).unwrap();
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

    #[test]
    fn a_measurement_counts_only_if_it_shows_that_the_time_is_wrong() {
        let known = 1_000 * SECOND;
        let after = |differs: i64, took: i64| {
            Measured { ahead: known + differs * MILLISECOND, took: took * MILLISECOND }.corrects(known)
                - known
        };
        assert_eq!(after(3, 2), 3 * MILLISECOND);
        assert_eq!(after(-3, 2), -3 * MILLISECOND);
        assert_eq!(after(90, 200), 0, "it may be the wait");
        assert_eq!(after(-90, 200), 0);
        assert_eq!(after(150, 200), 150 * MILLISECOND);
        assert_eq!(after(60_000, 200), 60 * SECOND, "a new primary");
        assert_eq!(after(900, SLOWEST / MILLISECOND + 1), 0, "it took too long");
    }
}
