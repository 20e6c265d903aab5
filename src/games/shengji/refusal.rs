//! The rules that an action can break.

use serde::Serialize;
use utoipa::ToSchema;

use super::declare::Declaration;
use super::level::Level;
use super::order::Group;
use crate::cards::card::Card;
use crate::games::game::{Seat, Told};

/// The rule that was broken, with its data. On the wire the variant's name is its `code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[schema(as = shengji::Refusal)]
pub enum Refusal {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver {},
    /// The seat does not play this hand.
    #[error("this seat was not dealt into the hand")]
    NotDealtIn {},
    /// Something is asked, but not of this seat.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// Who is asked now.
        awaited: Vec<Seat>,
    },
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

impl Told for Refusal {}

impl Refusal {
    /// The stable code that clients switch on, without the game's prefix.
    pub fn code(&self) -> &'static str {
        match self {
            Self::HandOver {} => "hand_over",
            Self::NotDealtIn {} => "not_dealt_in",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::DealRunning {} => "deal_running",
            Self::KittyNotBuried {} => "kitty_not_buried",
            Self::NothingToBury {} => "nothing_to_bury",
            Self::DeclaringClosed {} => "declaring_closed",
            Self::HasPassed {} => "has_passed",
            Self::NoDeclaration { .. } => "no_declaration",
            Self::DeclarationTooWeak { .. } => "declaration_too_weak",
            Self::OwnDeclarationStands { .. } => "own_declaration_stands",
            Self::NotHeld { .. } => "not_held",
            Self::WrongNumber { .. } => "wrong_number",
            Self::NoCards {} => "no_cards",
            Self::MixedGroups { .. } => "mixed_groups",
            Self::MustFollow { .. } => "must_follow",
            Self::MustServe { .. } => "must_serve",
        }
    }
}
