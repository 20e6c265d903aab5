//! A tournament, as its tables show it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::TournamentId;
use crate::moment;
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
    /// How far it is; null once the table is closed. It changes without a version of the table: streams have a message `progress`.
    #[schema(required)]
    pub progress: Option<TournamentProgress>,
}

/// How far a tournament is, for a caller at one of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentProgress {
    /// The count of the tournament's changes.
    pub version: Version,
    /// The level and its clock; null if the tournament is played in rounds.
    #[schema(required)]
    pub level: Option<LevelClock>,
    /// The round; null if the tournament is played for stacks.
    #[schema(required)]
    pub round: Option<RoundProgress>,
    /// Whether its host has paused it.
    pub paused: bool,
    /// Whether the tables wait for each other after each hand.
    pub hand_for_hand: bool,
    /// How many entries there are, without those that were taken back.
    pub entered: u32,
    /// How many entries are left.
    pub left: u32,
    /// All tournament chips in play, divided by the entries that are left, rounded down; 0 in rounds.
    pub average_stack: Chips,
    /// How many places are paid; provisional while players may enter.
    pub places_paid: u32,
    /// The place of the caller's last entry: by its chips between hands while it is left, in rounds by the results of those that have
    /// ended, and then for good. Null without an entry, and in the first round.
    #[schema(required)]
    pub your_place: Option<u32>,
}

/// How far the round of a tournament is, for a caller at one of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundProgress {
    /// The number of the round or stage; 1 is the first.
    pub number: u32,
    /// How many rounds are played in all; null in a knock-out.
    #[schema(required)]
    pub of: Option<u32>,
    /// When the round's time is up; null if it has none, and in a pause.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub ends_at: Option<Timestamp>,
    /// How many tables have not finished the round.
    pub tables_playing: u32,
    /// The number of the deal that this table plays, or plays next; 1 is the first. In Shengji, of the hand of the match. Null once the
    /// table has finished the round.
    #[schema(required)]
    pub deal: Option<u32>,
    /// How many deals each table plays in the round, or how many hands a match has. In a knock-out of teams, hands may be added.
    pub deals: u32,
}
