//! How long decisions take.

use std::time::{Duration, Instant};

/// How many parts a doubling of time is cut into.
const PARTS: u32 = 8;
/// Enough for 2^40 nanoseconds, a quarter of an hour.
const BUCKETS: usize = 40 * PARTS as usize;

/// How long a strategy's decisions took: a histogram whose steps are an eighth of a doubling apart, so that percentiles
/// err by less than 10 %, upwards.
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

/// Runs something, and how long it took.
#[allow(
    clippy::disallowed_methods,
    reason = "how long a decision takes is what is measured; nothing follows from it"
)]
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let done = run();
    (done, started.elapsed())
}

impl Timing {
    /// Takes up a decision.
    pub fn add(&mut self, taken: Duration) {
        self.count += 1;
        self.total += taken;
        self.longest = self.longest.max(taken);
        if let Some(bucket) = self.buckets.get_mut(bucket(taken)) {
            *bucket += 1;
        }
    }

    /// Takes up others' decisions.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// How many decisions there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean, in microseconds.
    #[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    pub fn mean_micros(&self) -> f64 {
        self.total.as_secs_f64() * 1e6 / (self.count.max(1) as f64)
    }

    /// What 99 of 100 decisions take at most, in microseconds.
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

/// Where a bucket ends, in microseconds.
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
