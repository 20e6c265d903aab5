//! A team's level, 2 to ace.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A level, 2 … A: the rank whose eight cards are trumps while its team declares. Its text is the rank's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TeamLevel(u8);

const LETTERS: &[u8; 13] = b"23456789TJQKA";

impl TeamLevel {
    /// The level at which both teams begin.
    pub const TWO: Self = Self(2);
    /// The level at which declarers may lose theirs by the jack rule.
    pub const JACK: Self = Self(11);
    /// The last level: a team that wins as declarers at it wins the game.
    pub const ACE: Self = Self(14);

    /// The level of this rank, 2–14.
    pub const fn of(rank: u8) -> Option<Self> {
        if rank >= 2 && rank <= 14 { Some(Self(rank)) } else { None }
    }

    /// The rank of its cards, 2–14.
    pub const fn rank(self) -> u8 {
        self.0
    }

    /// The level above; none above the ace.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        Self::of(self.0 + 1)
    }
}

impl fmt::Display for TeamLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.get(usize::from(self.0) - 2).copied().unwrap_or(b'?');
        write!(out, "{}", char::from(letter))
    }
}

/// Text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a level: one of 2 3 4 5 6 7 8 9 T J Q K A")]
pub struct NotALevel;

impl FromStr for TeamLevel {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        let &[letter] = text.as_bytes() else { return Err(NotALevel) };
        let place = LETTERS.iter().position(|&each| each == letter).ok_or(NotALevel)?;
        u8::try_from(place + 2).ok().and_then(Self::of).ok_or(NotALevel)
    }
}

impl Serialize for TeamLevel {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TeamLevel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for TeamLevel {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[2-9TJQKA]$"))
            .description(Some("A team's level."))
            .examples(["2", "T", "A"])
            .into()
    }
}

impl utoipa::ToSchema for TeamLevel {
    fn name() -> std::borrow::Cow<'static, str> {
        "shengji.Level".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_round_trips_through_its_text() {
        for rank in 2..=14 {
            let level = TeamLevel::of(rank).unwrap();
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(TeamLevel::ACE.next(), None);
        assert_eq!("1".parse::<TeamLevel>(), Err(NotALevel));
        assert_eq!("10".parse::<TeamLevel>(), Err(NotALevel));
    }
}
