//! Leaderboards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::player_rating::PlayerRating;
use super::season::Season;
use crate::avatar::Avatar;
use crate::id::PlayerId;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::viewer::ViewerSafe;

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Leaderboard {
    /// Which game.
    pub game: GameKind,
    /// The season.
    pub season: Season,
    /// The best first.
    #[schema(max_items = 100)]
    pub players: Vec<LeaderboardRow>,
    /// How many players come before the next page; null on the last page.
    #[schema(required)]
    pub next: Option<u32>,
    /// Your own place, on whatever page it is; null if you have played no rated event in the season.
    #[schema(required)]
    pub you: Option<OwnPlace>,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeaderboardRow {
    /// The place. Players who are equal in everything have the same one.
    pub place: u32,
    /// The identifier of the player.
    pub player: PlayerId,
    /// The player's name.
    #[schema(example = "Ada")]
    pub name: String,
    /// The player's picture.
    pub avatar: Avatar,
    /// The rating of the season. If the season is over, as it was at its end.
    pub rating: PlayerRating,
}

/// Your own place on a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OwnPlace {
    /// The place; null if you are hidden, or your rating is provisional.
    #[schema(required)]
    pub place: Option<u32>,
    /// Your rating of the season.
    pub rating: PlayerRating,
}

impl ViewerSafe for Leaderboard {}
