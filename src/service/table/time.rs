//! Moments, and spans after them.

use jiff::{SignedDuration, Timestamp};

/// A moment and a span after it, or the end of time.
pub fn later(moment: Timestamp, span: SignedDuration) -> Timestamp {
    moment.saturating_add(span).unwrap_or(Timestamp::MAX)
}
