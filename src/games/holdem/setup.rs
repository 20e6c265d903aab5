//! Who plays a hand and on what terms: the button, the blinds, and what is owed.

use serde::{Deserialize, Serialize};

use super::rules::Rules;

/// What outlives hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {}

/// Everything a hand needs but its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The options the hand is played by.
    pub rules: Rules,
}
