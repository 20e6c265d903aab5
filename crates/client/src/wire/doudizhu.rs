//! The parts of Dou Dizhu that are read.

use serde::Deserialize;
use serde_json::Value;

use super::Seat;

/// The rules that are drawn, or sent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What one point is worth.
    pub stake: u64,
    /// `points` or `call_rob`.
    pub bidding: String,
    /// The wings that are allowed: sent back as it came.
    pub wings: Value,
}

/// A seat's wishes for the hands to come.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Whether it passes automatically if nothing beats the table.
    pub auto_pass: bool,
}

/// A hand of Dou Dizhu.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct State {
    /// `opening`, `dealing`, `auction`, `doubling`, `showing`, `playing` or `over`.
    pub stage: String,
    /// The own cards, the lowest first.
    pub hand: Option<Vec<String>>,
    /// The players.
    pub players: Vec<Player>,
    /// The landlord.
    pub landlord: Option<Seat>,
    /// The three cards, once they are shown.
    pub bottom: Option<Vec<String>>,
    /// The calls of the auction.
    pub calls: Vec<Call>,
    /// The play on the table.
    pub table: Option<Laid>,
    /// The multiplier so far.
    pub multiplier: Option<Multiplier>,
    /// How many cards of each rank the others hold.
    pub remaining: Vec<Remaining>,
    /// The wild ranks.
    pub wild: Vec<String>,
    /// The result.
    pub score: Option<Score>,
}

/// A seat in a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The number of its cards.
    pub cards: usize,
    /// Its chips.
    pub stack: u64,
    /// Whether it has doubled.
    pub doubled: bool,
    /// Its cards, if they are shown.
    pub open: Option<Vec<String>>,
    /// Its last action.
    pub last_action: Option<LastAction>,
}

/// A seat's last action.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct LastAction {
    /// `bid`, `call`, `rob`, `double`, `pass`, `show` or `play`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Of a bid.
    pub points: u64,
    /// Of a play.
    pub cards: Vec<String>,
    /// Of a play.
    pub reading: Option<Reading>,
}

/// A call of the auction.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Call {
    /// The seat.
    pub seat: Seat,
    /// The call.
    pub said: LastAction,
}

/// Cards on the table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Laid {
    /// The seat.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<String>,
    /// Their reading.
    pub reading: Reading,
}

/// A reading of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// `single`, `straight` and the like.
    pub kind: String,
    /// The rank by which it is compared.
    pub main: String,
    /// The length of a chain.
    pub length: usize,
}

/// The multiplier.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Multiplier {
    /// The bid, or two to the power of the robs.
    pub base: u64,
    /// The number of bombs.
    pub bombs: u64,
    /// The product of all.
    pub total: u64,
    /// `spring` or `anti_spring`.
    pub spring: Option<String>,
}

/// How many cards of a rank the others hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Remaining {
    /// The rank.
    pub rank: String,
    /// The number of cards.
    pub count: usize,
}

/// The result of a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Score {
    /// Which side won.
    pub landlord_won: bool,
    /// The multiplier.
    pub multiplier: Multiplier,
}

/// The options.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// `show`, `bid`, `call`, `rob`, `double` or `play`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The bids that are left.
    pub points: Vec<u64>,
    /// The factor for showing.
    pub factor: u64,
    /// The number of plays.
    pub count: u64,
    /// The cheapest of them.
    pub suggested: Vec<Suggestion>,
    /// The play to beat.
    pub to_beat: Option<Reading>,
}

/// A suggested play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Suggestion {
    /// Its cards.
    pub cards: Vec<String>,
    /// Their reading.
    pub reading: Reading,
    /// What stays whole in the hand: `bomb`, `pairs` and the like.
    pub keeps: Vec<String>,
}

/// The readings of cards.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Readings {
    /// Whether an action has to name one.
    pub must_be_named: bool,
    /// All of them.
    pub readings: Vec<Reading>,
}
