//! The wings on which tables differ: the cards that a trio, an airplane or a quad carries.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::counts::Counts;
use super::ranks::Ranks;
use super::reading::{Carried, Kind, Reading};

/// A kind of wings that some tables allow and others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::Wing)]
pub enum Wing {
    /// A wing of a rank of the chain: 333444 with 3 (`kc`).
    #[serde(alias = "kc")]
    OfChain,
    /// Both jokers as single wings (`kj`).
    #[serde(alias = "kj")]
    BothJokers,
    /// Two equal single wings, or more (`k2`).
    #[serde(alias = "k2")]
    TwoEqual,
    /// Three equal single wings, or four (`k3`).
    #[serde(alias = "k3")]
    ThreeEqual,
    /// Four equal single wings (`k4`).
    #[serde(alias = "k4")]
    FourEqual,
    /// Three or four equal single wings of a rank that would make the chain longer (`ke`).
    #[serde(alias = "ke")]
    LongerChain,
    /// Four equal cards as two pairs (`kq`).
    #[serde(alias = "kq")]
    QuadAsPairs,
    /// A quad with two singles or two pairs at all.
    QuadWithTwo,
}

impl Wing {
    /// Every one, in order.
    pub const ALL: [Self; 8] = [
        Self::OfChain,
        Self::BothJokers,
        Self::TwoEqual,
        Self::ThreeEqual,
        Self::FourEqual,
        Self::LongerChain,
        Self::QuadAsPairs,
        Self::QuadWithTwo,
    ];
}

/// A set of [`Wing`]s: those that a table forbids, or that a reading uses. On the wire it is a list of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wings(u8);

impl Wings {
    /// None.
    pub const NONE: Self = Self(0);

    /// These.
    pub const fn of(wings: &[Wing]) -> Self {
        let mut set = 0;
        let mut next = 0;
        while next < wings.len() {
            set |= 1 << wings[next] as u8;
            next += 1;
        }
        Self(set)
    }

    /// Whether this is one of them.
    pub const fn contain(self, wing: Wing) -> bool {
        self.0 >> wing as u8 & 1 == 1
    }

    /// Whether both share one.
    const fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The wings, in order.
    pub fn iter(self) -> impl Iterator<Item = Wing> {
        Wing::ALL.into_iter().filter(move |&wing| self.contain(wing))
    }

    const fn with(self, wing: Wing, when: bool) -> Self {
        Self(self.0 | (when as u8) << wing as u8)
    }

    /// Whether these forbidden ones allow a reading that carries these cards beside its chain, trio or quad.
    pub(super) const fn allow(self, reading: Reading, carried: Counts) -> bool {
        self.allow_beside(reading.kind, reading.chain(), carried)
    }

    /// The same, by the kind and the ranks of the chain, trio or quad.
    ///
    /// Wings that a kind cannot carry anyway are not excluded. The test for forbidden wings comes first: its result is
    /// the same from play to play, so a processor predicts it well.
    #[inline]
    pub(super) const fn allow_beside(self, kind: Kind, chain: Ranks, carried: Counts) -> bool {
        let pairs = matches!(kind.carries(), Some(Carried::Pair));
        let uses_forbidden = self.contain(Wing::OfChain) && !carried.among(chain).is_empty()
            || self.contain(Wing::QuadAsPairs) && pairs & !carried.at_least(4).is_empty()
            || self.meet(EQUAL) && !pairs & carried.is_more_than(self.most_equal())
            || self.contain(Wing::BothJokers) && carried.contain(Counts::JOKERS)
            || self.contain(Wing::LongerChain)
                && !pairs & !carried.at_least(3).and(chain.neighbours()).is_empty()
            || self.contain(Wing::QuadWithTwo) && kind.body() == 4;
        !uses_forbidden
    }

    /// The largest number of equal single wings that these forbidden ones allow.
    #[allow(clippy::cast_possible_truncation, reason = "at most four")]
    const fn most_equal(self) -> u8 {
        1 + (self.0 >> Wing::TwoEqual as u8 | 1 << 3).trailing_zeros() as u8
    }

    /// The number of single wings of each rank that these forbidden ones allow for `reading`, out of `rest`: the hand
    /// without the reading's chain, trio or quad. Both jokers may still be too many: see [`Self::may_carry_jokers`].
    pub(super) const fn singles(self, reading: Reading, rest: Counts) -> Counts {
        let own = Ranks::run(reading.main, reading.length);
        // A trio's wing is always of another rank.
        let of_chain = reading.kind.is_chain() && !self.contain(Wing::OfChain);
        let rest = if of_chain { rest } else { rest.among(Ranks::ALL.without(own)) };
        let rest = rest.at_most(self.most_equal());
        if self.contain(Wing::LongerChain) && reading.kind.is_chain() {
            let near = rest.among(reading.chain().neighbours());
            rest.without(near).with(near.at_most(2))
        } else {
            rest
        }
    }

    /// The number of pairs of each rank that these forbidden ones allow as wings, out of `rest`.
    pub(super) const fn pairs(self, rest: Counts) -> Counts {
        let two = Counts::each(rest.at_least(2), 1);
        if self.forbid_quads_as_pairs() { two } else { two.with(Counts::each(rest.at_least(4), 1)) }
    }

    /// Whether these forbid every quad with two.
    pub(super) const fn forbid_quads(self) -> bool {
        self.contain(Wing::QuadWithTwo)
    }

    /// Whether these forbid four equal cards as two pairs.
    pub(super) const fn forbid_quads_as_pairs(self) -> bool {
        self.contain(Wing::QuadAsPairs)
    }

    /// Whether both jokers may be wings of one play.
    pub(super) const fn may_carry_jokers(self) -> bool {
        !self.contain(Wing::BothJokers)
    }
}

/// Those that limit the number of equal single wings.
const EQUAL: Wings = Wings::of(&[Wing::TwoEqual, Wing::ThreeEqual, Wing::FourEqual]);

impl fmt::Debug for Wings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Wings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Wings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // At most as many as there are, so that a long list is not read to its end.
        struct Listed;
        impl<'de> serde::de::Visitor<'de> for Listed {
            type Value = Wings;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of wings, each once")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Wings, A::Error> {
                let mut wings = Wings::NONE;
                while let Some(wing) = list.next_element::<Wing>()? {
                    if wings.contain(wing) {
                        return Err(serde::de::Error::custom("a wing is named twice"));
                    }
                    wings = wings.with(wing, true);
                }
                Ok(wings)
            }
        }
        from.deserialize_seq(Listed)
    }
}

impl utoipa::PartialSchema for Wings {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ArrayBuilder::new()
            .items(<Wing as utoipa::PartialSchema>::schema())
            .unique_items(true)
            .description(Some("Kinds of wings."))
            .into()
    }
}

impl utoipa::ToSchema for Wings {
    fn name() -> std::borrow::Cow<'static, str> {
        "doudizhu.Wings".into()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        <Vec<Wing> as utoipa::ToSchema>::schemas(schemas);
    }
}
