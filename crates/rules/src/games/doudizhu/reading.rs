//! How cards are played: a reading of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::counts::Counts;
use super::rank::Rank;
use super::ranks::Ranks;
use crate::cards::card::Card;

/// Cards by rank, and the reading under which they are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// How many cards of each rank.
    pub cards: Counts,
    /// The reading of the cards as a play.
    pub reading: Reading,
}

/// The kinds of play. With their lengths there are 37 shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[schema(as = doudizhu::Kind)]
pub enum Kind {
    /// One card.
    Single,
    /// Five to twelve consecutive single cards.
    Straight,
    /// Two cards of a rank.
    Pair,
    /// Three to ten consecutive pairs.
    PairChain,
    /// Three cards of a rank.
    Trio,
    /// Two to six consecutive trios.
    Airplane,
    /// A trio with a single card of another rank.
    TrioSingle,
    /// Two to five consecutive trios, each with a single card.
    AirplaneSingles,
    /// A trio with a pair.
    TrioPair,
    /// Two to four consecutive trios, each with a pair.
    AirplanePairs,
    /// Four cards of a rank with two single cards. It is not a bomb.
    QuadSingles,
    /// Four cards of a rank with two pairs. It is not a bomb.
    QuadPairs,
    /// Four cards of a rank, or more if there are wild cards.
    Bomb,
    /// Both jokers.
    Rocket,
}

/// The wings of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    Single,
    Pair,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Self; 14] = [
        Self::Single,
        Self::Straight,
        Self::Pair,
        Self::PairChain,
        Self::Trio,
        Self::Airplane,
        Self::TrioSingle,
        Self::AirplaneSingles,
        Self::TrioPair,
        Self::AirplanePairs,
        Self::QuadSingles,
        Self::QuadPairs,
        Self::Bomb,
        Self::Rocket,
    ];

    /// The number of cards of each main rank: for a bomb its length, for the rocket one of each joker.
    pub const fn body(self) -> u8 {
        match self {
            Self::Single | Self::Straight | Self::Bomb | Self::Rocket => 1,
            Self::Pair | Self::PairChain => 2,
            Self::Trio
            | Self::Airplane
            | Self::TrioSingle
            | Self::AirplaneSingles
            | Self::TrioPair
            | Self::AirplanePairs => 3,
            Self::QuadSingles | Self::QuadPairs => 4,
        }
    }

    /// Whether it has consecutive ranks.
    pub const fn is_chain(self) -> bool {
        matches!(
            self,
            Self::Straight | Self::PairChain | Self::Airplane | Self::AirplaneSingles | Self::AirplanePairs
        )
    }

    /// Its wings.
    pub(super) const fn carries(self) -> Option<Carried> {
        match self {
            Self::TrioSingle | Self::AirplaneSingles | Self::QuadSingles => Some(Carried::Single),
            Self::TrioPair | Self::AirplanePairs | Self::QuadPairs => Some(Carried::Pair),
            _ => None,
        }
    }

    /// The length of a play with this many natural cards.
    #[allow(clippy::cast_possible_truncation, reason = "a play has at most 20 cards")]
    pub(super) const fn length(self, cards: u32) -> u8 {
        let each = match self {
            Self::Straight | Self::Bomb => 1,
            Self::PairChain => 2,
            Self::Airplane => 3,
            Self::AirplaneSingles => 4,
            Self::AirplanePairs => 5,
            _ => return 1,
        };
        cards as u8 / each
    }

    /// The least and the largest length: in ranks, or in cards for a bomb.
    pub const fn lengths(self) -> (u8, u8) {
        match self {
            Self::Straight => (5, 12),
            Self::PairChain => (3, 10),
            Self::Airplane => (2, 6),
            Self::AirplaneSingles => (2, 5),
            Self::AirplanePairs => (2, 4),
            Self::Bomb => (4, LONGEST_BOMB),
            _ => (1, 1),
        }
    }
}

/// Four natural cards, and all the cards of two wild ranks.
pub(super) const LONGEST_BOMB: u8 = 12;

/// The cards of a bomb, the weakest kind first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[schema(as = doudizhu::Purity)]
pub enum Purity {
    /// Wild cards among others.
    WithWilds,
    /// No wild card. Every play but a bomb is natural.
    #[default]
    Natural,
    /// Only wild cards.
    AllWild,
}

/// How cards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Reading)]
pub struct Reading {
    /// The kind of play.
    pub kind: Kind,
    /// The lowest rank of the chain, or the rank of the trio, of the quad or of all; the small joker for the rocket.
    pub main: Rank,
    /// How many ranks a chain has, how many cards a bomb; 1 for every other kind.
    pub length: u8,
    /// The cards of a bomb; `natural` for every other kind.
    pub purity: Purity,
}

/// How a play names its reading. Together with the cards, kind and rank are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::Named)]
pub struct Named {
    /// The kind of play.
    pub kind: Kind,
    /// Its main rank: the lowest of the chain, or that of the trio, of the quad or of all.
    pub main: Rank,
}

impl Reading {
    /// The rocket.
    pub const ROCKET: Self = Self::new(Kind::Rocket, Rank::SMALL_JOKER, 1);

    /// A reading that is not a bomb with wild cards.
    pub const fn new(kind: Kind, main: Rank, length: u8) -> Self {
        Self { kind, main, length, purity: Purity::Natural }
    }

    /// A bomb of four, all natural.
    pub const fn bomb(rank: Rank) -> Self {
        Self::new(Kind::Bomb, rank, 4)
    }

    /// The name that a play gives it.
    pub const fn named(self) -> Named {
        Named { kind: self.kind, main: self.main }
    }

    /// Its order among the readings of its kind and length; for a bomb among all bombs. The higher weight wins.
    pub const fn weight(self) -> u16 {
        let main = self.main.number() as u16;
        match self.kind {
            Kind::Bomb => (self.length as u16) << 6 | (self.purity as u16) << 4 | main,
            _ => main,
        }
    }

    /// Whether a play of this reading beats one of `table`.
    pub const fn beats(self, table: Self) -> bool {
        match (self.kind, table.kind) {
            (_, Kind::Rocket) => false,
            (Kind::Bomb, Kind::Bomb) => self.weight() > table.weight(),
            (Kind::Bomb | Kind::Rocket, _) => true,
            // Kind and length say how many cards there are.
            _ => self.matches(table) && self.main.number() > table.main.number(),
        }
    }

    /// Whether both have the same kind and length, so that the main rank decides.
    pub(super) const fn matches(self, other: Self) -> bool {
        self.kind as u8 == other.kind as u8 && self.length == other.length
    }

    /// Its order among the readings of the same cards, for a lead, the least first: pure chains, then the higher main
    /// rank, then the later kind.
    pub(super) const fn order(self) -> u16 {
        let carries = !self.kind.is_chain() || self.kind.carries().is_some();
        (carries as u16) << 8 | (15 - self.main.number() as u16) << 4 | (15 - self.kind as u16)
    }

    /// The cards of its main ranks: the chain, the trio, the quad, or all of them; four for a longer bomb.
    pub const fn body(self) -> Counts {
        match self.kind {
            Kind::Rocket => Counts::JOKERS,
            Kind::Bomb => Counts::of(self.main, 4),
            _ => Counts::each(Ranks::run(self.main, self.length), self.kind.body()),
        }
    }

    /// How many wings it carries, each a single card or a pair.
    pub const fn wings(self) -> u8 {
        match self.kind {
            Kind::QuadSingles | Kind::QuadPairs => 2,
            _ if self.kind.carries().is_some() => self.length,
            _ => 0,
        }
    }

    /// How many cards it has.
    pub const fn cards(self) -> u32 {
        let wings = self.wings() as u32;
        match self.kind.carries() {
            None if matches!(self.kind, Kind::Bomb) => self.length as u32,
            None => self.body().len(),
            Some(Carried::Single) => self.body().len() + wings,
            Some(Carried::Pair) => self.body().len() + 2 * wings,
        }
    }

    /// The ranks of its chain; the one rank of a trio or a quad.
    pub const fn chain(self) -> Ranks {
        Ranks::run(self.main, self.length)
    }

    /// The cards in display order for this reading: the chain or the main cards, lowest first, then the wings. Cards of
    /// the `wild` ranks are at the positions that they fill.
    pub fn arrange(self, cards: &[Card], wild: Ranks) -> Vec<Card> {
        let mut left = cards.to_vec();
        left.sort_by_key(|&card| (Rank::of(card), card));
        let mut main: Vec<(Rank, Option<Card>)> =
            self.places().map(|rank| (rank, take(&mut left, |of| of == rank))).collect();
        for (_, card) in main.iter_mut().filter(|(_, card)| card.is_none()) {
            *card = take(&mut left, |of| wild.contain(of));
        }
        main.into_iter().filter_map(|(_, card)| card).chain(left).collect()
    }

    /// The ranks that its main cards stand for, one for each card, in display order.
    fn places(self) -> impl Iterator<Item = Rank> {
        let (ranks, each) = match self.kind {
            Kind::Rocket => (Counts::JOKERS.ranks(), 1),
            Kind::Bomb => (Ranks::one(self.main), self.length),
            _ => (Ranks::run(self.main, self.length), self.kind.body()),
        };
        ranks.iter().flat_map(move |rank| std::iter::repeat_n(rank, usize::from(each)))
    }
}

/// Removes and returns the first card of the wanted rank.
fn take(cards: &mut Vec<Card>, wanted: impl Fn(Rank) -> bool) -> Option<Card> {
    let place = cards.iter().position(|&card| wanted(Rank::of(card)))?;
    Some(cards.remove(place))
}
