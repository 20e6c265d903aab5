//! The rules that an action can break.

use serde::Serialize;
use utoipa::ToSchema;

use super::cards::Cards;
use super::closest::{Closest, Flaw};
use super::play::{PlayRules, Unplayable};
use super::reading::Reading;
use crate::cards::card::Card;
use crate::games::refusal::NotAccepted;
use crate::games::viewer::ViewerSafe;

/// The rule that was broken, with its data. On the wire the variant's name is its `code`.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    strum::IntoStaticStr,
    strum::VariantNames,
    ToSchema,
    thiserror::Error,
)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = doudizhu::Refusal)]
pub enum Refusal {
    /// Cards cannot be played during or before the auction.
    #[error("play begins once the landlord is known and every seat has answered")]
    NotPlaying {},
    /// There is no auction now, or it is held in the other way.
    #[error("this bid, call or rob is not possible now")]
    NotBidding {},
    /// A bid that is not higher than the last, or above the maximum.
    #[error("a bid is at least {least} now, and at most 3")]
    BidTooLow {
        /// The least that may be bid.
        least: u8,
    },
    /// There is nothing to double now.
    #[error("doubling is not possible now")]
    NotDoubling {},
    /// A hand cannot be shown now.
    #[error("this hand cannot be shown now")]
    NotShowing {},
    /// The seat has answered already whether it shows its hand.
    #[error("this seat has already answered")]
    HasAnswered {},
    /// The leader cannot pass.
    #[error("the leader of a trick must play")]
    MustLead {},
    /// A play without cards.
    #[error("a play has at least one card")]
    NoCards {},
    /// A card is named twice.
    #[error("{card} is named twice")]
    CardTwice {
        /// The card that was given twice.
        card: Card,
    },
    /// The hand does not hold a card.
    #[error("your hand does not hold {card}")]
    NotHeld {
        /// The card that the hand does not hold.
        card: Card,
    },
    /// The cards are no play at this table.
    #[error("these cards are no play: {flaw}")]
    NoPlay {
        /// The reason why they are no play.
        flaw: Flaw,
        /// The nearest play.
        #[schema(required)]
        closest: Option<Closest>,
    },
    /// The cards are a play, but not the named one.
    #[error("these cards do not form the named play")]
    NoSuchReading {
        /// Their possible readings.
        readings: Vec<Reading>,
    },
    /// A wild card stands for another, and the play does not name its reading.
    #[error("a play with a wild card must name its reading")]
    NotNamed {
        /// Their possible readings.
        readings: Vec<Reading>,
    },
    /// Another kind of play is on the table.
    #[error("the play on the table is of another kind")]
    OtherKind {
        /// The play on the table.
        table: Reading,
        /// The possible readings of the cards.
        readings: Vec<Reading>,
        /// The part of the cards that would beat it.
        #[schema(required)]
        closest: Option<Closest>,
    },
    /// The kind on the table, but longer or shorter.
    #[error("the play on the table has another length")]
    OtherLength {
        /// The play on the table.
        table: Reading,
        /// The possible readings of the cards.
        readings: Vec<Reading>,
        /// The part of the cards that would beat it.
        #[schema(required)]
        closest: Option<Closest>,
    },
    /// The kind and length on the table, but not higher; or a bomb that is not stronger; or any play after the rocket.
    #[error("the play on the table is as high or higher")]
    NotHigher {
        /// The play on the table.
        table: Reading,
        /// The possible readings of the cards.
        readings: Vec<Reading>,
        /// The part of the cards that would beat it.
        #[schema(required)]
        closest: Option<Closest>,
    },
}

impl ViewerSafe for Refusal {}

impl From<Refusal> for NotAccepted<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Rule(refusal)
    }
}

impl Refusal {
    /// Why these cards may not be played, with the nearest play.
    pub(super) fn of(unplayable: Unplayable, rules: PlayRules, cards: Cards, table: Option<Reading>) -> Self {
        let closest = || rules.closest(cards, table);
        match unplayable {
            Unplayable::NoPlay {} => Self::NoPlay { flaw: rules.flaw(cards.counts()), closest: closest() },
            Unplayable::NoSuchReading { readings } => Self::NoSuchReading { readings },
            Unplayable::NotNamed { readings } => Self::NotNamed { readings },
            Unplayable::OtherKind { table, readings } => {
                Self::OtherKind { table, readings, closest: closest() }
            }
            Unplayable::OtherLength { table, readings } => {
                Self::OtherLength { table, readings, closest: closest() }
            }
            Unplayable::NotHigher { table, readings } => {
                Self::NotHigher { table, readings, closest: closest() }
            }
        }
    }
}
