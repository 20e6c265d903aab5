//! A choice that a player may make before the turn.

use cardroom_api::id::HandId;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::holdem::street::StreetName;

/// The kinds of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Check if it is free, else fold.
    CheckOrFold,
    /// Check, and nothing else.
    Check,
    /// Call at this price.
    Call,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The chosen action.
    pub what: What,
    /// The situation in which it was chosen.
    pub about: Situation,
}

/// The situation of a choice. If one of these members changes, the choice does not apply any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The hand.
    pub hand: HandId,
    /// Its street.
    pub street: StreetName,
    /// The price of a call.
    pub price: Chips,
    /// Whether that is the player's whole stack.
    pub is_all: bool,
}
