//! The rules that an action can break.

use serde::Serialize;
use utoipa::ToSchema;

use super::declare::Declaration;
use super::level::TeamLevel;
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
    /// Cards are still being dealt and declared.
    #[error("cards cannot be played or buried during the deal")]
    DealRunning {},
    /// The kitty has to be buried first.
    #[error("cards cannot be played before the kitty is buried")]
    KittyNotBuried {},
    /// There is no kitty to bury.
    #[error("there is nothing to bury now")]
    NothingToBury {},
    /// Trumps are set.
    #[error("declaring is not possible now")]
    DeclaringClosed {},
    /// The seat has passed, and nothing has changed since.
    #[error("this seat has passed")]
    HasPassed {},
    /// This card cannot be declared in this way.
    #[error("a declaration is a {level}, a pair of them, or a pair of jokers")]
    NoDeclaration {
        /// The current level.
        level: TeamLevel,
    },
    /// The declaration does not beat the one that stands.
    #[error("a stronger declaration stands")]
    DeclarationTooWeak {
        /// The declaration that stands.
        standing: Declaration,
    },
    /// The declaration that stands is the seat's own, and this does not add to it.
    #[error("your own declaration stands: you may only add its second card")]
    OwnDeclarationStands {
        /// The declaration that stands.
        standing: Declaration,
    },
    /// The hand does not hold a card, or not as often.
    #[error("your hand does not hold {card} that often")]
    NotHeld {
        /// The card that the hand does not hold.
        card: Card,
    },
    /// The number of cards is not the number to bury, or the number that were led.
    #[error("{demanded} cards are required, not {given}")]
    WrongNumber {
        /// The number of cards to play or bury.
        demanded: u32,
        /// The number that were given.
        given: u32,
    },
    /// A lead without cards.
    #[error("a lead has at least one card")]
    NoCards {},
    /// A lead of several groups.
    #[error("all cards of a lead must be of one group")]
    MixedGroups {
        /// The groups of the cards.
        groups: Vec<Group>,
    },
    /// Cards of the group led are kept back.
    #[error("{demanded} cards of the group led must be played, not {given}")]
    MustFollow {
        /// The group led.
        group: Group,
        /// The number of its cards that have to be played.
        demanded: u32,
        /// The number that were played.
        given: u32,
    },
    /// Pairs or tractors are kept back.
    #[error("the hand has {demanded_says}, which must be played; the play has {given_says}")]
    MustServe {
        /// The runs that have to be played, longest first: 1 is a pair, n a tractor of n pairs.
        demanded: Vec<u8>,
        /// The runs that the play has.
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
