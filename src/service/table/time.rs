//! Moments, and spans after them.

use jiff::{SignedDuration, Timestamp};

const DAY: i64 = 86_400;

/// A moment plus a span, or the end of time.
pub fn later(moment: Timestamp, span: SignedDuration) -> Timestamp {
    moment.saturating_add(span).unwrap_or(Timestamp::MAX)
}

/// The day of a moment: its number since 1970, in UTC.
pub fn day_of(moment: Timestamp) -> i64 {
    moment.as_second().div_euclid(DAY)
}

/// When a day begins, by its number since 1970.
pub fn begin_of_day(day: i64) -> Timestamp {
    Timestamp::from_second(day.saturating_mul(DAY)).unwrap_or(Timestamp::MAX)
}
