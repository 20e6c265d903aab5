//! The port for the time, and its implementation.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// The time. Tests use a clock that they move by hand.
///
/// The system's clock may step if it is set, or if the machine slept. The time steps with it only in [`Clock::follow`], whose
/// caller moves the deadlines.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// The time, in whole milliseconds. It goes back only in [`Clock::follow`].
    fn now(&self) -> Timestamp;

    /// How long the process has run, by a clock that never steps. Use it to measure durations.
    fn lived(&self) -> Duration;

    /// Whether the system's time has stepped by a second or more, so that [`Clock::follow`] would step too.
    fn has_stepped(&self) -> bool;

    /// Steps to the system's time if that has stepped by a second or more; returns by how much.
    fn follow(&self) -> Option<SignedDuration>;

    /// Returns after the time that is left until `due` now. A step of the clock neither shortens nor lengthens it.
    async fn sleep_until(&self, due: Timestamp);
}

/// The source of a [`SystemClock`]'s time. Both clocks are in nanoseconds, which fit in 64 bits until 2262.
pub trait TimeSource: Send + Sync + 'static {
    /// The system's time since 1970.
    fn system(&self) -> i64;
    /// The time since the source was made. It never steps.
    fn steady(&self) -> i64;
}

/// The clocks of the machine. The steady one may stand still while the machine sleeps.
#[derive(Clone, Debug)]
pub struct Machine(Instant);

impl Machine {
    /// Its clocks from now on.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl TimeSource for Machine {
    #[allow(clippy::disallowed_methods, reason = "the one place where the process reads the time")]
    fn system(&self) -> i64 {
        i64::try_from(Timestamp::now().as_nanosecond()).unwrap_or_default()
    }

    fn steady(&self) -> i64 {
        i64::try_from(self.0.elapsed().as_nanos()).unwrap_or(i64::MAX)
    }
}

/// The system's clock, continued by the steady one from one [`Clock::follow`] to the next.
#[derive(Debug)]
pub struct SystemClock<S = Machine> {
    source: S,
    /// How far the time is ahead of the steady clock, in nanoseconds.
    ahead: AtomicI64,
}

/// The smallest step that is followed, in nanoseconds. Gradual adjustments of the system's clock adjust the steady one too.
const LEAST_STEP: i64 = 1_000_000_000;

/// How long reading both clocks may take. If the thread was stopped in between, the difference is no step.
const LONGEST_LOOK: i64 = 100_000_000;

impl SystemClock {
    /// Reads the machine's clocks.
    pub fn start() -> Self {
        Self::of(Machine::start())
    }
}

impl<S: TimeSource> SystemClock<S> {
    /// A clock by this source.
    pub fn of(source: S) -> Self {
        let ahead = source.system().saturating_sub(source.steady());
        Self { source, ahead: AtomicI64::new(ahead) }
    }

    /// How far the system's time is ahead of the steady clock, and by how much it has stepped, if it has.
    fn step(&self) -> Option<(i64, i64)> {
        let steady = self.source.steady();
        let ahead = self.source.system().saturating_sub(steady);
        let step = ahead.saturating_sub(self.ahead.load(Ordering::Relaxed));
        let took = self.source.steady().saturating_sub(steady);
        (took <= LONGEST_LOOK && step.saturating_abs() >= LEAST_STEP).then_some((ahead, step))
    }
}

#[async_trait]
impl<S: TimeSource> Clock for SystemClock<S> {
    fn now(&self) -> Timestamp {
        let now = self.source.steady().saturating_add(self.ahead.load(Ordering::Relaxed));
        Timestamp::from_millisecond(now.div_euclid(1_000_000)).unwrap_or(Timestamp::MAX)
    }

    fn lived(&self) -> Duration {
        Duration::from_nanos(self.source.steady().unsigned_abs())
    }

    fn has_stepped(&self) -> bool {
        self.step().is_some()
    }

    fn follow(&self) -> Option<SignedDuration> {
        let (ahead, step) = self.step()?;
        self.ahead.store(ahead, Ordering::Relaxed);
        Some(SignedDuration::from_nanos(step))
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
    use std::time::Duration;

    use futures::FutureExt;
    use jiff::{SignedDuration, Timestamp};

    use super::{Clock, SystemClock, TimeSource};

    const SECOND: i64 = 1_000_000_000;

    /// Two clocks in the test's hands.
    #[derive(Default)]
    struct Clocks {
        system: AtomicI64,
        steady: AtomicI64,
        /// How long a look at the system's clock takes.
        look: AtomicI64,
    }

    impl TimeSource for Arc<Clocks> {
        fn system(&self) -> i64 {
            let look = self.look.load(Ordering::Relaxed);
            self.steady.fetch_add(look, Ordering::Relaxed);
            self.step(look);
            self.system.load(Ordering::Relaxed)
        }

        fn steady(&self) -> i64 {
            self.steady.load(Ordering::Relaxed)
        }
    }

    impl Clocks {
        fn pass(&self, seconds: i64) {
            self.steady.fetch_add(seconds * SECOND, Ordering::Relaxed);
            self.step(seconds * SECOND);
        }

        fn step(&self, nanos: i64) {
            self.system.fetch_add(nanos, Ordering::Relaxed);
        }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn clock() -> (Arc<Clocks>, SystemClock<Arc<Clocks>>) {
        let clocks = Arc::new(Clocks::default());
        clocks.step(1_800_000_000 * SECOND);
        (Arc::clone(&clocks), SystemClock::of(clocks))
    }

    #[test]
    fn the_time_follows_a_step_of_the_system_forth_and_back_when_it_is_asked_to() {
        let (clocks, clock) = clock();
        clocks.pass(5);
        assert_eq!((clock.now(), clock.follow()), (at(1_800_000_005), None));
        for hours in [8, -3] {
            let before = clock.now();
            clocks.step(hours * 3_600 * SECOND);
            assert!(clock.has_stepped());
            assert_eq!(clock.now(), before, "a step is not seen before it is followed");
            assert_eq!(clock.follow(), Some(SignedDuration::from_hours(hours)));
            assert!(!clock.has_stepped());
            assert_eq!(clock.now(), before + SignedDuration::from_hours(hours));
            assert_eq!(clock.follow(), None);
        }
        assert_eq!(clock.lived(), Duration::from_secs(5));
    }

    #[test]
    fn small_steps_are_followed_once_they_sum_to_a_second() {
        let (clocks, clock) = clock();
        for _ in 0..4 {
            clocks.step(SECOND / 5);
            assert_eq!(clock.follow(), None);
        }
        clocks.step(SECOND / 5);
        assert_eq!(clock.follow(), Some(SignedDuration::from_secs(1)));
    }

    #[test]
    fn a_thread_that_was_stopped_between_two_looks_sees_no_step() {
        let (clocks, clock) = clock();
        clocks.look.store(2 * SECOND, Ordering::Relaxed);
        assert_eq!(clock.follow(), None);
        clocks.look.store(0, Ordering::Relaxed);
        assert_eq!(clock.follow(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_sleeper_sleeps_as_long_as_it_was_to_whatever_the_system_does() {
        let (clocks, clock) = clock();
        let begun = tokio::time::Instant::now();
        let mut sleeps = clock.sleep_until(clock.now() + SignedDuration::from_secs(20));
        assert!((&mut sleeps).now_or_never().is_none());
        clocks.step(-3_600 * SECOND);
        clock.follow().unwrap();
        sleeps.await;
        assert!(begun.elapsed() < Duration::from_secs(21));
    }
}
