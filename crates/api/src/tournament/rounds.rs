//! How an event of rounds stands: duplicate rounds, stages, and matches of teams.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{PlayerId, TableId};
use crate::moment;

/// How far an event of rounds is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentRounds {
    /// The number of the round or stage that is played, or was played last; 0 before the start.
    pub number: u32,
    /// How many rounds are played in all; null if the event is a knock-out, or has not started.
    #[schema(required)]
    pub of: Option<u32>,
    /// When the round's time is up; null if it has none, or nothing is played.
    #[serde(serialize_with = "moment::exact_or_null")]
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    /// The matches of the round, if teams play.
    pub matches: Vec<TeamMatchView>,
    /// The teams that have a bye in the round.
    pub byes: Vec<u32>,
}

/// A match of two teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamMatchView {
    /// The numbers of both teams. The first has the seats 0 and 2.
    #[schema(min_items = 2, max_items = 2)]
    pub teams: [u32; 2],
    /// Their heights now: 0 is level 2, 12 the ace, and 13 the won game.
    #[schema(min_items = 2, max_items = 2)]
    pub heights: [u8; 2],
    /// How many hands were played that count.
    pub hands: u32,
    /// Its table; null once it has ended.
    #[schema(required)]
    pub table: Option<TableId>,
}

/// The results of an entry in an event of duplicate rounds, up to the last round that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DuplicateResults {
    /// The last stage of a knock-out that it has reached; in duplicate rounds always 1.
    pub stage: u32,
    /// The matchpoints of that stage, or of all rounds: two for each other table whose player in the same seat scored less in the
    /// same deal, and one for each equal.
    pub matchpoints: u32,
    /// The sum of its scores, in points of the game.
    pub score: i64,
    /// The deals that it won as landlord.
    pub landlord_wins: u32,
}

/// The results of a player's team, up to the last round that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TeamResults {
    /// The number of the team; null before the start.
    #[schema(required)]
    pub team: Option<u32>,
    /// The partner; null if the player has none yet.
    #[schema(required)]
    pub partner: Option<PlayerId>,
    /// Its match points: two for a won match or a bye, one for equal levels.
    pub points: u32,
    /// The sum of its opponents' match points.
    pub buchholz: u32,
    /// The sum of the differences in levels of its matches.
    pub difference: i32,
}
