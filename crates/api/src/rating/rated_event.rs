//! Rated events, as the operator sees them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::season::Season;
use crate::id::{RatedEventId, TableId, TournamentId};
use crate::moment;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::viewer::ViewerSafe;
use cardroom_rules::tournament::rating::Rating;

/// A page of rated events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatedEvents {
    /// Newest first.
    #[schema(max_items = 100)]
    pub events: Vec<RatedEventView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<u32>,
}

/// A rated event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RatedEvent)]
pub struct RatedEventView {
    /// The identifier of the event.
    pub id: RatedEventId,
    /// Which game.
    pub game: GameKind,
    /// Its number among the rated events of the game; 1 is the first.
    pub number: u32,
    /// The season.
    pub season: Season,
    /// When it ended.
    #[serde(serialize_with = "moment::exact")]
    pub at: Timestamp,
    /// The tournament; null if it was played at a table of its own.
    #[schema(required)]
    pub tournament: Option<TournamentId>,
    /// The table; null if it was a tournament.
    #[schema(required)]
    pub table: Option<TableId>,
    /// When the operator has voided it; null if it counts.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub voided_at: Option<Timestamp>,
    /// How many players it counted for.
    pub players: u32,
}

/// A page of the rated events that you have played in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingHistory {
    /// Newest first.
    #[schema(max_items = 100)]
    pub changes: Vec<RatingChangeView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    pub next: Option<u32>,
}

/// What a rated event has changed for one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RatingChange)]
pub struct RatingChangeView {
    /// The event.
    pub event: RatedEventView,
    /// The player's place among the rated players; of two sides, 1 won and 2 lost, and a draw is 1 for both.
    pub place: u32,
    /// Whether the rating has changed. The partner of a player who was away is not rated.
    pub rated: bool,
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
    /// The points for the result, for the leaderboard by results.
    pub result_points: u32,
}

impl ViewerSafe for RatedEvents {}
impl ViewerSafe for RatedEventView {}
impl ViewerSafe for RatingHistory {}
