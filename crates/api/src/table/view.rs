//! A table and its hand, as one caller may know them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::change::{Decision, Version};
use super::options::TableOptions;
use super::preferences::Preferences;
use super::presence::Presence;
use crate::avatar::Avatar;
use crate::cached_json::CachedJson;
use crate::id::{HandId, PlayerId, TableId};
use crate::moment;
use cardroom_rules::games::any::{AnyOptions, AnyView, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A table as one caller may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    /// The identifier of the table.
    pub id: TableId,
    /// The count of its changes; send it back as `at`.
    pub version: Version,
    /// Its options.
    #[schema(value_type = TableOptions)]
    pub options: CachedJson<TableOptions>,
    /// Who may change, pause and close it: the player who opened it, or to whom it was handed over.
    pub host: PlayerId,
    /// Their name; `Deleted player` if they were deleted.
    pub host_name: String,
    /// The time at which the table was opened.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// It closes when the hand is over.
    pub closing: bool,
    /// Since when it is closed.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closed_at: Option<Timestamp>,
    /// The host has paused dealing.
    pub paused: bool,
    /// The banned players.
    pub banned: Vec<PlayerId>,
    /// The options from the next hand on, if the host has changed them during this one.
    #[schema(required, value_type = Option<TableOptions>)]
    pub next_options: Option<CachedJson<TableOptions>>,
    /// The occupied chairs, by seat.
    #[schema(value_type = Vec<ChairView>)]
    pub chairs: CachedJson<Vec<ChairView>>,
    /// The players who wait for a chair, in order.
    pub waiting: Vec<WaitingView>,
    /// The hand that is being played.
    #[schema(required)]
    pub hand: Option<HandView>,
    /// How many seconds a hand takes here: the median of the last ten that counted; null before the first.
    #[schema(required)]
    pub typical_hand_seconds: Option<u32>,
    /// When the next hand is dealt, if that happens automatically.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub next_hand_at: Option<Timestamp>,
    /// When computer players sit down on the free chairs, unless other people come.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub fills_at: Option<Timestamp>,
    /// When it closes, unless something happens here.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closes_at: Option<Timestamp>,
    /// The hand that ended last.
    #[schema(required)]
    pub last_hand: Option<HandId>,
    /// How it ended, until the next is dealt; null also if an operator voided it.
    #[schema(required)]
    pub last_result: Option<HandResult>,
    /// The caller's own part; absent for a watcher.
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
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Four digits that distinguish them from another player here whose name looks alike; null if there is none.
    #[schema(required, example = "3f2a")]
    pub tag: Option<String>,
    /// Their picture.
    pub avatar: Avatar,
    /// Their chips; during a hand, those they brought to it (the hand's view has the running stack).
    pub chips: Chips,
    /// How many more chips these are than they have brought since they sat down; below 0 if they lost. 0 at a game without chips.
    pub session_net: i64,
    /// The terms on which they want to be dealt in.
    pub entry: Entry,
    /// Not dealt a hand yet.
    pub newcomer: bool,
    /// Their wishes for the hands to come; absent if they have set none.
    #[schema(required)]
    pub wishes: Option<AnyWishes>,
    /// Ready for the next hand.
    pub ready: bool,
    /// Leaves when the hand is over.
    pub leaving: bool,
    /// They have asked for it, or the clock has played for them three times in a row: the clock plays for them at once.
    pub away: bool,
    /// The rest of their time bank.
    pub time_bank_ms: u32,
    /// The level if a computer plays; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// The player who takes the computer player's chair when the hand is over.
    #[schema(required)]
    pub next: Option<NextSitter>,
}

/// A player who waits for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingView {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Until when a chair is kept for them; null before they are called.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub called_until: Option<Timestamp>,
}

/// A player who has a chair when the hand is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NextSitter {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// The chips they bring.
    pub chips: Chips,
}

/// The hand that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandView {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// What the caller may know of it, by game.
    #[schema(value_type = AnyView)]
    pub state: CachedJson<AnyView>,
    /// The decisions that are open.
    #[schema(value_type = Vec<Decision>)]
    pub decisions: CachedJson<Vec<Decision>>,
    /// When the hand goes on, if it waits for time alone.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub goes_on_at: Option<Timestamp>,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandResult {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// Nothing counted: no chips have moved.
    pub void: bool,
    /// The rake.
    pub rake: Chips,
    /// Its players, and their results.
    pub players: Vec<PlayerResult>,
    /// The caller's seat in it; null for a watcher, and for a player who came later.
    #[schema(required)]
    pub your_seat: Option<Seat>,
    /// The hand at its end, as the caller may know it, by game.
    pub state: AnyView,
}

/// A player's result in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerResult {
    /// The seat.
    pub seat: Seat,
    /// The player. They may have left since.
    pub player: PlayerId,
    /// Their name now; `Deleted player` if they were deleted.
    pub name: String,
    /// Their chips after it.
    pub stack: Chips,
    /// How many more chips than before it; below 0 if they lost.
    pub net: i64,
}

/// The caller's own part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The caller's chair.
    #[schema(required)]
    pub seat: Option<Seat>,
    /// The caller's options in the hand now.
    #[schema(required)]
    pub options: Option<AnyOptions>,
    /// The caller's preferences for the table; null without a chair.
    #[schema(required)]
    pub preferences: Option<Preferences>,
    /// The code that lets others into a table that is not public; for its host and its seated players.
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
    /// The seat.
    pub seat: Seat,
    /// The chips that they had there, which are in their wallet now.
    pub chips: Chips,
}

impl ViewerSafe for TableView {}
