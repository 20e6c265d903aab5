//! What is read of the lobby, and of whoever is signed in.

use serde::Deserialize;

use super::{Chair, Computer, Decision, Seat, TableOptions};

/// A table in the lobby.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// Which table.
    pub id: String,
    /// What it was opened with.
    pub options: TableOptions,
    /// Who sits there.
    pub seated: Vec<Seated>,
    /// How many chairs are free.
    pub free_seats: usize,
    /// Whether a hand is played.
    pub in_hand: bool,
}

/// Somebody who sits at a table of the lobby.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Seated {
    /// What others call them.
    pub name: String,
    /// The level, of a computer player.
    pub computer: Option<Computer>,
}

/// A table at which this player sits.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Mine {
    /// The table.
    pub table: Summary,
    /// What is asked of the player there.
    pub decision: Option<Decision>,
}

/// Whoever is signed in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Me {
    /// Which player.
    pub id: String,
    /// What others call them.
    pub name: String,
    /// Chips away from tables.
    pub chips: u64,
    /// On what terms chips are given to who has lost theirs; absent where none are.
    pub refill: Option<Refill>,
}

/// On what terms chips are given to who has lost theirs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Refill {
    /// How many.
    pub chips: u64,
    /// Who has fewer than this.
    pub below: u64,
}

/// A page of hands that this player was dealt into, the newest first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Hands {
    /// The hands.
    pub hands: Vec<PlayedHand>,
}

/// A hand that this player was dealt into.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PlayedHand {
    /// Which hand.
    pub id: String,
    /// The how many-th of its table.
    pub number: u64,
    /// Of which game.
    pub game: String,
    /// Whether it is over.
    pub over: bool,
    /// What it brought; nothing where it is void.
    pub net: Option<i64>,
    /// Where this player sat.
    pub your_seat: Option<Seat>,
    /// Who played it.
    pub players: Vec<Chair>,
}
