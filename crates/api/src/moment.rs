//! Times on the wire: always in milliseconds, so that all have the same length and sort as text.

use std::cell::Cell;

use jiff::Timestamp;
use jiff::civil::{Date as CivilDate, Time};
use jiff::tz::Offset;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// `2026-11-22T01:02:03.000Z`.
pub fn exact<S: Serializer>(moment: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    let written = written(moment.as_millisecond());
    serializer.serialize_str(std::str::from_utf8(&written).unwrap_or_default())
}

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// `2026-11-22T`.
type Date = [u8; 11];

thread_local! {
    /// The day that was written last, since 1970, and its date: a view has a dozen moments, and nearly all are of today.
    static LAST: Cell<(i64, Date)> = const { Cell::new((0, *b"1970-01-01T")) };
}

/// Digit by digit, which takes a fraction of the time that a formatter takes.
fn written(millis: i64) -> [u8; 24] {
    let (day, millis) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
    let (last, mut date) = LAST.get();
    if day != last {
        date = date_of(day);
        LAST.set((day, date));
    }
    let (seconds, minutes, hours) = (millis / 1_000, millis / 60_000, millis / 3_600_000);
    let time = [
        digit(hours / 10),
        digit(hours),
        b':',
        digit(minutes % 60 / 10),
        digit(minutes % 60),
        b':',
        digit(seconds % 60 / 10),
        digit(seconds % 60),
        b'.',
        digit(millis / 100),
        digit(millis / 10),
        digit(millis),
        b'Z',
    ];
    let mut written = [0; 24];
    let (first, second) = written.split_at_mut(date.len());
    first.copy_from_slice(&date);
    second.copy_from_slice(&time);
    written
}

/// The last digit of a number.
fn digit(number: i64) -> u8 {
    b'0' + u8::try_from(number % 10).unwrap_or_default()
}

fn date_of(day: i64) -> Date {
    let moment = Timestamp::from_millisecond(day * DAY).unwrap_or_default();
    let date = Offset::UTC.to_datetime(moment).date();
    let (year, month, day) = (date.year().into(), date.month().into(), date.day().into());
    [
        digit(year / 1_000),
        digit(year / 100),
        digit(year / 10),
        digit(year),
        b'-',
        digit(month / 10),
        digit(month),
        b'-',
        digit(day / 10),
        digit(day),
        b'T',
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

/// A day, by its number since 1970 in UTC: `2026-11-22`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
pub fn date<S: Serializer>(day: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    let begin = Timestamp::from_millisecond(day.saturating_mul(DAY)).unwrap_or(Timestamp::MAX);
    serializer.collect_str(&begin.strftime("%F"))
}

/// The number of a day that [`date`] wrote.
pub fn day<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let begin = CivilDate::deserialize(from)?.to_datetime(Time::midnight());
    let begin = Offset::UTC.to_timestamp(begin).map_err(D::Error::custom)?;
    Ok(begin.as_millisecond().div_euclid(DAY))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    #[test]
    fn a_time_has_three_decimals() {
        let written_as = |millis| {
            let moment = Timestamp::from_millisecond(millis).unwrap();
            super::exact(&moment, serde_json::value::Serializer).unwrap()
        };
        assert_eq!(written_as(1_795_309_323_000), "2026-11-22T01:02:03.000Z");
        assert_eq!(written_as(1_795_309_323_120), "2026-11-22T01:02:03.120Z");
        // From the year 0 to 9999, as jiff writes it.
        for millis in (-62_167_219_200_000..253_402_207_200_000_i64).step_by(98_765_432_101) {
            let moment = Timestamp::from_millisecond(millis).unwrap();
            assert_eq!(written_as(millis), format!("{moment:.3}"));
        }
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        for (day, date) in [(0, "1970-01-01"), (20_779, "2026-11-22"), (-1, "1969-12-31")] {
            assert_eq!(super::date(&day, serde_json::value::Serializer).unwrap(), date);
            assert_eq!(super::day(serde_json::Value::from(date)).unwrap(), day);
        }
    }
}
