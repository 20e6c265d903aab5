//! Finding a tournament.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::code::Code;
use crate::http::problem::{Malformed, Problem};
use crate::http::services::Services;
use crate::service::ports::tournaments::TournamentFilter;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::view::{TournamentPage, TournamentPhase};

/// Which tournaments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentsQuery {
    /// Only those that have not ended.
    #[serde(default)]
    #[param(default = false)]
    open: bool,
    /// Only those that are so far.
    #[param(inline)]
    phase: Option<TournamentPhase>,
    /// Only those that this player has announced.
    host: Option<PlayerId>,
    /// With this text in their name. Case does not matter in Latin letters.
    #[param(min_length = 1, max_length = 60)]
    name: Option<String>,
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<TournamentId>,
}

/// Find a tournament
///
/// Lists the tournaments that are public, newest first.
#[utoipa::path(
    get, path = "/v1/tournaments", operation_id = "tournaments", tag = "tournaments",
    params(TournamentsQuery),
    responses((status = 200, body = TournamentPage, description = "The tournaments"), Malformed),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    Query(TournamentsQuery { open, phase, host, name, limit, after }): Query<TournamentsQuery>,
) -> Result<Answer<TournamentPage>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    if name.as_ref().is_some_and(|name| !(1..=60).contains(&name.chars().count())) {
        let why = "name has 1 to 60 characters";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "name"));
    }
    let phase = phase.map(Into::into);
    let filter = TournamentFilter { public: true, open, phase, host, name, after, limit };
    Ok(Answer::ok(services.room.tournaments(filter).await?))
}
