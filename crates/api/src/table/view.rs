//! A table and its hand, as one caller may know them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::change::{Decision, Version};
use super::level_clock::LevelClock;
use super::options::TableOptions;
use super::preferences::Preferences;
use super::presence::Presence;
use crate::avatar::Avatar;
use crate::cached_json::CachedJson;
use crate::id::{HandId, PlayerId, TableId};
use crate::moment;
use crate::tournament::progress::TableTournament;
use cardroom_rules::games::any::{AnyOptions, AnyView, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A table as one caller may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    /// The identifier of the table.
    pub id: TableId,
    /// The number of changes so far; send it back as `at`.
    pub version: Version,
    /// The options: the game, its stakes, the pace and the access.
    #[schema(value_type = TableOptions)]
    pub options: CachedJson<TableOptions>,
    /// Who may change, pause and close it: the player who opened it, or to whom it was handed over.
    pub host: PlayerId,
    /// The host's name; `Deleted player` if they were deleted.
    pub host_name: String,
    /// The time at which the table was opened.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// Whether the table closes when the hand is over.
    pub closing: bool,
    /// The time at which the table was closed; null as long as it is open.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closed_at: Option<Timestamp>,
    /// Whether the host has paused dealing.
    pub paused: bool,
    /// The players who may not sit here.
    pub banned: Vec<PlayerId>,
    /// The level of a table whose blinds rise, and when the next one comes. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelClock>,
    /// The tournament that the table belongs to. Left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TableTournament>,
    /// The options from the next hand on; null if the host has not changed them during this one.
    #[schema(required, value_type = Option<TableOptions>)]
    pub next_options: Option<CachedJson<TableOptions>>,
    /// The occupied chairs, by seat.
    #[schema(value_type = Vec<ChairView>)]
    pub chairs: CachedJson<Vec<ChairView>>,
    /// The players who wait for a chair; the first is called next.
    pub waiting: Vec<WaitingView>,
    /// The hand that is being played; null between hands.
    #[schema(required)]
    pub hand: Option<HandView>,
    /// The typical duration of a hand here, in seconds: the median of the last ten that counted; null before the first.
    #[schema(required)]
    pub typical_hand_seconds: Option<u32>,
    /// The time at which the next hand is dealt; null if it is not dealt automatically.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub next_hand_at: Option<Timestamp>,
    /// The time at which computer players sit down on the free chairs, unless other people come; null if none will.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub fills_at: Option<Timestamp>,
    /// The time at which the table closes, unless something happens here; null if no such time is set.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closes_at: Option<Timestamp>,
    /// The identifier of the hand that ended last; null before the first.
    #[schema(required)]
    pub last_hand: Option<HandId>,
    /// The result of the last hand, until the next is dealt; null also if an operator voided it.
    #[schema(required)]
    pub last_result: Option<HandResult>,
    /// The caller's own part; null for a watcher.
    #[schema(required)]
    pub you: Option<You>,
    /// Which players are connected. It changes without a version, and no `ETag` covers it.
    #[schema(value_type = Presence)]
    pub presence: CachedJson<Presence>,
    /// The server's time, which no `ETag` covers either.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// An occupied chair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a mark of its own that a client shows at the chair"
)]
pub struct ChairView {
    /// The number of the seat.
    pub seat: Seat,
    /// The player who sits there.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// Four digits that distinguish them from another player here whose name looks alike; null if there is none.
    #[schema(required, example = "3f2a")]
    pub tag: Option<String>,
    /// The player's picture.
    pub avatar: Avatar,
    /// The player's stack; during a hand, the stack before it (the hand's view has the running stack).
    pub chips: Chips,
    /// How many more chips the player has than they have brought since they sat down; below 0 if they lost. 0 at a game without
    /// chips.
    pub session_net: i64,
    /// Whether the player wants to be dealt in, and whether they pay at once what is owed.
    pub entry: Entry,
    /// Whether the player has not been dealt a hand yet.
    pub newcomer: bool,
    /// The player's wishes for the hands to come, by game; null if they have set none.
    #[schema(required)]
    pub wishes: Option<AnyWishes>,
    /// Whether the player is ready for the next hand.
    pub ready: bool,
    /// Whether the player leaves when the hand is over.
    pub leaving: bool,
    /// Whether the clock plays for the player at once: they have asked for it, or it has played for them three times in a row.
    pub away: bool,
    /// The rest of the player's time bank, in milliseconds.
    pub time_bank_ms: u32,
    /// The level of a computer player; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// The player who takes the computer player's chair when the hand is over; null if nobody does.
    #[schema(required)]
    pub next: Option<NextSitter>,
}

/// A player who waits for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingView {
    /// The player who waits.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The time until which a chair is reserved for the player; null before they are called.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub called_until: Option<Timestamp>,
}

/// A player who has a chair when the hand is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NextSitter {
    /// The player who takes the chair.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The chips with which they sit down.
    pub chips: Chips,
}

/// The hand that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandView {
    /// The identifier of the hand.
    pub id: HandId,
    /// The number of the hand at this table, from 1.
    pub number: u64,
    /// The time at which it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// The hand as the caller may know it, by game.
    #[schema(value_type = AnyView)]
    pub state: CachedJson<AnyView>,
    /// The open decisions, with their clocks.
    #[schema(value_type = Vec<Decision>)]
    pub decisions: CachedJson<Vec<Decision>>,
    /// The time of the next step, if the hand waits for time alone; null if it waits for a player.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub goes_on_at: Option<Timestamp>,
}

/// The result of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandResult {
    /// The identifier of the hand.
    pub id: HandId,
    /// The number of the hand at this table, from 1.
    pub number: u64,
    /// Whether nothing counted: no chips have moved.
    pub void: bool,
    /// The chips that the server kept of the pots.
    pub rake: Chips,
    /// The players of the hand, with their results.
    pub players: Vec<PlayerResult>,
    /// The caller's seat in the hand; null for a watcher, and for a player who came later.
    #[schema(required)]
    pub your_seat: Option<Seat>,
    /// The hand at its end, as the caller may know it, by game.
    pub state: AnyView,
}

/// A player's result in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerResult {
    /// The seat in the hand.
    pub seat: Seat,
    /// The player, who may have left the table since.
    pub player: PlayerId,
    /// The player's name now; `Deleted player` if they were deleted.
    pub name: String,
    /// The stack after the hand, in chips.
    pub stack: Chips,
    /// The stack after the hand less the stack before it; below 0 if they lost.
    pub net: i64,
}

/// The caller's own part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The caller's chair; null if they have none.
    #[schema(required)]
    pub seat: Option<Seat>,
    /// The caller's options in the hand now, by game; null if they have none.
    #[schema(required)]
    pub options: Option<AnyOptions>,
    /// The caller's preferences for the table; null without a chair.
    #[schema(required)]
    pub preferences: Option<Preferences>,
    /// The code that lets others into a table that is not public; null except for its host and its seated players.
    #[schema(required)]
    pub invite_code: Option<String>,
    /// The chair that is kept for the caller, who was gone when it was given up: `POST …/seats/me/return` takes it back from
    /// the next hand on.
    #[schema(required)]
    pub kept: Option<KeptChair>,
}

/// A chair that is kept for an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeptChair {
    /// The number of the seat.
    pub seat: Seat,
    /// The stack that they had there, which is in their wallet now.
    pub chips: Chips,
}

impl ViewerSafe for TableView {}
