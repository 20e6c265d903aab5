//! The rules that an action can break.

use serde::Serialize;
use utoipa::ToSchema;

use super::declare::Declaration;
use super::level::Level;
use super::order::Group;
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
#[schema(as = shengji::Refusal)]
pub enum Refusal {
    /// Cards are still being dealt and declared with.
    #[error("nothing is played or buried while the deal runs")]
    DealRunning {},
    /// The kitty has to be buried first.
    #[error("nothing is played before the kitty is buried")]
    KittyNotBuried {},
    /// There is no kitty to bury.
    #[error("there is nothing to bury now")]
    NothingToBury {},
    /// Trumps are set.
    #[error("it is not the time for declarations")]
    DeclaringClosed {},
    /// The seat has passed, and nothing has changed since.
    #[error("this seat has passed")]
    HasPassed {},
    /// This card declares nothing so.
    #[error("level cards of {level} declare, alone or as a pair, and pairs of jokers")]
    NoDeclaration {
        /// The level that is played.
        level: Level,
    },
    /// The declaration does not beat the one that stands.
    #[error("a stronger declaration stands")]
    DeclarationTooWeak {
        /// The one that stands.
        standing: Declaration,
    },
    /// The declaration that stands is the seat's own, and this does not add to it.
    #[error("your own declaration stands: you may only add its second card")]
    OwnDeclarationStands {
        /// The one that stands.
        standing: Declaration,
    },
    /// The hand does not hold a card, or not as often.
    #[error("your hand does not hold {card} that often")]
    NotHeld {
        /// Which card.
        card: Card,
    },
    /// Not as many cards as have to be buried, or were led.
    #[error("{demanded} cards are asked for, not {given}")]
    WrongNumber {
        /// How many are asked for.
        demanded: u32,
        /// How many were given.
        given: u32,
    },
    /// A lead of no cards.
    #[error("a lead has at least one card")]
    NoCards {},
    /// A lead of several groups.
    #[error("a lead is of one group")]
    MixedGroups {
        /// The groups it has.
        groups: Vec<Group>,
    },
    /// Cards of the group led are kept back.
    #[error("{demanded} cards of the group led have to be played, not {given}")]
    MustFollow {
        /// The group led.
        group: Group,
        /// How many of its cards have to be played.
        demanded: u32,
        /// How many were.
        given: u32,
    },
    /// Pairs or tractors are kept back.
    #[error("the hand has {demanded_says} to play, not {given_says}")]
    MustServe {
        /// The runs that have to be played, longest first: 1 is a pair, more a tractor of so many pairs.
        demanded: Vec<u8>,
        /// Those that the play has.
        given: Vec<u8>,
        /// What is demanded, in words.
        demanded_says: String,
        /// What was given, in words.
        given_says: String,
    },
}

impl ViewerSafe for Refusal {}

impl From<Refusal> for NotAccepted<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Rule(refusal)
    }
}
