//! The parts of Hold'em that are read.

use serde::Deserialize;

use super::Seat;

/// The rules that are drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// `no_limit`, `pot_limit` or `fixed_limit`.
    pub betting: String,
    /// The small blind.
    pub small_blind: u64,
    /// The big blind.
    pub big_blind: u64,
    /// `none`, `voluntary` or `mandatory`.
    pub straddle: String,
}

/// A seat's wishes for the hands to come.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Whether it posts a straddle.
    pub straddle: bool,
}

/// A hand of Hold'em.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct State {
    /// The players.
    pub players: Vec<Player>,
    /// The boards: one, or two.
    pub boards: Vec<Vec<String>>,
    /// All chips in the middle, bets included.
    pub middle: u64,
    /// The pots after the last street.
    pub pots: Vec<Pot>,
    /// Button and blinds.
    pub positions: Positions,
    /// `preflop`, `flop`, `turn` or `river`.
    pub street: String,
    /// The highest total on this street, which a call matches.
    pub price: u64,
    /// The winners.
    pub awards: Vec<Award>,
}

/// A seat in a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Its stack.
    pub stack: u64,
    /// Its bet on this street.
    pub bet: u64,
    /// `in`, `all_in`, `folded`, `shown` or `mucked`.
    pub state: String,
    /// The cards, if the viewer may know them.
    pub cards: Option<Vec<String>>,
    /// The best hand on each board.
    pub best: Vec<Made>,
    /// Its last action on this street.
    pub last_action: Option<LastAction>,
}

/// A made hand with the server's name for it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Made {
    /// Its five cards.
    pub best: Best,
}

/// Five cards and their category.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Best {
    /// `one_pair` and the like.
    pub category: String,
    /// The five, in the order that names them.
    pub cards: Vec<String>,
}

/// A seat's last action.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct LastAction {
    /// `post`, `fold`, `check`, `call`, `bet`, `raise` and the like.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A pot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Pot {
    /// Its chips.
    pub amount: u64,
}

/// Button and blinds.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Positions {
    /// Where the button is.
    pub button: Seat,
}

/// The winners of a pot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Award {
    /// The board that decided.
    pub board: usize,
    /// The pot, counted from the main one.
    pub pot: usize,
    /// The shares.
    pub shares: Vec<Share>,
}

/// A share of a pot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Share {
    /// The seat.
    pub seat: Seat,
    /// The chips.
    pub amount: u64,
    /// The hand, if it was shown.
    pub best: Option<Best>,
}

/// The options.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "it is the server's own shape")]
pub struct Options {
    /// Whether it may fold.
    pub fold: bool,
    /// Whether it may check.
    pub check: bool,
    /// The price of a call.
    pub call: Option<u64>,
    /// The least total.
    pub raise_min: Option<u64>,
    /// The greatest total.
    pub raise_max: Option<u64>,
    /// `bet` or `raise`.
    pub wager: Option<String>,
    /// The total of half a pot.
    pub half_pot: Option<u64>,
    /// The total of two thirds of a pot.
    pub two_thirds_pot: Option<u64>,
    /// The total of a pot.
    pub pot: Option<u64>,
    /// Whether the seat is asked about a second board.
    pub run_twice: bool,
    /// Whether the hand may be shown.
    pub show: bool,
    /// Whether it may be mucked.
    pub muck: bool,
}
