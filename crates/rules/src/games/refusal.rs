//! The refusals that all games share, and the errors that every game has.

use std::borrow::Cow;
use std::error::Error;

use serde::Serialize;

use super::seat::Seat;
use super::viewer::ViewerSafe;

/// An error that clients may see, with a stable code to switch on: the name of its variant.
pub trait Coded: Error + ViewerSafe {
    /// The code, without the game's prefix.
    fn code(&self) -> &'static str;
}

impl<E: Error + ViewerSafe> Coded for E
where
    for<'a> &'a E: Into<&'static str>,
{
    fn code(&self) -> &'static str {
        self.into()
    }
}

/// Why an action was not accepted: a refusal that all games share, or a rule of this game.
///
/// On the wire it is an object with a `code`, and the data of the rule beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(untagged)]
pub enum NotAccepted<R> {
    /// A refusal that all games share.
    #[error(transparent)]
    Common(#[from] Common),
    /// A rule of the game.
    #[error(transparent)]
    Rule(R),
}

impl<R: ViewerSafe> ViewerSafe for NotAccepted<R> {}

impl<R> NotAccepted<R> {
    /// The same with the game's refusal in another form.
    #[doc(hidden)]
    pub fn map_rule<S>(self, form: impl FnOnce(R) -> S) -> NotAccepted<S> {
        match self {
            Self::Common(common) => NotAccepted::Common(common),
            Self::Rule(rule) => NotAccepted::Rule(form(rule)),
        }
    }
}

/// The refusals that all games share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Common {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver {},
    /// The seat was not dealt into this hand.
    #[error("this seat was not dealt into the hand")]
    NotDealtIn {},
    /// Other seats are to act.
    #[error("it is not this seat's turn")]
    NotYourTurn {
        /// The seats that are to act now.
        awaited: Vec<Seat>,
    },
}

impl ViewerSafe for Common {}

/// A log that its rules cannot replay: other rules wrote it, or it is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log does not replay: {0}")]
pub struct ReplayError(pub &'static str);

impl ReplayError {
    /// Checks one condition that a log must meet.
    pub fn unless(holds: bool, why: &'static str) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(why)) }
    }
}

/// A table option with a value that no table can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option} must be {must}")]
pub struct BadOption {
    /// The option's name, as the client wrote it; dots lead to nested options.
    pub option: &'static str,
    /// The condition that it must meet.
    pub must: Cow<'static, str>,
}

impl BadOption {
    /// Checks one option.
    pub fn unless(holds: bool, option: &'static str, must: impl Into<Cow<'static, str>>) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self { option, must: must.into() }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_common_refusal_is_its_name_on_the_wire() {
        for common in
            [Common::HandOver {}, Common::NotDealtIn {}, Common::NotYourTurn { awaited: vec![Seat(3)] }]
        {
            assert_eq!(serde_json::to_value(&common).unwrap()["code"], common.code());
        }
    }
}
