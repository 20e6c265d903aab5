//! The rules that an action can break.

use serde::Serialize;
use utoipa::ToSchema;

use crate::games::game::Chips;
use crate::games::viewer::ViewerSafe;

use crate::games::refusal::NotAccepted;

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
#[schema(as = holdem::Refusal)]
pub enum Refusal {
    /// No bets are taken now: the board is being dealt to the end, or hands are shown.
    #[error("the betting is closed")]
    BettingClosed {},
    /// There is a bet to call.
    #[error("checking is not possible: a call costs {call}")]
    CannotCheck {
        /// The cost of a call, in chips from the stack.
        call: Chips,
    },
    /// There is nothing to call.
    #[error("there is nothing to call: checking costs nothing")]
    NothingToCall {},
    /// There is a blind or a bet, so more chips are a raise.
    #[error("a bet of {price} stands already: raise it")]
    RaiseInstead {
        /// The highest total on this street.
        price: Chips,
    },
    /// Nobody has bet on this street, so there is nothing to raise.
    #[error("there is no bet to raise: bet")]
    BetInstead {},
    /// This seat may not raise now.
    #[error("this seat may not raise: {why}")]
    RaiseNotAllowed {
        /// The rule that forbids the raise.
        why: NoRaise,
    },
    /// The amount is too small.
    #[error("the least total is {min}")]
    BelowMinRaise {
        /// The least total on this street that a bet or raise may make.
        min: Chips,
    },
    /// The amount is too large.
    #[error("the largest total is {max}")]
    AboveMaxRaise {
        /// The largest total on this street that a bet or raise may make.
        max: Chips,
    },
    /// This seat is not asked whether to run the board twice.
    #[error("this seat is not asked whether to run it twice")]
    NotAsked {},
    /// The seat has no hand to show or muck now.
    #[error("showing or mucking is not possible now")]
    NothingToShow {},
    /// At this table no seat chooses whether to straddle.
    #[error("at this table seats do not choose whether to straddle")]
    NoStraddle {},
    /// The hand is not beaten, or it has to be shown first.
    #[error("this hand must be shown: nothing shown beats it")]
    MustShow {},
}

/// Why a seat may not bet or raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[schema(as = holdem::NoRaise)]
pub enum NoRaise {
    /// The stack does not reach beyond the price.
    #[error("its stack is not larger than the price")]
    StackTooShort,
    /// The seat has acted, and the raise that it faces is less than a full one (TDA 47).
    #[error("it has acted, and has not faced a full raise since")]
    NotReopened,
    /// No opponent could put in more chips.
    #[error("no opponent could put in more chips")]
    NobodyToCall,
    /// Fixed limit: a bet and three raises were made on this street.
    #[error("the street is capped")]
    Capped,
}

impl ViewerSafe for Refusal {}

impl From<Refusal> for NotAccepted<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Rule(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::refusal::Coded;

    #[test]
    fn the_code_is_the_name_on_the_wire() {
        let refusals = [
            Refusal::BettingClosed {},
            Refusal::CannotCheck { call: 1 },
            Refusal::NothingToCall {},
            Refusal::RaiseInstead { price: 1 },
            Refusal::BetInstead {},
            Refusal::RaiseNotAllowed { why: NoRaise::Capped },
            Refusal::BelowMinRaise { min: 1 },
            Refusal::AboveMaxRaise { max: 1 },
            Refusal::NotAsked {},
            Refusal::NothingToShow {},
            Refusal::NoStraddle {},
            Refusal::MustShow {},
        ];
        for refusal in refusals {
            assert_eq!(serde_json::to_value(&refusal).unwrap()["code"], refusal.code());
        }
    }
}
