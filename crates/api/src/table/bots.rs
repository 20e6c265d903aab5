//! Computer players at a table: who may seat them, their level and pace.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cardroom_rules::games::level::Level;

/// Who may seat computer players at a table, and remove them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotsBy {
    /// Its host, seated or not.
    #[default]
    Host,
    /// The host, and every player who sits there.
    Players,
    /// Nobody.
    Nobody,
}

/// How long computer players take for a move: about as long as people (`human`), or a quarter of a second (`none`), so that the
/// time reveals nothing about their cards. At `none` it is a second if no person plays the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotPace {
    /// About as long as people: some seconds, drawn before the computer player thinks.
    #[default]
    Human,
    /// As short as possible without revealing how hard a move was: a quarter of a second; if no person plays the hand, a second.
    None,
}

/// Computer players for the chairs that stay free, in an answer. A server of a newer release may send more members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FillWithBots {
    /// How well they play.
    pub level: Level,
    /// How long a person waits for other people, 0–600 seconds. With 0 no chair stays free.
    #[serde(default)]
    pub after_seconds: u16,
}

// The same in a request. Both are described by this one.
/// Computer players for the chairs that stay free. They sit down once a seated person has waited this long and too few play; they
/// leave when the last person leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FillWithBots)]
#[serde(deny_unknown_fields)]
pub struct NewFillWithBots {
    /// How well they play.
    pub level: Level,
    /// How long a person waits for other people, 0–600 seconds. With 0 no chair stays free.
    #[serde(default)]
    #[schema(maximum = 600)]
    pub after_seconds: u16,
}

impl From<NewFillWithBots> for FillWithBots {
    fn from(NewFillWithBots { level, after_seconds }: NewFillWithBots) -> Self {
        Self { level, after_seconds }
    }
}

/// A computer plays here, at this level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Computer {
    /// How well.
    pub level: Level,
}
