//! What is read of Dou Dizhu.

use serde::Deserialize;
use serde_json::Value;

use super::Seat;

/// The rules that are drawn, or asked with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What one point is worth.
    pub stake: u64,
    /// `points` or `call_rob`.
    pub bidding: String,
    /// What trios and the like may carry: sent back as it came.
    pub wings: Value,
}

/// What a seat wishes for the hands to come.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Whether it passes by itself where nothing beats the table.
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
    /// Who plays it.
    pub players: Vec<Player>,
    /// Who is the landlord.
    pub landlord: Option<Seat>,
    /// The three cards, once they are shown.
    pub bottom: Option<Vec<String>>,
    /// What was said in the auction.
    pub calls: Vec<Call>,
    /// What lies on the table to be beaten.
    pub table: Option<Laid>,
    /// What multiplies the stake so far.
    pub multiplier: Option<Multiplier>,
    /// How many cards of each rank the others hold.
    pub remaining: Vec<Remaining>,
    /// The wild ranks.
    pub wild: Vec<String>,
    /// How it ended.
    pub score: Option<Score>,
}

/// A seat in a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// Which seat.
    pub seat: Seat,
    /// How many cards it holds.
    pub cards: usize,
    /// Chips that it has.
    pub stack: u64,
    /// Whether it has doubled.
    pub doubled: bool,
    /// Its cards, where they are shown.
    pub open: Option<Vec<String>>,
    /// What it did last.
    pub last_action: Option<LastAction>,
}

/// What a seat did last.
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

/// What was said in the auction.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Call {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub said: LastAction,
}

/// Cards that lie on the table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Laid {
    /// By whom.
    pub seat: Seat,
    /// Which.
    pub cards: Vec<String>,
    /// As what.
    pub reading: Reading,
}

/// What cards are played as.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// `single`, `straight` and the like.
    pub kind: String,
    /// The rank that it is compared by.
    pub main: String,
    /// How long a chain is.
    pub length: usize,
}

/// What multiplies the stake.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Multiplier {
    /// The bid, or two to the power of the robs.
    pub base: u64,
    /// How many bombs.
    pub bombs: u64,
    /// All in all.
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
    /// How many.
    pub count: usize,
}

/// How a hand ended.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Score {
    /// Which side won.
    pub landlord_won: bool,
    /// What multiplied the stake.
    pub multiplier: Multiplier,
}

/// What may be done.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// `show`, `bid`, `call`, `rob`, `double` or `play`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The bids that are left.
    pub points: Vec<u64>,
    /// What showing multiplies by.
    pub factor: u64,
    /// How many plays there are.
    pub count: u64,
    /// The cheapest of them.
    pub suggested: Vec<Suggestion>,
    /// What has to be beaten.
    pub to_beat: Option<Reading>,
}

/// A play that is suggested.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Suggestion {
    /// Its cards.
    pub cards: Vec<String>,
    /// What they are.
    pub reading: Reading,
    /// What of the hand stays whole: `bomb`, `pairs` and the like.
    pub keeps: Vec<String>,
}

/// What cards can be.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Readings {
    /// Whether an action has to say which.
    pub must_be_named: bool,
    /// All of them.
    pub readings: Vec<Reading>,
}
