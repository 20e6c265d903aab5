//! Time. What is drawn is a function of a time that is passed in. The clock is read here and nowhere else.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::Timestamp;

/// The server's time is estimated from this many messages.
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
    /// The difference to the server's clock in milliseconds, by the last messages.
    ahead: Vec<i64>,
}

impl ServerClock {
    /// Adds the server's time in a message.
    pub fn heard(&mut self, there: Timestamp, here: Duration) {
        if self.ahead.len() == JUDGED {
            self.ahead.remove(0);
        }
        self.ahead.push(there.as_millisecond() - milliseconds(here));
    }

    /// The server's time now. Each message is delayed by the network, so the one with the least delay counts.
    pub fn at(&self, here: Duration) -> i64 {
        self.ahead.iter().max().copied().unwrap_or_default() + milliseconds(here)
    }

    /// The same as a moment; `None` before the first message.
    pub fn now(&self, here: Duration) -> Option<Timestamp> {
        let at = self.at(here);
        Timestamp::from_millisecond(at).ok().filter(|_| !self.ahead.is_empty())
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
