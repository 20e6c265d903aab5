//! How a table goes on for one player: nobody else is told, and it moves no card and no chip of others.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a table goes on for a player who sits there. Nobody else is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({
    "pace": "quick", "auto_top_up": true, "sit_out_next_big_blind": false, "showdown": "ask",
}))]
pub struct Preferences {
    /// How quickly a hand goes on once no person has a decision left in it. Of several people who are there, the slowest pace
    /// counts.
    pub pace: Pace,
    /// Before a deal, a stack below the table's smallest buy-in is filled up to what the player sat down with, as far as their
    /// wallet has it.
    pub auto_top_up: bool,
    /// Hold'em: the player sits out from the hand on in which they would post the big blind. It is over once they do.
    pub sit_out_next_big_blind: bool,
    /// Hold'em: what is answered for the player where they are asked whether they show their cards.
    pub showdown: AtShowdown,
}

impl Preferences {
    /// Whether they are those of a player who has said nothing.
    pub fn are_unsaid(&self) -> bool {
        *self == Self::default()
    }
}

/// How quickly a hand goes on that no person has a decision in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// As any other.
    #[default]
    Normal,
    /// Computer players move, and pauses last, a quarter of the time.
    Quick,
    /// Nothing is waited for.
    AtOnce,
}

impl Pace {
    /// What becomes of a time at this pace.
    pub fn of(self, millis: i64) -> i64 {
        match self {
            Self::Normal => millis,
            Self::Quick => millis / 4,
            Self::AtOnce => 0,
        }
    }
}

/// What is answered where a player may keep their cards hidden at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtShowdown {
    /// Nothing: they are asked.
    #[default]
    Ask,
    /// They keep them hidden.
    Muck,
    /// They show them.
    Show,
}
