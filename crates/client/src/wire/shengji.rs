//! The parts of Shengji that are read.

use serde::Deserialize;

use super::Seat;

/// The rules that are drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What each loser pays for each level won.
    pub stake: u64,
    /// The attackers' thresholds.
    pub thresholds: Thresholds,
}

/// The attackers' thresholds.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// The points that take the deal.
    pub take: i64,
}

/// A hand of Shengji.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct State {
    /// `dealing`, `declaring`, `flipping`, `burying`, `stealing`, `playing` or `over`.
    pub stage: String,
    /// The own cards by group, the lowest first.
    pub hand: Option<Vec<Holding>>,
    /// The players.
    pub players: Vec<Player>,
    /// The declarer.
    pub declarer: Option<Seat>,
    /// The level of the hand.
    pub level: String,
    /// The level of each team.
    pub levels: Levels,
    /// The trumps, once they are set.
    pub trump: Option<Trump>,
    /// The declarations; the last one stands.
    pub declarations: Vec<Declaration>,
    /// The kitty.
    pub kitty: Kitty,
    /// The attackers' points.
    pub points: i64,
    /// The current trick.
    pub trick: Option<Trick>,
    /// The last trick.
    pub last_trick: Option<Trick>,
    /// The result.
    pub score: Option<Score>,
}

/// The cards of one group.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Holding {
    /// A suit, or `trump`.
    pub group: String,
    /// The lowest first.
    pub cards: Vec<String>,
}

/// A seat in a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The number of its cards.
    pub cards: usize,
    /// The number of its tricks.
    pub tricks: usize,
}

/// The level of each team.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Levels {
    /// Of seats 0 and 2.
    pub even: String,
    /// Of seats 1 and 3.
    pub odd: String,
}

/// The trumps.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Trump {
    /// The trump suit; none at no-trump.
    pub suit: Option<String>,
    /// The level.
    pub level: Option<String>,
}

/// A declaration of trumps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Declaration {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: String,
    /// Whether both cards of its kind were shown.
    pub pair: bool,
}

/// The kitty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Kitty {
    /// Its cards, if the viewer may know them.
    pub cards: Option<Vec<String>>,
    /// Those that were turned up.
    pub flipped: Vec<String>,
}

/// A trick.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Trick {
    /// The plays in order.
    pub plays: Vec<Play>,
    /// The whole throw, if one failed.
    pub thrown: Option<Play>,
    /// The seat that wins it so far.
    pub winner: Option<Seat>,
}

/// A play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// Its cards.
    pub cards: Vec<String>,
}

/// The result of a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Score {
    /// The points of the attackers.
    pub points: i64,
    /// The kitty.
    pub kitty: Vec<String>,
    /// The points in the kitty.
    pub kitty_points: i64,
    /// Their multiplier.
    pub multiplier: i64,
    /// The levels after the hand.
    pub progress: Progress,
}

/// The levels after a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The team that won the whole game.
    pub champion: Option<String>,
    /// The winners and their levels.
    pub won: Won,
}

/// The winners of a hand.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Won {
    /// Whether the declarers held.
    pub held: bool,
    /// The number of levels.
    pub levels: u64,
}

/// The options.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// `declare`, `bury`, `lead` or `follow`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The possible declarations.
    pub choices: Vec<Declaration>,
    /// The number of cards to bury.
    pub count: usize,
    /// A suggestion.
    pub suggested: Vec<String>,
    /// A follower's duty.
    pub owed: Option<Owed>,
    /// Cards that every legal play contains.
    pub must: Vec<String>,
}

/// A follower's duty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Owed {
    /// The group.
    pub group: String,
    /// The number of cards.
    pub cards: usize,
    /// The number of them that must be of the group.
    pub in_group: usize,
    /// The runs of pairs that they must contain, by length.
    pub shape: Vec<usize>,
}
