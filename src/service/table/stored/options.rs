//! The options of a table, as they are stored with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::words::same_words;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::table::bots::{BotPace, BotsBy, FillWithBots, NewFillWithBots};
use cardroom_api::table::options::{Absent, Access, Dealing, TableOptions};
use cardroom_rules::games::any::{AnyHand, AnyRules};
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::level::Level as BotLevel;
use cardroom_rules::tournament::levels::structure::Level;

/// The options that many versions of a table share; they do not change.
pub type SharedOptions = Arc<StoredOptions>;

/// The options of a table. Its host may change some of them between hands: see [`TableChanges`](cardroom_api::table::options::TableChanges).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredOptions {
    /// The name in the lobby; 1–60 characters.
    pub name: String,
    /// The game and its options.
    pub game: AnyRules,
    /// The number of chairs.
    pub seats: u8,
    /// The smallest buy-in, in chips; 0 if the game has no stake.
    pub min_buy_in: Chips,
    /// The largest buy-in, in chips; also the most that a player may top up to.
    pub max_buy_in: Chips,
    /// How long a decision may take, 1–600 seconds.
    #[serde(default = "StoredOptions::decision_seconds")]
    pub decision_seconds: u16,
    /// A reserve for long decisions, 0–600 seconds; a tenth of it is restored with each hand.
    #[serde(default = "StoredOptions::time_bank_seconds")]
    pub time_bank_seconds: u16,
    /// When hands are dealt.
    #[serde(default)]
    pub dealing: StoredDealing,
    /// The players who can find the table and sit down.
    #[serde(default)]
    pub access: StoredAccess,
    /// The players who may seat computer players.
    #[serde(default)]
    pub bots: StoredBotsBy,
    /// How long computer players take for a move.
    #[serde(default)]
    pub bot_pace: StoredBotPace,
    /// Computer players for the chairs that stay free.
    #[serde(default)]
    pub fill_with_bots: Option<StoredFillWithBots>,
    /// What happens to a chair whose player has been gone for 30 seconds between hands.
    #[serde(default = "StoredAbsent::of_older_tables")]
    pub absent: StoredAbsent,
    /// Blinds that rise. While there are levels, the blinds and the ante of `game` are those of the level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// Whether matches are rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// When hands are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredDealing {
    /// At the request of a seated player.
    ByHand {},
    /// Automatically, once enough players can play.
    Automatic {
        /// The pause between two hands, 0–60 seconds.
        pause_seconds: u16,
    },
    /// When every seat that plays has said that it is ready.
    WhenReady {},
}

impl Default for StoredDealing {
    fn default() -> Self {
        Self::Automatic { pause_seconds: 8 }
    }
}

/// The players who can find a table and sit down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredAccess {
    /// All: the lobby lists it.
    #[default]
    Public,
    /// Those who have its invite code.
    Invite,
}

/// Who may seat computer players at a table, and remove them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredBotsBy {
    /// Its host, seated or not.
    #[default]
    Host,
    /// The host, and every player who sits there.
    Players,
    /// Nobody.
    Nobody,
}

/// How long computer players take for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredBotPace {
    /// About as long as people.
    #[default]
    Human,
    /// As short as possible without revealing how hard a move was.
    None,
}

/// Computer players for the chairs that stay free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFillWithBots {
    /// How well they play.
    pub level: BotLevel,
    /// How long a person waits for other people, 0–600 seconds. With 0 no chair stays free.
    #[serde(default)]
    pub after_seconds: u16,
}

/// What happens to a chair whose player is gone for 30 seconds between hands, while others wait to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredAbsent {
    /// A computer player takes it, if computer players may sit; else it is free.
    #[default]
    Computer,
    /// Nothing: the table waits.
    Wait,
}

impl StoredAbsent {
    /// The value of tables that were opened before there was a choice.
    fn of_older_tables() -> Self {
        Self::Wait
    }
}

impl StoredOptions {
    /// The options as they are sent.
    pub fn sent(&self) -> CachedJson<TableOptions> {
        TableOptions::from(self.clone()).into()
    }

    fn decision_seconds() -> u16 {
        20
    }

    fn time_bank_seconds() -> u16 {
        30
    }

    /// The buy-in of a computer player: a hundred stakes, within the table's limits.
    pub fn bot_buy_in(&self) -> Chips {
        (AnyHand::stake(&self.game) * 100).clamp(self.min_buy_in, self.max_buy_in)
    }

    /// The options of a table that is opened with these.
    #[must_use]
    pub fn of_a_new_table(self) -> Self {
        let game = AnyHand::filled_in(self.game, None);
        let game = self.levels.first().and_then(|level| level.within(&game)).unwrap_or(game);
        Self { game, ..self }
    }
}

impl From<TableOptions> for StoredOptions {
    fn from(given: TableOptions) -> Self {
        let TableOptions { name, game, seats, min_buy_in, max_buy_in, .. } = given;
        let TableOptions { decision_seconds, time_bank_seconds, .. } = given;
        Self {
            name,
            game,
            seats,
            min_buy_in,
            max_buy_in,
            decision_seconds,
            time_bank_seconds,
            dealing: given.dealing.into(),
            access: given.access.into(),
            bots: given.bots.into(),
            bot_pace: given.bot_pace.into(),
            fill_with_bots: given.fill_with_bots.map(Into::into),
            absent: given.absent.into(),
            levels: given.levels,
            rated: given.rated,
        }
    }
}

impl From<StoredOptions> for TableOptions {
    fn from(stored: StoredOptions) -> Self {
        let StoredOptions { name, game, seats, min_buy_in, max_buy_in, .. } = stored;
        let StoredOptions { decision_seconds, time_bank_seconds, .. } = stored;
        Self {
            name,
            game,
            seats,
            min_buy_in,
            max_buy_in,
            decision_seconds,
            time_bank_seconds,
            dealing: stored.dealing.into(),
            access: stored.access.into(),
            bots: stored.bots.into(),
            bot_pace: stored.bot_pace.into(),
            fill_with_bots: stored.fill_with_bots.map(Into::into),
            absent: stored.absent.into(),
            levels: stored.levels,
            rated: stored.rated,
        }
    }
}

impl From<Dealing> for StoredDealing {
    fn from(given: Dealing) -> Self {
        match given {
            Dealing::ByHand {} => Self::ByHand {},
            Dealing::Automatic { pause_seconds } => Self::Automatic { pause_seconds },
            Dealing::WhenReady {} => Self::WhenReady {},
        }
    }
}

impl From<StoredDealing> for Dealing {
    fn from(stored: StoredDealing) -> Self {
        match stored {
            StoredDealing::ByHand {} => Self::ByHand {},
            StoredDealing::Automatic { pause_seconds } => Self::Automatic { pause_seconds },
            StoredDealing::WhenReady {} => Self::WhenReady {},
        }
    }
}

impl From<NewFillWithBots> for StoredFillWithBots {
    fn from(NewFillWithBots { level, after_seconds }: NewFillWithBots) -> Self {
        Self { level, after_seconds }
    }
}

impl From<FillWithBots> for StoredFillWithBots {
    fn from(FillWithBots { level, after_seconds }: FillWithBots) -> Self {
        Self { level, after_seconds }
    }
}

impl From<StoredFillWithBots> for FillWithBots {
    fn from(StoredFillWithBots { level, after_seconds }: StoredFillWithBots) -> Self {
        Self { level, after_seconds }
    }
}

same_words!(StoredAccess, Access: Public, Invite);
same_words!(StoredBotsBy, BotsBy: Host, Players, Nobody);
same_words!(StoredBotPace, BotPace: Human, None);
same_words!(StoredAbsent, Absent: Computer, Wait);
