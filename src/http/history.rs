//! What the asker has played, over all tables.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::answer::Answer;
use super::extract::{Query, page_limit};
use super::problem::{Malformed, Problem, Unauthorized};
use super::services::Services;
use crate::games::any::GameKind;
use crate::service::id::HandId;
use crate::service::people::sessions::SignedIn;
use crate::service::room::asker::MOST_ROWS;
use crate::service::table::figures::Statistics;
use crate::service::table::my_hands::MyHandsPage;

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
/// Every hand that you were dealt into, at all tables, also at those that you have left: newest first, with what you won or
/// lost. `GET /v1/hands/{id}` tells each of them as you saw it.
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

/// Which of your figures.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
    /// In this game; in all of them where absent.
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
    Ok(Answer::ok(services.room.statistics(asker.player, query.game).await?))
}
