//! The parts of the lobby, and of the player's account, that are read.

use serde::Deserialize;

use super::{Chair, Computer, Decision, Seat, TableOptions};

/// A table in the lobby.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// The table.
    pub id: String,
    /// Its options.
    pub options: TableOptions,
    /// Its players.
    pub seated: Vec<Seated>,
    /// The number of free chairs.
    pub free_seats: usize,
    /// Whether a hand is in play.
    pub in_hand: bool,
}

/// A player at a table of the lobby.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Seated {
    /// The name.
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
    /// The player's open decision there.
    pub decision: Option<Decision>,
}

/// The player who is signed in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Me {
    /// The player.
    pub id: String,
    /// The name.
    pub name: String,
    /// Chips away from tables.
    pub chips: u64,
    /// The terms for new chips; absent if none are given.
    pub refill: Option<Refill>,
}

/// The terms for new chips.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Refill {
    /// The amount.
    pub chips: u64,
    /// They are given to players with fewer chips than this.
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
    /// The hand.
    pub id: String,
    /// Its number at the table.
    pub number: u64,
    /// The game.
    pub game: String,
    /// Whether it is over.
    pub over: bool,
    /// The result; absent if it is void.
    pub net: Option<i64>,
    /// The player's seat.
    pub your_seat: Option<Seat>,
    /// The players.
    pub players: Vec<Chair>,
}
