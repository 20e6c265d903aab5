//! The state of a table between changes: its chairs, what outlives hands, and what it waits for.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::ActingPlayer;
use crate::service::table::seats::bots::{Bot, BotMove, Successor};
use crate::service::table::seats::emote::ShownEmote;
use crate::service::table::seats::waiting::Waiting;
use crate::service::table::stored::ledger::Account;
use cardroom_api::avatar::Avatar;
use cardroom_api::cached_json::CachedJson;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::table::bots::Computer;
use cardroom_api::table::options::TableOptions;
use cardroom_api::table::preferences::Preferences;
use cardroom_rules::games::any::{AnyStanding, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

/// The state of a table between changes, apart from its options and the events of its hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableState {
    /// The host, who may close it.
    pub host: PlayerId,
    /// The code that lets players into a table that is not public.
    pub invite_code: Option<String>,
    /// The occupied chairs, by seat.
    pub chairs: Vec<Sitting>,
    /// What the game carries from hand to hand.
    pub standing: AnyStanding,
    /// What the table waits for, apart from decisions.
    pub wait: Option<Wait>,
    /// How many hands were dealt.
    pub hands_dealt: u64,
    /// The hand that ended last.
    pub last_hand: Option<HandId>,
    /// The table closes when the hand is over.
    pub closing: bool,
    /// When its computer players move, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_moves: Vec<BotMove>,
    /// The host has paused dealing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// The banned players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<PlayerId>,
    /// The options from the next hand on, if the host has changed them during this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_options: Option<CachedJson<TableOptions>>,
    /// The players who wait for a chair, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// The host has removed a player: quick seats do not use this table any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chooses: bool,
    /// The emotes of the last seconds. They still count after standing up and sitting down again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub emotes: Vec<ShownEmote>,
    /// How many seconds each of the last hands took that counted, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_seconds: Vec<u32>,
    /// The chairs that are kept for absent players, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<ReservedChair>,
}

/// A chair that is kept for an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedChair {
    /// For whom.
    pub player: PlayerId,
    /// The seat.
    pub seat: Seat,
    /// The chips they had there.
    pub chips: Chips,
}

impl TableState {
    /// How many durations of hands are kept.
    const TIMED_HANDS: usize = 10;

    /// A hand that counted took so long.
    pub(super) fn time_hand(&mut self, seconds: u32) {
        let timed = &mut self.hand_seconds;
        timed.drain(..timed.len().saturating_sub(Self::TIMED_HANDS - 1));
        timed.push(seconds);
    }

    /// How long a hand takes here: the median of the last ones, the upper one of two in the middle; none before the first.
    pub(super) fn typical_hand_seconds(&self) -> Option<u32> {
        let mut sorted = self.hand_seconds.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }
}

/// A player on a chair: a person, or a computer player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of its own that comes and goes")]
pub struct Sitting {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// Their name when they sat down.
    pub name: String,
    /// Their picture then; absent for a computer player, and if they sat down under a release that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<Avatar>,
    /// The chips in front of them; during a hand, those before it.
    pub chips: Chips,
    /// The terms on which they want to be dealt in.
    pub entry: Entry,
    /// Not dealt a hand yet.
    pub newcomer: bool,
    /// Their wishes for the hands to come; absent if they have set none.
    pub wishes: Option<AnyWishes>,
    /// Ready for the next hand.
    pub ready: bool,
    /// Stood up in the middle of the hand.
    pub leaving: bool,
    /// How often in a row the clock has played for them.
    pub timeouts: u8,
    /// The rest of the time bank, in milliseconds.
    pub bank_millis: u32,
    /// That a computer plays here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// The player who has the chair when the hand is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successor: Option<Successor>,
    /// The host has removed them; they play the hand to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Since when they are not dealt in; it goes on until they are dealt a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests_since: Option<Timestamp>,
    /// The chips that they brought; absent if they sat down under a release that did not keep it, until they are dealt a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought: Option<Brought>,
    /// Their preferences for the table.
    #[serde(default, skip_serializing_if = "Preferences::are_unsaid")]
    pub preferences: Preferences,
    /// Since when their stack is to be topped up, as they prefer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tops_up_since: Option<Timestamp>,
    /// Since when they are in no hand: they sat down then, or their last hand ended. Absent in a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_since: Option<Timestamp>,
}

impl Sitting {
    /// The player as others see them.
    pub fn who(&self) -> ActingPlayer<'_> {
        let avatar = self.avatar.unwrap_or_else(|| Avatar::of(self.player.0));
        ActingPlayer { id: self.player, name: &self.name, avatar }
    }

    /// How many more chips they have than they have brought since they sat down; below 0 if they lost.
    pub fn session_net(&self) -> i64 {
        let brought = self.brought.map_or(self.chips, |brought| brought.all);
        self.chips.cast_signed() - brought.cast_signed()
    }

    /// Their buy-in comes with them to the table.
    pub fn bring(&mut self, amount: Chips) {
        self.chips += amount;
        if let Some(brought) = &mut self.brought {
            brought.all = brought.all.saturating_add(amount);
        }
    }

    /// How often in a row the clock may play for a seat before it is marked away.
    pub const PATIENCE: u8 = 3;

    /// Whether the chair is free when the hand is over.
    pub fn goes(&self) -> bool {
        self.leaving || self.removed
    }

    /// Whether the clock plays for this seat at once: it has done so too often, or its player has asked for it.
    pub fn is_away(&self) -> bool {
        self.timeouts >= Self::PATIENCE
    }

    /// Whether the clock has to play for this seat. A computer player that leaves plays its hand to the end.
    pub fn is_absent(&self) -> bool {
        self.bot.is_none() && (self.leaving || self.is_away())
    }

    /// Whether a computer player sits here whose chair a person can take.
    pub fn gives_way(&self) -> bool {
        self.successor.is_none() && self.bot.is_some()
    }

    /// The level if a computer plays here.
    pub fn computer(&self) -> Option<Computer> {
        self.bot.map(|bot| Computer { level: bot.level })
    }

    /// The account that this player's chips come from and go to.
    pub fn purse(&self) -> Account {
        if self.bot.is_some() { Account::Bots } else { Account::Wallet(self.player) }
    }
}

/// The chips that a player has brought to the table since they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// When they sat down.
    pub first: Chips,
    /// With all that they added.
    pub all: Chips,
}

impl From<Chips> for Brought {
    fn from(first: Chips) -> Self {
        Self { first, all: first }
    }
}

/// What a table waits for, apart from decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The time at which it ends.
    pub until: Timestamp,
    /// The reason.
    pub reason: WaitReason,
}

/// The reason of a wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitReason {
    /// The hand pauses before its next step.
    Step,
    /// These seats are played for: away or leaving players, and players who may have a wish for the decision. It happens at once,
    /// but in a change of its own, so that the time of an answer does not depend on another seat's hidden cards.
    Substitutes(Vec<Seat>),
    /// The next hand.
    Deal,
    /// Other people; if none come, computer players sit down on the free chairs.
    Fill,
    /// Any event: without one the table closes. Tables are stored with its former name.
    #[serde(rename = "company")]
    Idle,
}
