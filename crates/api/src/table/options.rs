//! The options of a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::{BotPace, BotsBy, FillWithBots, NewFillWithBots};
use cardroom_rules::games::any::AnyRules;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::levels::structure::Level;

/// The options that a table is opened with. Its host may change some of them between hands: see [`TableChanges`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableOptions {
    /// The name in the lobby; 1–60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The game and its options: `{"holdem": {…}}`.
    pub game: AnyRules,
    /// How many chairs there are.
    #[schema(minimum = 2, maximum = 10)]
    pub seats: u8,
    /// The smallest buy-in; 0 if the game has no stake.
    #[schema(value_type = u64, maximum = 100_000_000_000_000_u64)]
    pub min_buy_in: Chips,
    /// The largest buy-in; also the most that a player may top up to.
    #[schema(value_type = u64, maximum = 100_000_000_000_000_u64)]
    pub max_buy_in: Chips,
    /// How long a decision may take, 1–600 seconds.
    #[serde(default = "TableOptions::decision_seconds")]
    #[schema(minimum = 1, maximum = 600)]
    pub decision_seconds: u16,
    /// A reserve for long decisions, 0–600 seconds; a tenth of it is restored with each hand.
    #[serde(default = "TableOptions::time_bank_seconds")]
    #[schema(maximum = 600)]
    pub time_bank_seconds: u16,
    /// When hands are dealt; if absent, automatically with a pause of eight seconds.
    #[serde(default)]
    pub dealing: Dealing,
    /// The players who can find the table and sit down.
    #[serde(default)]
    pub access: Access,
    /// The players who may seat computer players.
    #[serde(default)]
    pub bots: BotsBy,
    /// How long computer players take for a move.
    #[serde(default)]
    pub bot_pace: BotPace,
    /// Computer players for the chairs that stay free.
    #[serde(default)]
    #[schema(value_type = Option<NewFillWithBots>)]
    pub fill_with_bots: Option<FillWithBots>,
    /// What happens to a chair whose player has been gone for 30 seconds between hands; `computer` if absent.
    #[serde(default = "Absent::of_older_tables")]
    pub absent: Absent,
    /// Blinds that rise, at a table of Hold'em with an invite code: 2 to 100 levels, whose big blinds never fall, and the last is above the
    /// first. While there are levels, the blinds and the ante of `game` are those of the level. The last level stays. Empty if there is
    /// none.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub levels: Vec<Level>,
    /// Whether matches count for the ratings of four people who play them from the first deal; only if the game has matches.
    #[serde(default)]
    pub rated: bool,
}

/// The options for chairs without a player, as a request to open a table has them. Two things differ from an answer: a table that is
/// opened without `absent` does not wait for absent players, and unknown members are an error.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct NewChairOptions {
    absent: Option<Absent>,
    fill_with_bots: Option<NewFillWithBots>,
}

/// The host's changes to an open table; absent values stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"name": "Late table", "decision_seconds": 30}))]
#[serde(deny_unknown_fields)]
pub struct TableChanges {
    /// The name in the lobby.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 60)]
    pub name: Option<String>,
    /// The game's options, of which the stakes and the times may change: another game, or other rules, are refused.
    #[serde(default)]
    pub game: Option<AnyRules>,
    /// The smallest buy-in.
    #[serde(default)]
    #[schema(value_type = Option<u64>, maximum = 100_000_000_000_000_u64)]
    pub min_buy_in: Option<Chips>,
    /// The largest buy-in; also the most that a player may top up to.
    #[serde(default)]
    #[schema(value_type = Option<u64>, maximum = 100_000_000_000_000_u64)]
    pub max_buy_in: Option<Chips>,
    /// How long a decision may take, 1–600 seconds.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 600)]
    pub decision_seconds: Option<u16>,
    /// A reserve for long decisions, 0–600 seconds.
    #[serde(default)]
    #[schema(maximum = 600)]
    pub time_bank_seconds: Option<u16>,
    /// When hands are dealt.
    #[serde(default)]
    pub dealing: Option<Dealing>,
    /// What happens to a chair whose player has been gone for 30 seconds between hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
    /// Computer players for the chairs that stay free. Those that fill a chair now are replaced by others of this level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_with_bots: Option<NewFillWithBots>,
    /// Blinds that rise, from the first of these levels on. With an empty list they stay as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub levels: Option<Vec<Level>>,
}

/// When hands are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Dealing {
    /// At the request of a seated player.
    ByHand {},
    /// Automatically, once enough players can play.
    Automatic {
        /// The pause between two hands, 0–60 seconds. The first hand comes a second after the last chair is taken. A hand is
        /// dealt at once when all players who are connected and can be dealt in have said that they are ready.
        #[schema(maximum = 60)]
        pause_seconds: u16,
    },
    /// When every seat that plays has said that it is ready.
    WhenReady {},
}

impl Default for Dealing {
    fn default() -> Self {
        Self::Automatic { pause_seconds: 8 }
    }
}

/// What happens to a chair whose player is gone (not connected) for 30 seconds between hands, while others wait to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Absent {
    /// A computer player takes it, if computer players may sit; else it is free. The player may return to it.
    #[default]
    Computer,
    /// Nothing: the table waits.
    Wait,
}

impl Absent {
    /// The value of tables that were opened before there was a choice.
    fn of_older_tables() -> Self {
        Self::Wait
    }
}

/// The players who can find a table and sit down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Listed in the lobby, open to all.
    #[default]
    Public,
    /// Not listed; needs the invite code that its host gets.
    Invite,
}

impl TableOptions {
    fn decision_seconds() -> u16 {
        20
    }

    fn time_bank_seconds() -> u16 {
        30
    }

    /// The options that a new table gets from these.
    #[must_use]
    pub fn as_new(self, chairs: NewChairOptions) -> Self {
        let NewChairOptions { absent, fill_with_bots } = chairs;
        Self { absent: absent.unwrap_or_default(), fill_with_bots: fill_with_bots.map(Into::into), ..self }
    }
}
