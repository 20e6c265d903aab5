//! The ranks of Dou Dizhu, from three to the big joker.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::card::Card;

/// A rank, 0–14: `3456789TJQKA2BR`, `B` the small (black) joker and `R` the big (red) one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Rank(u8);

const LETTERS: &[u8; 15] = b"3456789TJQKA2BR";

impl Rank {
    /// How many ranks there are.
    pub const COUNT: u8 = 15;
    /// The lowest rank.
    pub const THREE: Self = Self(0);
    /// The highest rank of a chain.
    pub const ACE: Self = Self(11);
    /// The highest rank that has four cards. It cannot be in a chain.
    pub const TWO: Self = Self(12);
    /// The small joker.
    pub const SMALL_JOKER: Self = Self(13);
    /// The big joker.
    pub const BIG_JOKER: Self = Self(14);

    /// The ranks that have four cards, lowest first.
    pub(super) const NATURAL: [Self; 13] = {
        let mut ranks = [Self::THREE; 13];
        let mut number = 0;
        while number < 13 {
            ranks[number as usize] = Self(number);
            number += 1;
        }
        ranks
    };

    /// The rank of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The rank at this position of a set or a multiset of ranks, with four bits for each.
    #[allow(clippy::cast_possible_truncation, reason = "a place is below 60")]
    pub(super) const fn at(place: u32) -> Self {
        Self((place / 4) as u8)
    }

    /// Every rank, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// A card's rank.
    pub const fn of(card: Card) -> Self {
        match card.rank() {
            Some(2) => Self::TWO,
            Some(rank) => Self(rank - 3),
            None if card.index() == Card::SMALL_JOKER.index() => Self::SMALL_JOKER,
            None => Self::BIG_JOKER,
        }
    }

    /// 0–14.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether this is a joker: such a rank has one card, the others have four.
    pub const fn is_joker(self) -> bool {
        self.0 >= Self::SMALL_JOKER.0
    }

    /// The position of the rank's four bits in a set or a multiset.
    pub(super) const fn place(self) -> u32 {
        self.0 as u32 * 4
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", char::from(LETTERS[usize::from(self.0)]))
    }
}

/// Text that names no rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a rank: one of 3456789TJQKA2, or B or R for the small or the big joker")]
pub struct NotARank;

impl FromStr for Rank {
    type Err = NotARank;

    fn from_str(text: &str) -> Result<Self, NotARank> {
        let &[letter] = text.as_bytes() else { return Err(NotARank) };
        Self::all().find(|rank| LETTERS[usize::from(rank.0)] == letter).ok_or(NotARank)
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for Rank {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[3-9TJQKA2BR]$"))
            .description(Some(
                "A rank, lowest first 3456789TJQKA2, then the small joker B and the big joker R.",
            ))
            .examples(["3", "T", "2", "R"])
            .into()
    }
}

impl utoipa::ToSchema for Rank {
    fn name() -> std::borrow::Cow<'static, str> {
        "doudizhu.Rank".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_round_trips_through_its_text() {
        for rank in Rank::all() {
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        for text in ["", "1", "10", "33", "b", "é"] {
            assert_eq!(text.parse::<Rank>(), Err(NotARank), "{text}");
        }
    }

    #[test]
    fn cards_have_the_ranks_of_this_game() {
        let rank = |card: &str| Rank::of(card.parse().unwrap());
        assert_eq!(rank("3d"), Rank::THREE);
        assert_eq!(rank("As"), Rank::ACE);
        assert_eq!(rank("2h"), Rank::TWO);
        assert_eq!(rank("X1"), Rank::SMALL_JOKER);
        assert_eq!(rank("X2"), Rank::BIG_JOKER);
    }
}
