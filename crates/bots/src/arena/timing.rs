//! How long decisions take.

use std::time::Duration;

/// The number of buckets for each doubling of time.
const PARTS: u32 = 8;
/// Enough for 2^40 nanoseconds, a quarter of an hour.
const BUCKETS: usize = 40 * PARTS as usize;

/// The times of a strategy's decisions: a histogram whose buckets are an eighth of a doubling wide, so percentiles are
/// too large by less than 10 %.
#[derive(Clone, Debug)]
pub struct Timing {
    count: u64,
    total: Duration,
    longest: Duration,
    buckets: Vec<u64>,
}

impl Default for Timing {
    fn default() -> Self {
        Self { count: 0, total: Duration::ZERO, longest: Duration::ZERO, buckets: vec![0; BUCKETS] }
    }
}

/// Runs a closure, and measures its thread's processor time: the time that an otherwise idle core would need. The time
/// of an external program is not included.
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let started = worked();
    let done = run();
    (done, worked().saturating_sub(started))
}

/// The processor time of this thread.
#[cfg(unix)]
fn worked() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// On other systems, elapsed time.
#[cfg(not(unix))]
#[allow(
    clippy::disallowed_methods,
    reason = "how long a decision takes is measured; nothing follows from it"
)]
fn worked() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

impl Timing {
    /// Adds a decision.
    pub fn add(&mut self, taken: Duration) {
        self.count += 1;
        self.total += taken;
        self.longest = self.longest.max(taken);
        if let Some(bucket) = self.buckets.get_mut(bucket(taken)) {
            *bucket += 1;
        }
    }

    /// Adds another's decisions.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The number of decisions.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean, in microseconds.
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn mean_micros(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / (self.count.max(1) as f64)
    }

    /// The 99th percentile, in microseconds.
    pub fn p99_micros(&self) -> f64 {
        let mut left = self.count - self.count / 100;
        for (place, &count) in self.buckets.iter().enumerate() {
            left = left.saturating_sub(count);
            if left == 0 {
                return upper(place).min(self.longest_micros());
            }
        }
        self.longest_micros()
    }

    /// The longest, in microseconds.
    pub fn longest_micros(&self) -> f64 {
        self.longest.as_secs_f64() * 1e6
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a logarithm of a positive number below 2^64"
)]
fn bucket(taken: Duration) -> usize {
    let nanos = taken.as_secs_f64() * 1e9;
    let place = (nanos.max(1.0).log2() * f64::from(PARTS)) as usize;
    place.min(BUCKETS - 1)
}

/// The upper end of a bucket, in microseconds.
#[allow(clippy::cast_precision_loss, reason = "there are 320")]
fn upper(place: usize) -> f64 {
    ((place + 1) as f64 / f64::from(PARTS)).exp2() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_close() {
        let mut timing = Timing::default();
        (1..=1_000).for_each(|micros| timing.add(Duration::from_micros(micros)));
        assert_eq!(timing.count(), 1_000);
        assert!((timing.mean_micros() - 500.5).abs() < 0.01);
        assert!((990.0..=1_000.0).contains(&timing.p99_micros()), "{}", timing.p99_micros());
    }
}
