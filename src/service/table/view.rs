//! What one asker may know of a table, its events and its hands: the wire forms, built and never blanked.

use crate::service::avatar::Avatar;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::bots::Computer;
use super::change::{Decision, TableEvent, Version};
use super::hand_views::HandViews;
use super::options::TableOptions;
use super::preferences::Preferences;
use super::presence::Presence;
use super::told::Told;
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::moment;
use cardroom_rules::games::any::{AnyOptions, AnyPreview, AnyRules, AnySeen, AnyView, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A table as one asker may know it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TableView {
    /// Which.
    pub id: TableId,
    /// The count of its changes; send it back as `at`.
    pub version: Version,
    /// What it was opened with.
    #[schema(value_type = TableOptions)]
    pub options: Told<TableOptions>,
    /// Who may change, pause and close it: whoever opened it, or was handed it.
    pub host: PlayerId,
    /// Their name; `Deleted player` if they are gone.
    pub host_name: String,
    /// Since when.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// It closes when the hand is over.
    pub closing: bool,
    /// Since when it is closed.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closed_at: Option<Timestamp>,
    /// Its host lets no hand be dealt.
    pub paused: bool,
    /// Who may not sit here.
    pub banned: Vec<PlayerId>,
    /// The options from the next hand on, where the host has changed them during this one.
    #[schema(required, value_type = Option<TableOptions>)]
    pub next_options: Option<Told<TableOptions>>,
    /// The occupied chairs, by seat.
    #[schema(value_type = Vec<ChairView>)]
    pub chairs: Told<Vec<ChairView>>,
    /// Who waits for a chair, the first in front.
    pub waiting: Vec<WaitingView>,
    /// The hand that is being played.
    #[schema(required)]
    pub hand: Option<HandView>,
    /// How many seconds a hand takes here: the median of the last ten that counted; null before the first.
    #[schema(required)]
    pub typical_hand_seconds: Option<u32>,
    /// When the next hand is dealt, where that is by itself.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub next_hand_at: Option<Timestamp>,
    /// When computer players sit down on the free chairs, unless company comes.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub fills_at: Option<Timestamp>,
    /// When it closes by itself, unless something happens here.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub closes_at: Option<Timestamp>,
    /// The hand that ended last.
    #[schema(required)]
    pub last_hand: Option<HandId>,
    /// How it ended, until the next is dealt; null also where whoever runs the house voided it.
    #[schema(required)]
    pub last_result: Option<HandResult>,
    /// What concerns the asker alone; absent for a watcher.
    #[schema(required)]
    pub you: Option<You>,
    /// Who is connected. It changes without a version, and no `ETag` covers it.
    #[schema(value_type = Presence)]
    pub presence: Told<Presence>,
    /// The time here, which no `ETag` covers either.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// An occupied chair.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a mark of its own that a client shows at the chair"
)]
pub struct ChairView {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Four digits that tell them from who else sits here under a name that looks alike; null where nobody does.
    #[schema(required, example = "3f2a")]
    pub tag: Option<String>,
    /// What they look like.
    pub avatar: Avatar,
    /// Their chips; during a hand, those they brought to it (the hand's view has the running stack).
    pub chips: Chips,
    /// How many chips more these are than they brought since they sat down; below 0 where they lost. 0 at a game without
    /// chips.
    pub session_net: i64,
    /// On what terms they want to be dealt in.
    pub entry: Entry,
    /// Not dealt a hand yet.
    pub newcomer: bool,
    /// What they wish for the hands to come; absent until they have said so.
    #[schema(required)]
    pub wishes: Option<AnyWishes>,
    /// Ready for the next hand.
    pub ready: bool,
    /// Leaves when the hand is over.
    pub leaving: bool,
    /// They have said so, or the clock has played for them three times running: they are played for at once.
    pub away: bool,
    /// What is left of their time bank.
    pub time_bank_ms: u32,
    /// That a computer plays, and how well; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// Who has the chair when the hand is over, in place of the computer player there.
    #[schema(required)]
    pub next: Option<NextSitter>,
}

/// Somebody who waits for a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingView {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Until when a chair is kept for them; null before they are called.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub called_until: Option<Timestamp>,
}

/// Who has a chair when the hand is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextSitter {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// The chips they bring.
    pub chips: Chips,
}

/// The hand that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HandView {
    /// Which.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// What the asker may know of it, by game.
    #[schema(value_type = AnyView)]
    pub state: Told<AnyView>,
    /// The decisions that are open.
    #[schema(value_type = Vec<Decision>)]
    pub decisions: Told<Vec<Decision>>,
    /// When the hand goes on by itself, where it waits for time alone.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub goes_on_at: Option<Timestamp>,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HandResult {
    /// Which.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// Nothing counted: no chips have moved.
    pub void: bool,
    /// What the house kept.
    pub rake: Chips,
    /// Who played it, and what it came to for them.
    pub players: Vec<PlayerResult>,
    /// The asker's seat in it; null for a watcher, and for whoever came later.
    #[schema(required)]
    pub your_seat: Option<Seat>,
    /// The hand at its end, as the asker may know it, by game.
    pub state: AnyView,
}

/// What a hand came to for one who played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerResult {
    /// Where.
    pub seat: Seat,
    /// Who. They may have left since.
    pub player: PlayerId,
    /// Their name now; `Deleted player` where they are gone.
    pub name: String,
    /// Their chips after it.
    pub stack: Chips,
    /// How many chips more than before it; below 0 where they lost.
    pub net: i64,
}

/// What concerns the asker alone.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct You {
    /// The asker's chair.
    #[schema(required)]
    pub seat: Option<Seat>,
    /// What the asker may do in the hand now.
    #[schema(required)]
    pub options: Option<AnyOptions>,
    /// How the table goes on for the asker; null without a chair.
    #[schema(required)]
    pub preferences: Option<Preferences>,
    /// What lets others into a table that is not public; for its host and those who sit at it.
    #[schema(required)]
    pub invite_code: Option<String>,
    /// The chair that is kept for the asker, who was gone when it was given up: `POST …/seats/me/return` takes it back from
    /// the next hand on.
    #[schema(required)]
    pub kept: Option<KeptChair>,
}

/// A chair that is kept for a player who was gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeptChair {
    /// Where they sat.
    pub seat: Seat,
    /// The chips they had there. They are in their wallet.
    pub chips: Chips,
}

/// One thing that happened, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeenEvent {
    /// In the hand, by game.
    Hand(AnySeen),
    /// At the table.
    Table(TableEvent),
}

/// One change as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeenChange {
    /// The table's version after it.
    pub version: Version,
    /// When.
    #[serde(serialize_with = "moment::exact")]
    pub at: Timestamp,
    /// The hand that its hand events belong to.
    #[schema(required)]
    pub hand: Option<HandId>,
    /// In the order in which it happened.
    #[schema(value_type = Vec<SeenEvent>)]
    pub events: Told<Vec<SeenEvent>>,
    /// The decisions that are open after it.
    #[schema(value_type = Vec<Decision>)]
    pub decisions: Told<Vec<Decision>>,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TableAnswer {
    /// What the command caused.
    pub change: SeenChange,
    /// The table as it is now.
    #[schema(value_type = TableView)]
    pub table: Told<TableView>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

/// What an action caused.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ActionResult {
    /// What the action caused.
    pub change: SeenChange,
    /// The table as it is now. Null over a socket and with `Prefer: return=minimal`: it comes with the message that tells the change.
    #[schema(required, value_type = Option<TableView>)]
    pub table: Option<Told<TableView>>,
    /// The time here.
    #[serde(serialize_with = "moment::exact")]
    pub now: Timestamp,
}

impl ActionResult {
    /// The same for a client that follows the table.
    #[must_use]
    pub fn brief(self) -> Self {
        Self { table: None, ..self }
    }
}

impl From<TableAnswer> for ActionResult {
    fn from(TableAnswer { change, table, now }: TableAnswer) -> Self {
        Self { change, table: Some(table), now }
    }
}

/// What an action would come to: nothing was done.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct DryRun {
    /// Always true: what would be refused is answered by the same problem as the action itself.
    #[schema(example = true)]
    pub accepted: bool,
    /// The table's version that it was judged at.
    pub version: Version,
    /// How it is read and what it costs, by game.
    pub preview: AnyPreview,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TableSummary {
    /// Which.
    pub id: TableId,
    /// What it was opened with.
    #[schema(value_type = TableOptions)]
    pub options: Told<TableOptions>,
    /// The name of its host; `Deleted player` if they are gone.
    pub host_name: String,
    /// How many chairs a person can have: the free ones, and those of computer players.
    pub free_seats: u8,
    /// Who sits there, by seat.
    pub seated: Vec<Seated>,
    /// How many watch.
    pub watching: u32,
    /// Whether a hand is being played.
    pub in_hand: bool,
    /// Since when.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
}

/// Somebody who sits at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// That a computer plays, and how well; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
}

/// A page of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LobbyPage {
    /// In the order asked for.
    pub tables: Vec<TableSummary>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<TableId>,
}

/// A table where the asker sits.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatedTable {
    /// The table.
    pub table: TableSummary,
    /// The asker's chair.
    pub chair: ChairView,
    /// The asker's open decision.
    #[schema(required)]
    pub decision: Option<Decision>,
}

/// A page of the tables where the asker sits.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeatedPage {
    /// Newest first.
    pub tables: Vec<SeatedTable>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<TableId>,
}

/// Somebody who played a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HandSeat {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name now; `Deleted player` where they are gone.
    pub name: String,
    /// The chips they brought to it.
    pub chips: Chips,
    /// That a computer played, and how well; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
}

/// A hand in a table's list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HandSummary {
    /// Which.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// Whether it is over.
    pub over: bool,
    /// Who plays it.
    pub players: Vec<HandSeat>,
}

/// A page of a table's hands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HandsPage {
    /// Newest first.
    pub hands: Vec<HandSummary>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<u64>,
}

/// A hand as one asker may know it, for ever.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct HandHistory {
    /// Which.
    pub id: HandId,
    /// Where.
    pub table: TableId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// Whether it is over.
    pub over: bool,
    /// Who plays it.
    pub players: Vec<HandSeat>,
    /// The hash over the salted deck that was published at its start.
    pub root: String,
    /// The options it was played by.
    pub rules: AnyRules,
    /// The asker's seat in it; absent for a watcher.
    #[schema(required)]
    pub your_seat: Option<Seat>,
    /// Its changes, in order.
    pub changes: Vec<SeenChange>,
    /// The hand as the last of them left it.
    pub state: AnyView,
    /// The hand as each of them left it; null unless they were asked for.
    #[schema(required)]
    pub views: Option<HandViews>,
}

impl ViewerSafe for TableView {}
impl ViewerSafe for TableAnswer {}
impl ViewerSafe for DryRun {}
impl ViewerSafe for TableSummary {}
impl ViewerSafe for LobbyPage {}
impl ViewerSafe for SeatedPage {}
impl ViewerSafe for HandsPage {}
impl ViewerSafe for HandHistory {}
