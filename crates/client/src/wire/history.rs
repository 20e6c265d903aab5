//! The parts of a hand's record that are read.

use serde::Deserialize;

use super::{Chair, Change, Rules, Seat, State};

/// A hand for a replay.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct History {
    /// The hand.
    pub id: String,
    /// Its number at the table.
    pub number: u64,
    /// The rules of the hand.
    pub rules: Rules,
    /// The players.
    pub players: Vec<Chair>,
    /// The reader's seat.
    pub your_seat: Option<Seat>,
    /// All events.
    pub changes: Vec<Change>,
    /// The views after each change.
    pub views: Option<Views>,
    /// The view now.
    pub state: State,
}

/// The views of a hand after each change.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Views {
    /// In order.
    pub states: Vec<ViewAfter>,
    /// Where the next page begins.
    pub next: Option<u64>,
}

/// The view of a hand after a change.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewAfter {
    /// The version of the change.
    pub version: u64,
    /// The state after it.
    pub state: State,
}
