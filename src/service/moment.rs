//! Times on the wire: always to the millisecond, so that they are as long as each other and sort as they stand.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use serde::Serializer;

/// `2026-11-22T01:02:03.000Z`.
pub fn exact<S: Serializer>(moment: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    let written = written(Offset::UTC.to_datetime(*moment));
    serializer.serialize_str(std::str::from_utf8(&written).unwrap_or_default())
}

/// A table's view has a dozen: digit by digit they take a fraction of the time that a formatter takes.
fn written(moment: DateTime) -> [u8; 24] {
    let pair = |number: u8| [b'0' + number / 10 % 10, b'0' + number % 10];
    let hundreds = |number: i16| u8::try_from(number / 100).unwrap_or_default();
    let rest = |number: i16| u8::try_from(number % 100).unwrap_or_default();
    let (year, milli) = (moment.year(), moment.millisecond());
    let [y1, y2] = pair(hundreds(year));
    let [y3, y4] = pair(rest(year));
    let [month1, month2] = pair(moment.month().unsigned_abs());
    let [d1, d2] = pair(moment.day().unsigned_abs());
    let [h1, h2] = pair(moment.hour().unsigned_abs());
    let [m1, m2] = pair(moment.minute().unsigned_abs());
    let [s1, s2] = pair(moment.second().unsigned_abs());
    let [_, f1] = pair(hundreds(milli));
    let [f2, f3] = pair(rest(milli));
    [
        y1, y2, y3, y4, b'-', month1, month2, b'-', d1, d2, b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'.',
        f1, f2, f3, b'Z',
    ]
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
        // From the year 0 to 9999, as jiff writes it.
        for millis in (-62_167_219_200_000..253_402_207_200_000_i64).step_by(98_765_432_101) {
            let moment = Timestamp::from_millisecond(millis).unwrap();
            assert_eq!(told(millis), format!("{moment:.3}"));
        }
    }
}
