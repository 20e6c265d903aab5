//! Moments, as directors count them.

use jiff::Timestamp;

use cardroom_rules::tournament::director::time::Millis;

/// A moment as a director counts it.
pub fn millis(at: Timestamp) -> Millis {
    u64::try_from(at.as_millisecond()).unwrap_or(0)
}

/// A moment of a director.
pub fn moment(millis: Millis) -> Timestamp {
    i64::try_from(millis)
        .ok()
        .and_then(|millis| Timestamp::from_millisecond(millis).ok())
        .unwrap_or(Timestamp::MAX)
}
