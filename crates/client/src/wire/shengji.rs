//! What is read of Shengji.

use serde::Deserialize;

use super::Seat;

/// The rules that are drawn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// What each loser pays for each level won.
    pub stake: u64,
    /// What the attackers need.
    pub thresholds: Thresholds,
}

/// What the attackers need.
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
    /// Who plays it.
    pub players: Vec<Player>,
    /// Whose deal it is.
    pub declarer: Option<Seat>,
    /// The level that is played.
    pub level: String,
    /// The level of each team.
    pub levels: Levels,
    /// The trumps, once they are set.
    pub trump: Option<Trump>,
    /// What was declared, the last one standing.
    pub declarations: Vec<Declaration>,
    /// The eight cards.
    pub kitty: Kitty,
    /// The attackers' points.
    pub points: i64,
    /// The trick that is played.
    pub trick: Option<Trick>,
    /// The one before.
    pub last_trick: Option<Trick>,
    /// How it ended.
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
    /// Which seat.
    pub seat: Seat,
    /// How many cards it holds.
    pub cards: usize,
    /// How many tricks it has taken.
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
    /// By whom.
    pub seat: Seat,
    /// With which card.
    pub card: String,
    /// Whether both of its kind were shown.
    pub pair: bool,
}

/// The eight cards.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Kitty {
    /// Which, where they may be known.
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
    /// The whole throw, where one failed.
    pub thrown: Option<Play>,
    /// Who wins it so far.
    pub winner: Option<Seat>,
}

/// A play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Play {
    /// By whom.
    pub seat: Seat,
    /// Its cards.
    pub cards: Vec<String>,
}

/// How a hand ended.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Score {
    /// The points of the attackers.
    pub points: i64,
    /// The eight cards.
    pub kitty: Vec<String>,
    /// The points in the kitty.
    pub kitty_points: i64,
    /// How often they counted.
    pub multiplier: i64,
    /// What the levels became.
    pub progress: Progress,
}

/// What the levels became.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The team that won the whole game.
    pub champion: Option<String>,
    /// Who won how much.
    pub won: Won,
}

/// Who won how much.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Won {
    /// Whether the declarers held.
    pub held: bool,
    /// How many levels.
    pub levels: u64,
}

/// What may be done.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Options {
    /// `declare`, `bury`, `lead` or `follow`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What may be declared.
    pub choices: Vec<Declaration>,
    /// How many cards are buried.
    pub count: usize,
    /// What would be a way.
    pub suggested: Vec<String>,
    /// What a follower owes.
    pub owed: Option<Owed>,
    /// Cards that every legal play contains.
    pub must: Vec<String>,
}

/// What a follower owes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Owed {
    /// Of which group.
    pub group: String,
    /// How many cards.
    pub cards: usize,
    /// How many of them of the group.
    pub in_group: usize,
    /// The runs of pairs among them, by length.
    pub shape: Vec<usize>,
}
