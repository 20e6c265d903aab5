//! What is read of a hand that is looked at again.

use serde::Deserialize;

use super::{Chair, Change, Rules, Seat, State};

/// A hand that can be looked at again.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct History {
    /// Which hand.
    pub id: String,
    /// The how many-th of the table.
    pub number: u64,
    /// The rules that it was played by.
    pub rules: Rules,
    /// Who played it.
    pub players: Vec<Chair>,
    /// Where the reader sat.
    pub your_seat: Option<Seat>,
    /// All that happened.
    pub changes: Vec<Change>,
    /// How it looked after each change.
    pub views: Option<Views>,
    /// How it looks now.
    pub state: State,
}

/// How a hand looked after each change.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Views {
    /// One after another.
    pub states: Vec<ViewAfter>,
    /// From where the next ones are asked for.
    pub next: Option<u64>,
}

/// How a hand looked after a change.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewAfter {
    /// The version that the change led to.
    pub version: u64,
    /// The state after it.
    pub state: State,
}
