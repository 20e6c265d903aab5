//! The result of a tournament or a match that is to be rated.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use cardroom_api::id::{PlayerId, RatedEventId, TableId, TournamentId};
use cardroom_rules::games::any::GameKind;

/// A result that is to be rated, in the change that ends the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The identifier of the event.
    pub id: RatedEventId,
    /// Its game.
    pub game: GameKind,
    /// When it ended.
    pub at: Timestamp,
    /// Where it was played.
    pub source: RatedSource,
    /// How it ended.
    pub outcome: RatedOutcome,
}

/// Where a rated event was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedSource {
    /// In a tournament.
    Tournament(TournamentId),
    /// At a table.
    Table(TableId),
}

/// How a rated event ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedOutcome {
    /// People reached places, each for themselves. Guests among them are left out.
    Field(Vec<Finisher>),
    /// Two sides of people played each other.
    Sides([RatedSide; 2]),
}

/// A person who has finished a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finisher {
    /// The person.
    pub player: PlayerId,
    /// The place in the tournament, among all.
    pub place: u32,
}

/// A side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSide {
    /// Its place: 1 if it won, 2 if it lost; both have 1 in a draw.
    pub place: u32,
    /// Its members.
    pub members: Vec<SideMember>,
}

/// A member of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideMember {
    /// The person.
    pub player: PlayerId,
    /// Whether the match counts for them. It does not for the partner of a player who was away.
    pub is_rated: bool,
}

/// The kind of an event, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatedKind {
    /// Each for themselves.
    Field,
    /// Two sides.
    Sides,
}

/// How many events of two sides count in a day between two networks.
pub const MOST_OF_A_PAIR: u64 = 10;

/// The most entrants of a rated tournament: the work grows with their square.
pub const MOST_RATED_ENTRANTS: u32 = 1_000;

impl RatedResult {
    /// Everybody who took part.
    pub fn players(&self) -> Vec<PlayerId> {
        match &self.outcome {
            RatedOutcome::Field(finishers) => finishers.iter().map(|finisher| finisher.player).collect(),
            RatedOutcome::Sides(sides) => {
                sides.iter().flat_map(|side| &side.members).map(|member| member.player).collect()
            }
        }
    }
}
