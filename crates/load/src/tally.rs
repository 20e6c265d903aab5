//! Counts answers and their times.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

use super::error::LoadError;

/// The counts, shared by all tasks of one thread.
#[derive(Debug, Default)]
pub struct Tally {
    micros: RefCell<Vec<u32>>,
    deliveries: Cell<u64>,
    refused: Cell<u64>,
    /// The first refusal.
    refusal: RefCell<Option<String>>,
    /// The error of the first task that ended.
    failed: RefCell<Option<LoadError>>,
    /// Since when the server is stopped; `None` if it runs.
    halted: Cell<Option<Instant>>,
    /// How long it was stopped before.
    stood: Cell<Duration>,
}

impl Tally {
    /// The time by which answers are measured. It does not run while the server is stopped.
    pub fn now(&self) -> Instant {
        self.halted.get().unwrap_or_else(Instant::now) - self.stood.get()
    }

    /// The server is stopped from now on.
    pub fn halt(&self) {
        debug_assert!(self.halted.get().is_none(), "it stands still already");
        self.halted.set(Some(Instant::now()));
    }

    /// The server runs again.
    pub fn go_on(&self) {
        if let Some(halted) = self.halted.take() {
            self.stood.set(self.stood.get() + halted.elapsed());
        }
    }

    /// A request that was sent [then](Self::now) was answered.
    pub fn answered(&self, since: Instant) {
        let waited = self.now().saturating_duration_since(since);
        let micros = u32::try_from(waited.as_micros()).unwrap_or(u32::MAX);
        self.micros.borrow_mut().push(micros);
    }

    /// This many messages of streams came.
    pub fn delivered(&self, messages: usize) {
        self.deliveries.set(self.deliveries.get() + messages as u64);
    }

    /// A move was refused, with this status and body.
    pub fn refused(&self, status: u16, body: &[u8]) {
        self.refused.set(self.refused.get() + 1);
        let answer = || format!("{status} {}", String::from_utf8_lossy(body));
        self.refusal.borrow_mut().get_or_insert_with(answer);
    }

    /// A task has ended.
    pub fn ended<T>(&self, outcome: Result<T, LoadError>) {
        if let Err(error) = outcome {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    /// The number of answers so far.
    pub fn count(&self) -> usize {
        self.micros.borrow().len()
    }

    /// Returns the counts so far and clears them; the error of a task, if one has ended.
    pub fn take(&self) -> Result<Counts, LoadError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut micros = self.micros.take();
        micros.sort_unstable();
        Ok(Counts {
            micros,
            deliveries: self.deliveries.take(),
            refused: self.refused.take(),
            refusal: self.refusal.take(),
        })
    }
}

/// The counts of some time.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The time of each answer, in microseconds, the shortest first.
    pub micros: Vec<u32>,
    /// Messages of streams.
    pub deliveries: u64,
    /// Moves that were refused.
    pub refused: u64,
    /// The first of the refusals.
    pub refusal: Option<String>,
}

impl Counts {
    /// The sum of these.
    pub fn together<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.micros.extend(&part.micros);
            all.deliveries += part.deliveries;
            all.refused += part.refused;
            all.refusal = all.refusal.or_else(|| part.refusal.clone());
        }
        all.micros.sort_unstable();
        all
    }

    /// Percentiles of the answers' times, in milliseconds; `None` if there were none.
    pub fn waits(&self) -> Option<Waits> {
        let at = |thousandths: usize| {
            let place = (self.micros.len() * thousandths / 1_000).min(self.micros.len().checked_sub(1)?);
            Some(f64::from(self.micros[place]) / 1e3)
        };
        Some(Waits { p50_ms: at(500)?, p99_ms: at(990)?, p999_ms: at(999)? })
    }
}

/// Percentiles of the answers' times, in milliseconds: 50, 99 and 99.9.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the type tells")]
pub struct Waits {
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Counts, Tally};

    #[test]
    fn time_stands_still_while_the_server_does() {
        const MOMENT: Duration = Duration::from_millis(2);
        let tally = Tally::default();
        tally.halt();
        let halted = tally.now();
        sleep(MOMENT);
        assert_eq!(tally.now(), halted);
        tally.answered(halted);
        assert_eq!(tally.take().unwrap().micros, [0]);
        tally.go_on();
        let gone_on = tally.now();
        assert!(gone_on >= halted && Instant::now() - gone_on >= MOMENT);

        let (began, asked) = (Instant::now(), tally.now());
        tally.halt();
        sleep(MOMENT);
        tally.go_on();
        tally.answered(asked);
        let waited = Duration::from_micros(tally.take().unwrap().micros[0].into());
        assert!(waited + MOMENT <= began.elapsed());
    }

    #[test]
    fn waits_are_found_by_their_rank() {
        let counts =
            Counts { micros: (1..=1_000).map(|number| number * 1_000).collect(), ..Counts::default() };
        let waits = counts.waits().unwrap();
        assert_eq!((waits.p50_ms, waits.p99_ms, waits.p999_ms), (501.0, 991.0, 1_000.0));
        let one = Counts { micros: vec![7_000], ..Counts::default() }.waits();
        assert_eq!(one.map(|waits| (waits.p50_ms, waits.p99_ms, waits.p999_ms)), Some((7.0, 7.0, 7.0)));
        assert_eq!(Counts::default().waits(), None);
    }
}
