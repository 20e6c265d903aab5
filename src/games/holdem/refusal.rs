//! The rules that an action can break.

/// The rule that was broken, with its data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is asked of this seat now.
    #[error("it is not this seat's turn")]
    NotYourTurn,
}

impl Refusal {
    /// The stable code that clients switch on, without the game's prefix.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
        }
    }
}
