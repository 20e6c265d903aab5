//! A tournament, as its tables show it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::TournamentId;
use crate::table::change::Version;
use crate::table::level_clock::LevelClock;
use cardroom_rules::games::game::Chips;

/// The tournament that a table belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableTournament {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// The number of this table in it.
    pub table_number: u32,
    /// How far it is; null once the table is closed, and if the tournament is played in rounds. It changes without a version of the table: streams have a message `progress`.
    #[schema(required)]
    pub progress: Option<TournamentProgress>,
}

/// How far a tournament is, for a caller at one of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentProgress {
    /// The count of the tournament's changes.
    pub version: Version,
    /// The level and its clock.
    pub level: LevelClock,
    /// Whether its host has paused it.
    pub paused: bool,
    /// Whether the tables wait for each other after each hand.
    pub hand_for_hand: bool,
    /// How many entries there are, without those that were taken back.
    pub entered: u32,
    /// How many entries are left.
    pub left: u32,
    /// All tournament chips in play, divided by the entries that are left, rounded down.
    pub average_stack: Chips,
    /// How many places are paid; provisional while players may enter.
    pub places_paid: u32,
    /// The place of the caller's last entry: by its chips between hands while it is left, and then for good. Null without an entry.
    #[schema(required)]
    pub your_place: Option<u32>,
}
