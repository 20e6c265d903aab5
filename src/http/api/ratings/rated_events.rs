//! Rated events, for the operator.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::house::admin::Admin;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::RatedEventId;
use cardroom_api::rating::rated_event::{RatedEventView, RatedEvents};
use cardroom_rules::games::any::GameKind;

/// Which rated events to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RatedEventsQuery {
    /// The game.
    game: GameKind,
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<u32>,
}

/// List rated events
///
/// Those of a game, newest first, also those that are void.
#[utoipa::path(
    get, path = "/v1/admin/rated-events", operation_id = "rated_events", tag = "house",
    security(("admin" = [])),
    params(RatedEventsQuery),
    responses(
        (status = 200, body = RatedEvents, description = "Newest first"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    _: Admin,
    Query(RatedEventsQuery { game, limit, after }): Query<RatedEventsQuery>,
) -> Result<Answer<RatedEvents>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    Ok(Answer::ok(services.leaderboards.events(game, after, limit).await?))
}

/// Void a rated event
///
/// As if it had not been rated: all later events of its game are computed again, and so are the ratings of the players. Chips stay where
/// they are. To void it again changes nothing. At most 5,000 events of the game may have come after it.
#[utoipa::path(
    post, path = "/v1/admin/rated-events/{id}/void", operation_id = "void_rated_event", tag = "house",
    security(("admin" = [])),
    params(("id" = RatedEventId, Path, description = "The rated event")),
    responses(
        (status = 200, body = RatedEventView, description = "The event"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn void(
    State(services): State<Arc<Services>>,
    _: Admin,
    Path(id): Path<RatedEventId>,
) -> Result<Answer<RatedEventView>, Problem> {
    Ok(Answer::ok(services.leaderboards.void_event(id).await?))
}
