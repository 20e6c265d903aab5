//! Leaderboards.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::caller::Visitor;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::ports::ratings::LeaderboardOrder;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::rating::leaderboard::Leaderboard;
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;

/// Which part of which leaderboard to see.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeaderboardQuery {
    /// The season, such as `2026-Q4`. If absent, the current one.
    season: Option<Season>,
    /// Whether the leaderboard sorts by the points for results in tournaments, and not by ratings.
    #[serde(default)]
    #[param(default = false)]
    by_results: bool,
    /// How many players come before the page: the `next` of the previous page.
    #[serde(default)]
    #[param(default = 0)]
    after: u32,
    /// How many. If absent, 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// See a leaderboard
///
/// The players of a season by their ratings: those with ten rated events in it and a deviation of at most 4. With `by_results`, all who have
/// points for results in tournaments. Seasons are the quarters of the calendar, and leaderboards of past ones stay. `you` has your own
/// place, on whatever page it is.
#[utoipa::path(
    get, path = "/v1/leaderboards/{game}", operation_id = "leaderboard", tag = "ratings",
    security((), ("bearer" = [])),
    params(("game" = GameKind, Path, description = "The game"), LeaderboardQuery),
    responses((status = 200, body = Leaderboard, description = "The best first"), Malformed, Unauthorized),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    Visitor(caller): Visitor,
    Path(game): Path<GameKind>,
    Query(query): Query<LeaderboardQuery>,
) -> Result<Answer<Leaderboard>, Problem> {
    let LeaderboardQuery { season, by_results, after, limit } = query;
    let limit = page_limit(limit.or(Some(MOST_ROWS)), MOST_ROWS)?;
    let order = if by_results { LeaderboardOrder::Results } else { LeaderboardOrder::Ratings };
    let caller = caller.map(|signed_in| signed_in.player);
    let page = services.leaderboards.leaderboard((game, season), order, caller, (after, limit)).await?;
    Ok(Answer::ok(page))
}
