//! A player's preferences for a table, as they are stored with their chair.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::words::same_words;
use cardroom_api::table::preferences::{AtShowdown, Pace, Preferences};

/// A seated player's preferences for a table. No other player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredPreferences {
    /// How quickly a hand goes on once no person has a decision left in it.
    pub pace: StoredPace,
    /// Whether a stack below the table's smallest buy-in is topped up before a deal.
    pub auto_top_up: bool,
    /// Whether the player sits out from the hand on in which they would post the big blind.
    pub sit_out_next_big_blind: bool,
    /// The automatic answer if the player may show their cards.
    pub showdown: StoredAtShowdown,
}

impl StoredPreferences {
    /// Whether they are the default.
    pub fn are_unsaid(&self) -> bool {
        *self == Self::default()
    }
}

/// How quickly a hand goes on in which no person has a decision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredPace {
    /// As any other.
    #[default]
    Normal,
    /// Computer players move, and pauses last, a quarter of the time.
    Quick,
    /// Nothing is waited for.
    AtOnce,
}

impl StoredPace {
    /// A time in milliseconds at this pace.
    pub fn of(self, millis: i64) -> i64 {
        match self {
            Self::Normal => millis,
            Self::Quick => millis / 4,
            Self::AtOnce => 0,
        }
    }
}

/// The automatic answer if a player may keep their cards hidden at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredAtShowdown {
    /// None: the player is asked.
    #[default]
    Ask,
    /// They keep them hidden.
    Muck,
    /// They show them.
    Show,
}

same_words!(StoredPace, Pace: Normal, Quick, AtOnce);
same_words!(StoredAtShowdown, AtShowdown: Ask, Muck, Show);

impl From<Preferences> for StoredPreferences {
    fn from(given: Preferences) -> Self {
        let Preferences { pace, auto_top_up, sit_out_next_big_blind, showdown } = given;
        Self { pace: pace.into(), auto_top_up, sit_out_next_big_blind, showdown: showdown.into() }
    }
}

impl From<StoredPreferences> for Preferences {
    fn from(stored: StoredPreferences) -> Self {
        let StoredPreferences { pace, auto_top_up, sit_out_next_big_blind, showdown } = stored;
        Self { pace: pace.into(), auto_top_up, sit_out_next_big_blind, showdown: showdown.into() }
    }
}
