//! The rating of a player in one game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::viewer::ViewerSafe;

/// A player's rating in one game, as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlayerRating {
    /// Which game.
    pub game: GameKind,
    /// The season.
    pub season: Season,
    /// What leaderboards sort by: forty times the strength that the player has almost surely, at least 0.
    #[schema(example = 416)]
    pub points: u32,
    /// The mean of the belief about the player's strength. New players have 25.
    pub mu: f64,
    /// Its standard deviation. New players have 25/3.
    pub sigma: f64,
    /// How many rated events the player has played in the season.
    pub events: u32,
    /// Whether there are too few events in the season, or the deviation is too great, for a leaderboard.
    pub provisional: bool,
    /// The points for results in tournaments: the sum of the best twenty of the season.
    pub result_points: u32,
}

/// Your ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyRatings {
    /// Whether you are hidden: then no leaderboard lists you, and others do not see your ratings.
    pub hidden: bool,
    /// Those of the games in which you have played a rated event.
    pub ratings: Vec<PlayerRating>,
}

/// A change of who sees your ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"hidden": true}))]
#[serde(deny_unknown_fields)]
pub struct HideRatings {
    /// Whether you are hidden from leaderboards.
    pub hidden: bool,
}

impl ViewerSafe for MyRatings {}
