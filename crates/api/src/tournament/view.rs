//! A tournament as everybody may know it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::TournamentOptions;
use crate::id::{PlayerId, TableId, TournamentId};
use crate::moment;
use crate::table::bots::Computer;
use crate::table::change::Version;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;
use cardroom_rules::tournament::levels::structure::Level;

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// It has not started.
    Registering,
    /// It is played.
    Playing,
    /// It has ended.
    Finished,
    /// It was cancelled, and all entries were given back.
    Cancelled,
}

/// A page of tournaments.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TournamentPage {
    /// Newest first.
    pub tournaments: Vec<TournamentSummary>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<TournamentId>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentSummary {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// What it was announced with.
    pub options: TournamentOptions,
    /// The player who announced it.
    pub host: PlayerId,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it was announced.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Tournament)]
pub struct TournamentView {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// The count of its changes.
    pub version: Version,
    /// What it was announced with.
    pub options: TournamentOptions,
    /// The player who announced it.
    pub host: PlayerId,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it was announced.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// How many entries there are, without those that were taken back.
    pub entered: u32,
    /// How many entries are left.
    pub left: u32,
    /// All tournament chips in play.
    pub chips_in_play: Chips,
    /// What is paid out, in chips of the wallet.
    pub pool: Chips,
    /// The prizes, the best place first; provisional while players may enter.
    pub prizes: Vec<Chips>,
    /// The level; null before the start.
    #[schema(required)]
    pub level: Option<TournamentLevel>,
    /// Whether no table deals because of a break.
    pub on_break: bool,
    /// Whether the tables wait for each other after each hand.
    pub hand_for_hand: bool,
    /// Its tables, by number.
    pub tables: Vec<TournamentTableView>,
    /// Its entries, by number.
    pub entries: Vec<TournamentEntryView>,
}

/// The level of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentLevel {
    /// Its number; 1 is the first.
    pub number: u32,
    /// What is posted, and for how long.
    pub posts: Level,
    /// How long it has been played, in milliseconds, at the last change.
    pub played_millis: u64,
}

/// A table of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentTableView {
    /// Its number in the tournament.
    pub number: u32,
    /// The table.
    pub table: TableId,
    /// How many sit there.
    pub players: u32,
}

/// An entry of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentEntryView {
    /// Its number; 1 is the first.
    pub number: u32,
    /// Whose it is.
    pub player: PlayerId,
    /// The level of a computer player; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// Its tournament chips, between hands.
    pub chips: Chips,
    /// Its table; null if it has no seat.
    #[schema(required)]
    pub table: Option<TableId>,
    /// Its seat there.
    #[schema(required)]
    pub seat: Option<Seat>,
    /// Its place; null while it is left.
    #[schema(required)]
    pub place: Option<u32>,
    /// What it was paid, in chips of the wallet.
    pub prize: Chips,
}

impl ViewerSafe for TournamentPage {}
impl ViewerSafe for TournamentView {}
