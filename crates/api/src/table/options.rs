//! The options of a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::{BotPace, BotsBy, FillWithBots};
use crate::text::{has_many_marks, is_unprintable, shows};
use cardroom_rules::games::any::{AnyHand, AnyRules};
use cardroom_rules::games::game::{Chips, Game, MOST_CHIPS};
use cardroom_rules::games::refusal::BadOption;

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
    pub fill_with_bots: Option<FillWithBots>,
    /// What happens to a chair whose player has been gone for 30 seconds between hands; `computer` if absent.
    #[serde(default = "Absent::of_older_tables")]
    pub absent: Absent,
}

/// The value for new tables whose options do not set it. Older tables have another value.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct SaidOfNew {
    absent: Option<Absent>,
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
    pub fill_with_bots: Option<FillWithBots>,
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
    pub fn as_new(self, said: SaidOfNew) -> Self {
        Self { absent: said.absent.unwrap_or_default(), ..self }
    }

    /// The buy-in of a computer player: a hundred stakes, within the table's limits.
    pub fn bot_buy_in(&self) -> Chips {
        (AnyHand::stake(&self.game) * 100).clamp(self.min_buy_in, self.max_buy_in)
    }

    /// The options of a table that is opened with these.
    #[must_use]
    pub fn of_a_new_table(self) -> Self {
        Self { game: AnyHand::filled_in(self.game, None), ..self }
    }

    /// These options with some of them changed, if they may be changed.
    pub fn changed(&self, changes: &TableChanges) -> Result<Self, BadOption> {
        let TableChanges { name, game, min_buy_in, max_buy_in, .. } = changes.clone();
        let TableChanges { decision_seconds, time_bank_seconds, dealing, absent, fill_with_bots, .. } =
            *changes;
        let game = game.map(|game| AnyHand::filled_in(game, Some(&self.game)));
        let may_change = game.as_ref().is_none_or(|game| AnyHand::may_become(&self.game, game));
        BadOption::unless(may_change, "game", "the same rules with other stakes or times")?;
        let changed = Self {
            name: name.unwrap_or_else(|| self.name.clone()),
            game: game.unwrap_or_else(|| self.game.clone()),
            min_buy_in: min_buy_in.unwrap_or(self.min_buy_in),
            max_buy_in: max_buy_in.unwrap_or(self.max_buy_in),
            decision_seconds: decision_seconds.unwrap_or(self.decision_seconds),
            time_bank_seconds: time_bank_seconds.unwrap_or(self.time_bank_seconds),
            dealing: dealing.unwrap_or(self.dealing),
            absent: absent.unwrap_or(self.absent),
            fill_with_bots: fill_with_bots.or(self.fill_with_bots),
            ..self.clone()
        };
        changed.check()?;
        Ok(changed)
    }

    /// Checks that a table can be opened with these options.
    pub fn check(&self) -> Result<(), BadOption> {
        let seats = AnyHand::seats(&self.game);
        let letters = self.name.chars().count();
        let pause = match self.dealing {
            Dealing::Automatic { pause_seconds } => pause_seconds,
            Dealing::ByHand {} | Dealing::WhenReady {} => 0,
        };
        let printable = !self.name.chars().any(is_unprintable)
            && self.name.chars().any(shows)
            && !has_many_marks(&self.name);
        BadOption::unless((1..=60).contains(&letters) && printable, "name", "1 to 60 printable characters")?;
        let (fewest, most) = (seats.start(), seats.end());
        let must = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
        BadOption::unless(seats.contains(&self.seats), "seats", must)?;
        let for_chips = AnyHand::stake(&self.game) > 0;
        BadOption::unless(
            !for_chips || self.min_buy_in >= 1,
            "min_buy_in",
            "at least 1, where there is a stake",
        )?;
        BadOption::unless(self.min_buy_in <= self.max_buy_in, "min_buy_in", "at most max_buy_in")?;
        BadOption::unless(self.max_buy_in <= Self::MOST_BUY_IN, "max_buy_in", "at most 10^14")?;
        BadOption::unless((1..=600).contains(&self.decision_seconds), "decision_seconds", "1 to 600")?;
        BadOption::unless(self.time_bank_seconds <= 600, "time_bank_seconds", "0 to 600")?;
        BadOption::unless(pause <= 60, "dealing.pause_seconds", "0 to 60")?;
        let patience = self.fill_with_bots.map_or(0, |fill| fill.after_seconds);
        BadOption::unless(patience <= 600, "fill_with_bots.after_seconds", "0 to 600")?;
        AnyHand::check(&self.game)
    }

    /// The largest buy-in: the stacks of a full table still sum to less than [`MOST_CHIPS`].
    pub const MOST_BUY_IN: Chips = 100_000_000_000_000;
}

const _: () = assert!(TableOptions::MOST_BUY_IN * 10 <= MOST_CHIPS);
