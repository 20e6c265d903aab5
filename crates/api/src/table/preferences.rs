//! A player's preferences for a table: no other player sees them, and they move no cards or chips of others.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A seated player's preferences for a table. No other player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({
    "pace": "quick", "auto_top_up": true, "sit_out_next_big_blind": false, "showdown": "ask",
}))]
pub struct Preferences {
    /// How quickly a hand goes on once no person has a decision left in it. Of several connected people, the slowest pace counts.
    pub pace: Pace,
    /// Before a deal, a stack below the table's smallest buy-in is topped up to the player's buy-in, as far as their wallet
    /// allows.
    pub auto_top_up: bool,
    /// Hold'em: the player sits out from the hand on in which they would post the big blind. It ends once they do.
    pub sit_out_next_big_blind: bool,
    /// Hold'em: the automatic answer if the player may show their cards.
    pub showdown: AtShowdown,
}

/// How quickly a hand goes on in which no person has a decision.
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

/// The automatic answer if a player may keep their cards hidden at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtShowdown {
    /// None: the player is asked.
    #[default]
    Ask,
    /// They keep them hidden.
    Muck,
    /// They show them.
    Show,
}
