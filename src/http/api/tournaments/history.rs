//! What has happened in a tournament.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::headers::InviteHeader;
use crate::http::extract::caller::Visitor;
use crate::http::extract::headers::Invited;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Forbidden, Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::room::caller::MOST_ROWS;
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;
use cardroom_api::tournament::history::TournamentHistory;

/// Which changes to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentHistoryQuery {
    /// The `next` of the previous page.
    #[serde(default)]
    #[param(default = 0)]
    after: Version,
    /// How many changes to read. A page may have fewer, because hands are left out. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// See what has happened in a tournament
///
/// Entries, seats and moves, levels, eliminations, deals and payments, from the announcement on. It can be read for ever. Hands are at their
/// tables: `GET /v1/tables/{id}/hands`.
#[utoipa::path(
    get, path = "/v1/tournaments/{id}/history", operation_id = "tournament_history", tag = "tournaments",
    security((), ("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), TournamentHistoryQuery, InviteHeader),
    responses(
        (status = 200, body = TournamentHistory, description = "What has happened"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TournamentId>,
    Query(TournamentHistoryQuery { after, limit }): Query<TournamentHistoryQuery>,
    Invited(code): Invited,
) -> Result<Answer<TournamentHistory>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    let caller = visitor.holding(code);
    Ok(Answer::ok(services.room.tournament_history(id, &caller, after, limit).await?))
}
