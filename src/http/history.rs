//! What players have played, over all tables.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::answer::Answer;
use super::extract::{Path, Query, page_limit};
use super::json::Json;
use super::problem::{Forbidden, Malformed, NotFound, Problem, Unauthorized};
use super::services::Services;
use crate::service::id::{HandId, PlayerId};
use crate::service::people::session::SignedIn;
use crate::service::room::asker::MOST_ROWS;
use crate::service::table::figures::{OpenTo, Statistics};
use crate::service::table::my_hands::MyHandsPage;
use cardroom_rules::games::any::GameKind;

/// Which of your hands.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MyHandsQuery {
    /// Of this game.
    game: Option<GameKind>,
    /// How many hands; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the page before.
    after: Option<HandId>,
}

/// See what you have played
///
/// Every hand that you were dealt into, at all tables, also at those that you have left, with what you won or lost: those in play, and
/// then those that are over, the last that ended first. `GET /v1/hands/{id}` tells each of them as you saw it.
#[utoipa::path(
    get, path = "/v1/me/hands", operation_id = "my_hands", tag = "players",
    security(("bearer" = [])),
    params(MyHandsQuery),
    responses((status = 200, body = MyHandsPage, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn hands(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Query(query): Query<MyHandsQuery>,
) -> Result<Answer<MyHandsPage>, Problem> {
    let MyHandsQuery { game, limit, after } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    Ok(Answer::ok(services.room.my_hands(asker.player, game, after, limit).await?))
}

/// Which figures.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
    /// Of this game; of all of them where absent.
    game: Option<GameKind>,
}

/// See how you have played
///
/// Counts of your hands that are over, by game, those with computer players by themselves; and what they came to, day by day.
/// Each game's page says what it counts. Void hands count nothing.
#[utoipa::path(
    get, path = "/v1/me/statistics", operation_id = "my_statistics", tag = "players",
    security(("bearer" = [])),
    params(StatisticsQuery),
    responses((status = 200, body = Statistics, description = "Your figures"), Malformed, Unauthorized),
)]
pub async fn statistics(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Query(query): Query<StatisticsQuery>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.statistics(asker.player, asker.player, query.game).await?))
}

/// Who may see your figures.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenStatistics {
    /// Beside you.
    open_to: OpenTo,
}

/// Let others see how you have played
///
/// Until you do, nobody but you sees your figures. Your hands are told as before, to whoever may see each.
#[utoipa::path(
    patch, path = "/v1/me/statistics", operation_id = "open_statistics", tag = "players",
    security(("bearer" = [])),
    request_body = OpenStatistics,
    responses((status = 200, body = Statistics, description = "Your figures"), Malformed, Unauthorized),
)]
pub async fn open_statistics(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Json(open): Json<OpenStatistics>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.open_statistics(asker.player, open.open_to).await?))
}

/// See how somebody has played
///
/// Where they let you: the same figures that they see.
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
    asker: SignedIn,
    Path(id): Path<PlayerId>,
    Query(query): Query<StatisticsQuery>,
) -> Result<Answer<Statistics>, Problem> {
    Ok(Answer::ok(services.room.statistics(id, asker.player, query.game).await?))
}
