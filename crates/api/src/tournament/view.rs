//! A tournament as everybody may know it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::TournamentOptions;
use super::rounds::{DuplicateResults, TeamResults, TournamentRounds};
use crate::avatar::Avatar;
use crate::id::{PlayerId, TableId, TournamentId};
use crate::moment;
use crate::table::bots::Computer;
use crate::table::change::Version;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;
use cardroom_rules::tournament::levels::structure::Level;
use cardroom_rules::tournament::prizes::deal::DealBasis;

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
    /// It was cancelled. Before its start all entries were given back; after it, those who were left shared what was not paid.
    Cancelled,
}

/// A page of tournaments.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TournamentPage {
    /// In the order that was asked for. There may be fewer than were asked for, or none, although more follow.
    pub tournaments: Vec<TournamentSummary>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<TournamentId>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing to a client")]
pub struct TournamentSummary {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// The count of its changes.
    pub version: Version,
    /// What it was announced with, but for its levels: `structure` is null.
    pub options: TournamentOptions,
    /// The player who announced it.
    pub host: TournamentHost,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it was announced.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// Whether players may enter now.
    pub registration_open: bool,
    /// How many entries there are, without those that were taken back; in an event of teams, how many players.
    pub entered: u32,
    /// How many of them are left.
    pub left: u32,
    /// What is paid out, in chips of the wallet; without bounties.
    pub pool: Chips,
    /// Whether the prizes that were collected reach the guarantee, so that the house adds nothing.
    pub guarantee_met: bool,
    /// The number of the level, 1 is the first; null before the start, and in an event of rounds.
    #[schema(required)]
    pub level: Option<u32>,
    /// The big blind; null if `level` is.
    #[schema(required)]
    pub big_blind: Option<Chips>,
    /// Whether its host has paused it.
    pub paused: bool,
    /// Whether you play in it, or may be paid for it yet; false without a token.
    pub you: bool,
}

/// The player who has announced a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentHost {
    /// The identifier of the player.
    pub id: PlayerId,
    /// The player's name; empty if they were deleted.
    #[schema(example = "Ada")]
    pub name: String,
    /// The player's picture; null if they were deleted.
    #[schema(required)]
    pub avatar: Option<Avatar>,
}

/// A tournament, as one caller may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Tournament)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct TournamentView {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// The count of its changes.
    pub version: Version,
    /// What it was announced with.
    pub options: TournamentOptions,
    /// The player who announced it.
    pub host: TournamentHost,
    /// The code that lets others enter and see it; null if it is public, and if you have neither announced nor entered it.
    #[schema(required)]
    pub invite_code: Option<String>,
    /// How far it is.
    pub phase: TournamentPhase,
    /// Why the operator has cancelled it; null unless the operator has.
    #[schema(required)]
    pub cancelled_because: Option<String>,
    /// When it was announced.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
    /// Whether players may enter now.
    pub registration_open: bool,
    /// How many entries there are, without those that were taken back.
    pub entered: u32,
    /// How many entries are left.
    pub left: u32,
    /// All tournament chips in play.
    pub chips_in_play: Chips,
    /// What is paid out, in chips of the wallet; without bounties.
    pub pool: Chips,
    /// The prizes, the best place first; provisional while players may enter.
    pub prizes: Vec<Chips>,
    /// The level; null before the start.
    #[schema(required)]
    pub level: Option<TournamentLevel>,
    /// The level after it, or null before the start.
    #[schema(required)]
    pub next_level: Option<Level>,
    /// Whether no table deals because of a break.
    pub on_break: bool,
    /// How long the break before the next level lasts, in seconds; null if there is none.
    #[schema(required)]
    pub break_seconds: Option<u32>,
    /// When the level ends, or the break; null while its time stands still, if the level counts hands, and before the start.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub ends_at: Option<Timestamp>,
    /// How much of the level or the break is left, in milliseconds, while its time stands still; else null.
    #[schema(required)]
    pub left_millis: Option<u64>,
    /// Whether its host has paused it.
    pub paused: bool,
    /// Whether the tables wait for each other after each hand.
    pub hand_for_hand: bool,
    /// How far its rounds are; null if it is played for stacks.
    #[schema(required)]
    pub rounds: Option<TournamentRounds>,
    /// The code by which a partner joins you; null unless you have entered an event of teams alone.
    #[schema(required)]
    pub team_code: Option<String>,
    /// The deal that is proposed; null if none is.
    #[schema(required)]
    pub deal: Option<ProposedDeal>,
    /// Its tables, by number.
    pub tables: Vec<TournamentTableView>,
    /// Your last entry; null if you have none.
    #[schema(required)]
    pub you: Option<TournamentEntryView>,
}

/// A deal that a player has proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProposedDeal {
    /// The number of the entry whose player proposed it.
    pub by: u32,
    /// What it goes by.
    pub basis: DealBasis,
    /// What the winner still plays for, in chips.
    pub keep: Chips,
    /// What each entry would get; empty until all tables are between hands.
    pub amounts: Vec<DealShare>,
    /// The numbers of the entries whose players have accepted it.
    pub accepted: Vec<u32>,
}

/// What an entry would get by a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DealShare {
    /// The number of the entry.
    pub entry: u32,
    /// Whose entry it is.
    pub player: PlayerId,
    /// The player's name; empty if they were deleted.
    #[schema(example = "Ada")]
    pub name: String,
    /// The player's picture; null for a computer player, and if they were deleted.
    #[schema(required)]
    pub avatar: Option<Avatar>,
    /// The level of a computer player; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// In chips of the wallet.
    pub amount: Chips,
}

/// A page of the entries of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentEntries {
    /// The version of the tournament. Pages of one version belong together.
    pub version: Version,
    /// Those that are left by their chips, then those that are out by their places.
    pub entries: Vec<TournamentEntryView>,
    /// How many entries come before the next page; null on the last page.
    #[schema(required)]
    pub next: Option<u32>,
}

/// The level of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = tournament::LevelNow)]
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
    /// The player who has it.
    pub player: PlayerId,
    /// The player's name; empty if they were deleted.
    #[serde(default)]
    #[schema(required, example = "Ada")]
    pub name: String,
    /// The player's picture; null for a computer player, and if they were deleted.
    #[serde(default)]
    #[schema(required)]
    pub avatar: Option<Avatar>,
    /// The level of a computer player; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
    /// The bounty on its head, in chips of the wallet.
    pub head: Chips,
    /// How often it has rebought.
    pub rebuys: u32,
    /// Whether it has no chips, and its player may rebuy for 20 seconds.
    pub deciding: bool,
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
    /// What it was paid, in chips of the wallet, bounties and refunds included.
    pub prize: Chips,
    /// Its results in duplicate rounds; null in other tournaments.
    #[schema(required)]
    pub duplicate: Option<DuplicateResults>,
    /// Its team; null in other tournaments.
    #[schema(required)]
    pub team: Option<TeamResults>,
}

impl ViewerSafe for TournamentEntries {}
impl ViewerSafe for TournamentPage {}
impl ViewerSafe for TournamentView {}
