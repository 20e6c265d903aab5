//! The state of a table between changes: its chairs, what outlives hands, and what it waits for.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::ActingPlayer;
use super::levels::LevelProgress;
use crate::service::table::seats::bots::{Bot, BotMove, Successor};
use crate::service::table::seats::emote::ShownEmote;
use crate::service::table::seats::rated_match::RatedMatch;
use crate::service::table::seats::waiting::Waiting;
use crate::service::table::stored::event::StoredComputer;
use crate::service::table::stored::ledger::Account;
use crate::service::table::stored::options::SharedOptions;
use crate::service::table::stored::preferences::StoredPreferences;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::{HandId, PlayerId, TournamentId};
use cardroom_rules::games::any::{AnyStanding, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::floor::place::TableNumber;

/// The state of a table between changes, apart from its options and the events of its hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableState {
    /// The host, who may change, pause and close the table.
    pub host: PlayerId,
    /// The code that lets players into a table that is not public.
    pub invite_code: Option<String>,
    /// The occupied chairs, by seat.
    pub chairs: Vec<Sitting>,
    /// What the game carries from hand to hand, such as the button or the levels.
    pub standing: AnyStanding,
    /// What the table waits for, apart from decisions; `None` if it waits for nothing.
    pub wait: Option<Wait>,
    /// The number of hands that were dealt.
    pub hands_dealt: u64,
    /// The hand that ended last; `None` before the first.
    pub last_hand: Option<HandId>,
    /// Whether the table closes when the hand is over.
    pub closing: bool,
    /// The times at which its computer players move, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_moves: Vec<BotMove>,
    /// Whether the host has paused dealing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// The players who may not sit here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<PlayerId>,
    /// The options from the next hand on; `None` if the host has not changed them during this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_options: Option<SharedOptions>,
    /// The players who wait for a chair; the first is called next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// Whether the host has removed a player: then quick seats do not use this table any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chooses: bool,
    /// The emotes of the last seconds. They still count after standing up and sitting down again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub emotes: Vec<ShownEmote>,
    /// The durations of the last hands that counted, in seconds, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_seconds: Vec<u32>,
    /// The chairs that are kept for absent players, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<ReservedChair>,
    /// How far the levels are, if the blinds rise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelProgress>,
    /// The tournament that the table belongs to: its director says who sits here, and when a hand is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentPlace>,
    /// The match that is rated if its players play it to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated_match: Option<RatedMatch>,
}

/// A table's place in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentPlace {
    /// The tournament.
    pub id: TournamentId,
    /// The number of the table in it.
    pub number: TableNumber,
    /// Whether other tables play the same deals.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_secret: bool,
    /// Whether the time banks are made of cards, each of which is used up whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shot_clock: bool,
}

/// A chair that is kept for an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedChair {
    /// The absent player.
    pub player: PlayerId,
    /// The number of the seat.
    pub seat: Seat,
    /// The stack that they had there, which is in their wallet now.
    pub chips: Chips,
}

impl TableState {
    /// How many durations of hands are kept.
    const TIMED_HANDS: usize = 10;

    /// Adds the duration of a hand that counted, in seconds, and drops the oldest one beyond the limit.
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
    /// The number of the seat.
    pub seat: Seat,
    /// The player who sits there.
    pub player: PlayerId,
    /// Their name when they sat down.
    pub name: String,
    /// Their picture then; absent for a computer player, and if they sat down under a release that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<Avatar>,
    /// The stack, in chips; during a hand, the stack before it.
    pub chips: Chips,
    /// Whether the player wants to be dealt in, and whether they pay at once what is owed.
    pub entry: Entry,
    /// Whether the player has not been dealt a hand yet.
    pub newcomer: bool,
    /// The player's wishes for the hands to come; absent if they have set none.
    pub wishes: Option<AnyWishes>,
    /// Whether the player is ready for the next hand.
    pub ready: bool,
    /// Whether the player stood up in the middle of the hand.
    pub leaving: bool,
    /// The number of times in a row that the clock has played for the player.
    pub timeouts: u8,
    /// Whether the player has had the chair since the start of a tournament, and is not known to have been there since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// The rest of the player's time bank, in milliseconds.
    pub bank_millis: u32,
    /// The level up to which the time bank has grown, at a table of a tournament with levels, once the player was dealt a hand there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_level: Option<u32>,
    /// The computer player who plays here; `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// The person who takes the chair when the hand is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successor: Option<Successor>,
    /// Whether the host has removed the player; they play the hand to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// The time since which the player is not dealt in; it is kept until they are dealt a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests_since: Option<Timestamp>,
    /// The chips that they brought; absent if they sat down under a release that did not keep it, until they are dealt a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought: Option<Brought>,
    /// Their preferences for the table.
    #[serde(default, skip_serializing_if = "StoredPreferences::are_unsaid")]
    pub preferences: StoredPreferences,
    /// The time since which the stack is to be topped up, as the player prefers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tops_up_since: Option<Timestamp>,
    /// The time since which the player is in no hand: they sat down then, or their last hand ended. Absent in a hand.
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

    /// Adds the buy-in of a player to their stack, and to the chips that they have brought.
    pub fn bring(&mut self, amount: Chips) {
        self.chips += amount;
        if let Some(brought) = &mut self.brought {
            brought.all = brought.all.saturating_add(amount);
        }
    }

    /// How often in a row the clock may play for a seat before it is marked away.
    pub const PATIENCE: u8 = 3;

    /// Whether the chair becomes free when the hand is over.
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
    pub fn is_replaceable(&self) -> bool {
        self.successor.is_none() && self.bot.is_some()
    }

    /// The level of a computer player; `None` for a person.
    pub fn computer(&self) -> Option<StoredComputer> {
        self.bot.map(|bot| StoredComputer { level: bot.level })
    }

    /// The account that this player's chips come from and go to.
    pub fn purse(&self) -> Account {
        if self.bot.is_some() { Account::Bots } else { Account::Wallet(self.player) }
    }
}

/// The number of chips that a player has brought to the table since they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The buy-in with which they sat down.
    pub first: Chips,
    /// The buy-in and all chips that were added later.
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
    /// The time at which the wait ends.
    pub until: Timestamp,
    /// What the table waits for.
    pub reason: WaitReason,
}

/// What a table waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitReason {
    /// The next step of the hand, which comes after a pause.
    Step,
    /// These seats are played for: away or leaving players, and players who may have a wish for the decision. It happens at once,
    /// but in a change of its own, so that the time of an answer does not depend on another seat's hidden cards.
    Substitutes(Vec<Seat>),
    /// The deal of the next hand.
    Deal,
    /// Other people; if none come, computer players sit down on the free chairs.
    Fill,
    /// Any event: without one the table closes. Tables are stored with its former name.
    #[serde(rename = "company")]
    Idle,
}
