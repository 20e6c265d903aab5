//! Seasons: the quarters of the calendar.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A quarter of a calendar year, in UTC. It is written as `2026-Q4`.
///
/// ```
/// use cardroom_api::rating::season::Season;
///
/// let season: Season = "2026-Q4".parse()?;
/// assert_eq!(season, Season::of("2026-11-29T12:00:00Z".parse()?));
/// assert_eq!(season.next().to_string(), "2027-Q1");
/// assert_eq!(season.begin(), "2026-10-01T00:00:00Z".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Season {
    /// The quarters since the first of the year 0.
    number: u16,
}

/// A text, or a number, that is no season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a season is written as 2026-Q4")]
pub struct NoSeason;

/// Quarters of a year.
const QUARTERS: u16 = 4;

/// The last year that has seasons.
const LAST_YEAR: u16 = 9_998;

impl Season {
    /// The season of this moment.
    pub fn of(moment: Timestamp) -> Self {
        let date = moment.to_zoned(TimeZone::UTC).date();
        let year = u16::try_from(date.year()).unwrap_or(0).min(LAST_YEAR);
        let quarter = u16::try_from(date.month() - 1).unwrap_or(0) / 3;
        Self { number: year * QUARTERS + quarter }
    }

    /// The number under which it is stored: the quarters since the first of the year 0.
    pub fn number(self) -> u16 {
        self.number
    }

    /// The season of this number.
    pub fn from_number(number: u16) -> Result<Self, NoSeason> {
        if number / QUARTERS <= LAST_YEAR { Ok(Self { number }) } else { Err(NoSeason) }
    }

    /// The season after it. The last one is followed by itself.
    #[must_use]
    pub fn next(self) -> Self {
        Self::from_number(self.number + 1).unwrap_or(self)
    }

    /// When it begins.
    pub fn begin(self) -> Timestamp {
        let (year, month) = (self.number / QUARTERS, self.number % QUARTERS * 3 + 1);
        let date = Date::new(year.cast_signed(), i8::try_from(month).unwrap_or(1), 1);
        let moment = date.and_then(|date| date.to_zoned(TimeZone::UTC));
        moment.map_or(Timestamp::MIN, |zoned| zoned.timestamp())
    }
}

impl fmt::Display for Season {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-Q{}", self.number / QUARTERS, self.number % QUARTERS + 1)
    }
}

impl FromStr for Season {
    type Err = NoSeason;

    fn from_str(text: &str) -> Result<Self, NoSeason> {
        let (year, quarter) = text.split_once("-Q").ok_or(NoSeason)?;
        let is_written_so = year.len() == 4 && year.bytes().all(|digit| digit.is_ascii_digit());
        let year: u16 = year.parse().ok().filter(|_| is_written_so).ok_or(NoSeason)?;
        let quarter = match quarter {
            "1" => 0,
            "2" => 1,
            "3" => 2,
            "4" => 3,
            _ => return Err(NoSeason),
        };
        Self::from_number(year * QUARTERS + quarter)
    }
}

impl Serialize for Season {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Season {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl PartialSchema for Season {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A quarter of a calendar year, in UTC."))
            .pattern(Some("^[0-9]{4}-Q[1-4]$"))
            .examples(["2026-Q4"])
            .into()
    }
}

impl ToSchema for Season {}

#[cfg(test)]
mod tests {
    use super::*;

    fn season(text: &str) -> Season {
        text.parse().unwrap()
    }

    #[test]
    fn a_season_begins_with_its_first_moment() {
        for (moment, expected) in [
            ("2026-12-31T23:59:59.999Z", "2026-Q4"),
            ("2027-01-01T00:00:00Z", "2027-Q1"),
            ("2027-03-31T23:59:59.999Z", "2027-Q1"),
            ("2027-04-01T00:00:00Z", "2027-Q2"),
            ("2027-09-30T12:00:00Z", "2027-Q3"),
        ] {
            assert_eq!(Season::of(moment.parse().unwrap()), season(expected));
        }
        assert_eq!(Season::of(season("2028-Q3").begin()), season("2028-Q3"));
        assert_eq!(Season::of(Timestamp::MIN).to_string(), "0000-Q1");
        let last = Season::of(Timestamp::MAX);
        assert_eq!((last.to_string().as_str(), last.next()), ("9998-Q4", last));
    }

    #[test]
    fn other_texts_are_no_seasons() {
        for text in ["", "2026", "2026-Q0", "2026-Q5", "26-Q4", "+026-Q1", "2026-q4", "2026-Q4 ", "9999-Q1"] {
            assert_eq!(text.parse::<Season>(), Err(NoSeason), "{text}");
        }
        assert_eq!(serde_json::to_string(&season("2026-Q4")).unwrap(), r#""2026-Q4""#);
        assert!(serde_json::from_str::<Season>(r#""2026-Q9""#).is_err());
        assert_eq!(Season::from_number(u16::MAX), Err(NoSeason));
        assert_eq!(Season::from_number(season("2026-Q4").number()), Ok(season("2026-Q4")));
    }
}
