//! One playing card.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// A card of the 54: the 52 of the French deck, then the two jokers.
///
/// The French cards are numbered 0–51 as `13 × suit + (rank − 2)`, suits in the order spades, hearts, clubs,
/// diamonds; 52 is the small (black) joker, 53 the big (red) one. The text form is rank then suit (`"As"`,
/// `"Td"`), and `"X1"`, `"X2"` for the jokers.
///
/// ```
/// use cardroom_rules::cards::card::{Card, NotACard, Suit};
///
/// let ten: Card = "Td".parse()?;
/// assert_eq!((ten.rank(), ten.suit()), (Some(10), Some(Suit::Diamonds)));
/// assert_eq!(Card::of(10, Suit::Diamonds), Some(ten));
/// assert_eq!(ten.to_string(), "Td");
/// assert_eq!(format!("{ten:?}"), "Card", "no card is logged by accident");
/// assert_eq!("10d".parse::<Card>(), Err(NotACard));
/// # Ok::<(), NotACard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Card(u8);

/// The four suits, in the order in which cards are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
}

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"shcd";

/// The text of each card.
static TEXTS: [[u8; 2]; 54] = {
    let mut texts = [*b"X1"; 54];
    let mut card = 0;
    while card < 52 {
        texts[card] = [RANKS[card % 13], SUITS[card / 13]];
        card += 1;
    }
    texts[53] = *b"X2";
    texts
};

impl Suit {
    /// Every suit, in order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Clubs, Self::Diamonds];
}

impl Card {
    /// How many different cards there are, jokers included.
    pub const COUNT: u8 = 54;
    /// How many of them belong to the French deck.
    pub const FRENCH: u8 = 52;
    /// The small (black) joker.
    pub const SMALL_JOKER: Self = Self(52);
    /// The big (red) joker.
    pub const BIG_JOKER: Self = Self(53);

    /// All of them, in order of their numbers.
    pub const ALL: [Self; Self::COUNT as usize] = {
        let mut cards = [Self(0); Self::COUNT as usize];
        let mut index = 0;
        while index < Self::COUNT {
            cards[index as usize] = Self(index);
            index += 1;
        }
        cards
    };

    /// The card with this number, if there is one.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The card of this rank (2–14, 14 the ace) and suit.
    pub const fn of(rank: u8, suit: Suit) -> Option<Self> {
        if rank >= 2 && rank <= 14 { Some(Self(13 * suit as u8 + rank - 2)) } else { None }
    }

    /// The 52 French cards, in order of their numbers.
    pub fn french() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::FRENCH).map(Self)
    }

    /// The card's number, 0–53.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 2–14, 14 the ace; `None` for a joker.
    pub const fn rank(self) -> Option<u8> {
        if self.0 < Self::FRENCH { Some(self.0 % 13 + 2) } else { None }
    }

    /// The suit; `None` for a joker.
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(usize::from(self.0 / 13)).copied()
    }

    /// Whether this is one of the two jokers.
    pub const fn is_joker(self) -> bool {
        self.0 >= Self::FRENCH
    }
}

impl AsRef<str> for Card {
    fn as_ref(&self) -> &str {
        TEXTS.get(usize::from(self.0)).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_ref())
    }
}

/// Text that names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a card: a rank of 23456789TJQKA then a suit of shcd, or the joker X1 or X2")]
pub struct NotACard;

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let &[rank, suit] = text.as_bytes() else { return Err(NotACard) };
        let place = |of: &[u8], byte: u8| of.iter().position(|&each| each == byte);
        match (rank, suit) {
            (b'X', b'1') => Ok(Self::SMALL_JOKER),
            (b'X', b'2') => Ok(Self::BIG_JOKER),
            _ => {
                let rank = place(RANKS, rank).ok_or(NotACard)?;
                let suit = place(SUITS, suit).ok_or(NotACard)?;
                u8::try_from(13 * suit + rank).ok().and_then(Self::from_index).ok_or(NotACard)
            }
        }
    }
}

/// A card that shows itself may be logged by accident, so `Debug` never does.
impl fmt::Debug for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Card")
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_ref())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for Card {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^([2-9TJQKA][shcd]|X[12])$"))
            .description(Some("A card: rank then suit, or a joker."))
            .examples(["As", "Td", "X1"])
            .into()
    }
}

impl utoipa::ToSchema for Card {
    fn name() -> std::borrow::Cow<'static, str> {
        "Card".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_round_trips_through_its_text() {
        for index in 0..Card::COUNT {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!("As".parse::<Card>().map(Card::index), Ok(12));
        assert_eq!("2d".parse::<Card>().map(Card::index), Ok(39));
    }

    #[test]
    fn text_that_is_no_card_is_refused() {
        for text in ["", "A", "as", "AS", "1s", "10s", "Asx", "X3", "X0", "é", "A♠"] {
            assert_eq!(text.parse::<Card>(), Err(NotACard), "{text}");
        }
    }

    #[test]
    fn debug_shows_no_card() {
        assert_eq!(format!("{:?}", Card::BIG_JOKER), "Card");
    }
}
