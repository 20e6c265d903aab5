//! One tournament: reading it, and waiting for its next change.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, within};
use crate::http::problem::{Malformed, NotFound, Problem};
use crate::http::services::Services;
use crate::service::room::reads::caller::MOST_WAIT_SECONDS;
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;
use cardroom_api::tournament::view::TournamentView;

/// What to wait for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentQuery {
    /// The version that you have.
    #[serde(default)]
    #[param(value_type = Option<u64>)]
    after: Version,
    /// How many seconds to wait if the tournament has no newer version. If absent, 0.
    #[serde(default)]
    #[param(value_type = Option<u32>, maximum = 30)]
    wait: u32,
}

/// See a tournament
///
/// With `after` and `wait` the answer comes once the tournament has a newer version, or after the wait.
#[utoipa::path(
    get, path = "/v1/tournaments/{id}", operation_id = "tournament", tag = "tournaments",
    params(("id" = TournamentId, Path, description = "The tournament"), TournamentQuery),
    responses((status = 200, body = TournamentView, description = "The tournament"), Malformed, NotFound),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    Path(id): Path<TournamentId>,
    Query(TournamentQuery { after, wait }): Query<TournamentQuery>,
) -> Result<Answer<TournamentView>, Problem> {
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    Ok(Answer::ok(services.room.tournament_after(id, after, wait).await?))
}
