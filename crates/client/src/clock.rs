//! Time. What is drawn is a function of a time that is handed in; it is read here, and nowhere else.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::Timestamp;

/// How many messages the server's time is judged by.
const JUDGED: usize = 5;

/// How long the program has run, for waits and delays.
#[expect(clippy::disallowed_methods, reason = "this program has one place that reads the time: here")]
pub fn elapsed() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The server's time, as far as its messages tell.
#[derive(Clone, Debug, Default)]
pub struct ServerClock {
    /// How much later it is at the server, in milliseconds, by the last messages.
    ahead: Vec<i64>,
}

impl ServerClock {
    /// A message said what time it was there when it came.
    pub fn heard(&mut self, there: Timestamp, here: Duration) {
        if self.ahead.len() == JUDGED {
            self.ahead.remove(0);
        }
        self.ahead.push(there.as_millisecond() - milliseconds(here));
    }

    /// What time it is there. A message is late by its way: the one that was the least late is believed.
    pub fn at(&self, here: Duration) -> i64 {
        self.ahead.iter().max().copied().unwrap_or_default() + milliseconds(here)
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_that_was_the_least_late_is_believed() {
        let mut clock = ServerClock::default();
        let there = Timestamp::from_millisecond(10_000).unwrap();
        clock.heard(there, Duration::from_millis(1_300));
        clock.heard(there, Duration::from_secs(1));
        assert_eq!(clock.at(Duration::from_secs(2)), 11_000);
    }
}
