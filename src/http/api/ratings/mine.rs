//! The caller's own ratings.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::rating::player_rating::{HideRatings, MyRatings};
use cardroom_api::rating::rated_event::RatingHistory;
use cardroom_rules::games::any::GameKind;

/// See your ratings
///
/// As they are now: what is left of the last season in which you played, and less certain after a long break.
#[utoipa::path(
    get, path = "/v1/me/ratings", operation_id = "my_ratings", tag = "ratings",
    security(("bearer" = [])),
    responses((status = 200, body = MyRatings, description = "Your ratings"), Unauthorized),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
) -> Result<Answer<MyRatings>, Problem> {
    Ok(Answer::ok(services.leaderboards.my_ratings(caller.player).await?))
}

/// Hide from leaderboards, or appear on them again
///
/// While you are hidden, no leaderboard lists you, of past seasons either, and others do not see your ratings. They change all the same.
#[utoipa::path(
    patch, path = "/v1/me/ratings", operation_id = "hide_ratings", tag = "ratings",
    security(("bearer" = [])),
    request_body = HideRatings,
    responses((status = 200, body = MyRatings, description = "Your ratings"), Malformed, Unauthorized),
)]
pub async fn hide(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Json(HideRatings { hidden }): Json<HideRatings>,
) -> Result<Answer<MyRatings>, Problem> {
    Ok(Answer::ok(services.leaderboards.hide(caller.player, hidden).await?))
}

/// Which rated events to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<u32>,
}

/// See how your rating has changed
///
/// The rated events that you have played in a game, newest first, with your rating before and after each.
#[utoipa::path(
    get, path = "/v1/me/ratings/{game}", operation_id = "my_rating_history", tag = "ratings",
    security(("bearer" = [])),
    params(("game" = GameKind, Path, description = "The game"), HistoryQuery),
    responses((status = 200, body = RatingHistory, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn history(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(game): Path<GameKind>,
    Query(HistoryQuery { limit, after }): Query<HistoryQuery>,
) -> Result<Answer<RatingHistory>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    Ok(Answer::ok(services.leaderboards.history(caller.player, game, after, limit).await?))
}
