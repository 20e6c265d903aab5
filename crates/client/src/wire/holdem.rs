//! What is read of Hold'em.

use serde::Deserialize;

use super::Seat;

/// The rules that are drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// `no_limit`, `pot_limit` or `fixed_limit`.
    pub betting: String,
    /// The smaller blind.
    pub small_blind: u64,
    /// The bigger one.
    pub big_blind: u64,
    /// `none`, `voluntary` or `mandatory`.
    pub straddle: String,
}

/// What a seat wishes for the hands to come.
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
    /// Who plays it.
    pub players: Vec<Player>,
    /// The boards: one, or two.
    pub boards: Vec<Vec<String>>,
    /// All chips that were put in, with the bets.
    pub middle: u64,
    /// The pots, where bets were swept.
    pub pots: Vec<Pot>,
    /// Button and blinds.
    pub positions: Positions,
    /// `preflop`, `flop`, `turn` or `river`.
    pub street: String,
    /// The highest total on this street, which a call matches.
    pub price: u64,
    /// Who won what.
    pub awards: Vec<Award>,
}

/// A seat in a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// Which seat.
    pub seat: Seat,
    /// Chips that are left.
    pub stack: u64,
    /// Put in on this street.
    pub bet: u64,
    /// `in`, `all_in`, `folded`, `shown` or `mucked`.
    pub state: String,
    /// The cards, as far as they may be known.
    pub cards: Option<Vec<String>>,
    /// The best hand on each board.
    pub best: Vec<Made>,
    /// What it did last on this street.
    pub last_action: Option<LastAction>,
}

/// A made hand in the server's words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Made {
    /// Its five cards.
    pub best: Best,
}

/// Five cards and what they are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Best {
    /// `one_pair` and the like.
    pub category: String,
    /// The five, in the order that names them.
    pub cards: Vec<String>,
}

/// What a seat did last.
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

/// Who won what of a pot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Award {
    /// Which board decided.
    pub board: usize,
    /// Which pot, from the main one.
    pub pot: usize,
    /// Who got how much.
    pub shares: Vec<Share>,
}

/// A share of a pot.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Share {
    /// Who.
    pub seat: Seat,
    /// How much.
    pub amount: u64,
    /// With which hand, where it was shown.
    pub best: Option<Best>,
}

/// What may be done.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "it is the server's own shape")]
pub struct Options {
    /// Whether to give the hand up.
    pub fold: bool,
    /// Whether to stay in for nothing.
    pub check: bool,
    /// What a call costs.
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
    /// Whether a second board is asked about.
    pub run_twice: bool,
    /// Whether the hand may be shown.
    pub show: bool,
    /// Whether it may be thrown away unseen.
    pub muck: bool,
}
