//! The figures of a player: what their hands have come to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment;
use cardroom_rules::games::any::{AnyTally, GameKind};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// Who may see a player's figures, apart from the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpenTo {
    /// Nobody.
    #[default]
    Nobody,
    /// The friends of the player.
    Friends,
    /// Every player who is signed in.
    Everybody,
}

/// A player's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Statistics {
    /// Who may see them, apart from the player.
    pub open_to: OpenTo,
    /// For each game that the player has played, separately among people and with computer players.
    pub figures: Vec<Figures>,
    /// For each game in whose tournaments the player has played.
    #[serde(default)]
    pub tournaments: Vec<TournamentFigures>,
}

/// What a player's finished tournaments of one game have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentFigures {
    /// Which game.
    pub game: GameKind,
    /// How many tournaments.
    pub played: u64,
    /// In how many the player was first, also beside others: by a tie, or by a deal.
    pub won: u64,
    /// In how many the player got chips.
    pub in_the_money: u64,
    /// The chips that the player has paid for entries, rebuys and add-ons.
    pub paid: Chips,
    /// The chips that the player got: prizes and bounties.
    pub received: Chips,
}

/// A player's figures in one game, among people or with computer players. Void hands do not count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Figures {
    /// Which game.
    pub game: GameKind,
    /// Whether these are the hands with computer players, or those among people alone.
    pub with_computers: bool,
    /// How many hands.
    pub hands: u64,
    /// The net result in chips; below 0 if more was lost than won.
    pub net: i64,
    /// The game's own counts.
    pub tally: AnyTally,
    /// The days of the last 90 on which a hand ended, oldest first.
    #[schema(max_items = 90)]
    pub days: Vec<DayFigures>,
}

/// A day's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DayFigures {
    /// Which day, in UTC.
    #[serde(rename = "date", serialize_with = "moment::date", deserialize_with = "moment::day")]
    #[schema(value_type = String, format = Date)]
    pub day: i64,
    /// How many hands ended on it.
    pub hands: u64,
    /// The net result in chips; below 0 if more was lost than won.
    pub net: i64,
}

impl ViewerSafe for Statistics {}
