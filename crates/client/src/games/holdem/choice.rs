//! What a player may choose before the turn.

/// What shall be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Check where it is free, else fold.
    CheckOrFold,
    /// Check, and nothing else.
    Check,
    /// Pay the price as it is.
    Call,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// What shall be done.
    pub what: What,
    /// What it was made about.
    pub about: Situation,
}

/// What a choice is about: where one of these is another, it is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Which hand.
    pub hand: String,
    /// Which street of it.
    pub street: String,
    /// What a call would cost.
    pub price: u64,
    /// Whether that is all that the player has.
    pub is_all: bool,
}
