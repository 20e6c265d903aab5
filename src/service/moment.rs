//! Times on the wire: always to the millisecond, so that they are as long as each other and sort as they stand.

use jiff::Timestamp;
use serde::Serializer;

/// `2026-11-22T01:02:03.000Z`.
pub fn exact<S: Serializer>(moment: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{moment:.3}"))
}

/// The same, or null.
#[allow(clippy::ref_option, reason = "serde hands it over so")]
pub fn exact_or_null<S: Serializer>(moment: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    match moment {
        Some(moment) => exact(moment, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    #[test]
    fn a_time_has_three_decimals() {
        let told = |millis| {
            let moment = Timestamp::from_millisecond(millis).unwrap();
            super::exact(&moment, serde_json::value::Serializer).unwrap()
        };
        assert_eq!(told(1_795_309_323_000), "2026-11-22T01:02:03.000Z");
        assert_eq!(told(1_795_309_323_120), "2026-11-22T01:02:03.120Z");
    }
}
