//! What a table keeps between changes: its chairs, what outlives hands, and what is open.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::change::Ask;
use super::id::{HandId, PlayerId};
use crate::games::any::AnyStanding;
use crate::games::game::{Beat, Chips, Entry, Seat};

/// What a table keeps between changes, beside its options and the events of its hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableState {
    /// Who opened it, and may close it.
    pub host: PlayerId,
    /// What lets a player into a table that is not public.
    pub invite_code: Option<String>,
    /// The occupied chairs, by seat.
    pub chairs: Vec<Sitting>,
    /// What outlives hands.
    pub standing: AnyStanding,
    /// The decisions that are open.
    pub asks: Vec<Ask>,
    /// What the table waits for, beside decisions.
    pub pause: Option<Pause>,
    /// How many hands were dealt.
    pub hands_dealt: u64,
    /// The hand that ended last.
    pub last_hand: Option<HandId>,
    /// The table closes when the hand is over.
    pub closing: bool,
}

/// A player on a chair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about the sitting")]
pub struct Sitting {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name when they sat down.
    pub name: String,
    /// The chips in front of them; during a hand, those before it.
    pub chips: Chips,
    /// On what terms they want to be dealt in.
    pub entry: Entry,
    /// Not dealt a hand yet.
    pub newcomer: bool,
    /// Wants to straddle.
    pub straddles: bool,
    /// Wants what the rules leave no choice in done without being asked.
    #[serde(default)]
    pub auto_pass: bool,
    /// Ready for the next hand.
    pub ready: bool,
    /// Stood up in the middle of the hand.
    pub leaving: bool,
    /// How often running the clock has played for them.
    pub timeouts: u8,
    /// What is left of the time bank, in milliseconds.
    pub bank_millis: u32,
}

/// What a table waits for, beside decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// Until when.
    pub until: Timestamp,
    /// What for.
    pub waits_for: WaitsFor,
}

/// What a pause is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitsFor {
    /// The next step of the hand.
    Beat(Beat),
    /// The next hand.
    Deal,
    /// Anything at all: a table where nothing happens closes.
    Company,
}
