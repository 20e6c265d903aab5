//! Finding a tournament.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem};
use crate::http::services::Services;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::view::TournamentPage;

/// Which tournaments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentsQuery {
    /// Only those that have not ended.
    #[serde(default)]
    #[param(default = false)]
    open: bool,
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<TournamentId>,
}

/// Find a tournament
///
/// Newest first.
#[utoipa::path(
    get, path = "/v1/tournaments", operation_id = "tournaments", tag = "tournaments",
    params(TournamentsQuery),
    responses((status = 200, body = TournamentPage, description = "The tournaments"), Malformed),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    Query(TournamentsQuery { open, limit, after }): Query<TournamentsQuery>,
) -> Result<Answer<TournamentPage>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    Ok(Answer::ok(services.room.tournaments(open, after, limit).await?))
}
