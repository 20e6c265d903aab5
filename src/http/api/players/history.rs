//! The hands and figures of players over all tables.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Forbidden, Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::my_hands::MyHandsPage;
use cardroom_api::player::statistics::Statistics;
use cardroom_api::requests::players::OpenStatistics;
use cardroom_rules::games::any::GameKind;

/// Which of your hands to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MyHandsQuery {
    /// The game. If absent, all games.
    game: Option<GameKind>,
    /// How many hands. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<HandId>,
}

/// See what you have played
///
/// Every hand that you were dealt into, at all tables, with what you won or lost. Hands in play come first, then finished hands, newest
/// first. `GET /v1/hands/{id}` shows each of them as you saw it.
#[utoipa::path(
    get, path = "/v1/me/hands", operation_id = "my_hands", tag = "players",
    security(("bearer" = [])),
    params(MyHandsQuery),
    responses((status = 200, body = MyHandsPage, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn hands(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<MyHandsQuery>,
) -> Result<Answer<MyHandsPage>, Problem> {
    let MyHandsQuery { game, limit, after } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    Ok(Answer::ok(services.room.my_hands(caller.player, game, after, limit).await?))
}

/// Which figures to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
    /// The game. If absent, all games.
    game: Option<GameKind>,
}

/// See how you have played
///
/// Counts over your finished hands by game, with hands against computer players apart, and your results day by day. The page of each
/// game explains its counts. Void hands do not count.
#[utoipa::path(
    get, path = "/v1/me/statistics", operation_id = "my_statistics", tag = "players",
    security(("bearer" = [])),
    params(StatisticsQuery),
    responses((status = 200, body = Statistics, description = "Your figures"), Malformed, Unauthorized),
)]
pub async fn statistics(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<StatisticsQuery>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.statistics(caller.player, caller.player, query.game).await?))
}

/// Let others see how you have played
///
/// By default only you see your figures. This does not change who may see your hands.
#[utoipa::path(
    patch, path = "/v1/me/statistics", operation_id = "open_statistics", tag = "players",
    security(("bearer" = [])),
    request_body = OpenStatistics,
    responses((status = 200, body = Statistics, description = "Your figures"), Malformed, Unauthorized),
)]
pub async fn open_statistics(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Json(open): Json<OpenStatistics>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.open_statistics(caller.player, open.open_to).await?))
}

/// See how another player has played
///
/// If they let you, you see the same figures as they do.
#[utoipa::path(
    get, path = "/v1/players/{id}/statistics", operation_id = "statistics_of", tag = "players",
    security(("bearer" = [])),
    params(("id" = PlayerId, Path, description = "The player"), StatisticsQuery),
    responses(
        (status = 200, body = Statistics, description = "Their figures"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn statistics_of(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(id): Path<PlayerId>,
    Query(query): Query<StatisticsQuery>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.statistics(id, caller.player, query.game).await?))
}
