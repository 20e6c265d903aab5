//! Reading a tournament and its entries.

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
use cardroom_api::tournament::view::{TournamentEntries, TournamentView};

/// Which entries to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EntriesQuery {
    /// How many entries come before the page: the `next` of the previous page.
    #[serde(default)]
    #[param(default = 0)]
    after: u32,
    /// How many. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// See a tournament
///
/// Its terms, its level, what it pays and, as `you`, your own entry.
#[utoipa::path(
    get, path = "/v1/tournaments/{id}", operation_id = "tournament", tag = "tournaments",
    security((), ("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), InviteHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TournamentId>,
    Invited(code): Invited,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.tournament(id, &visitor.holding(code)).await?))
}

/// See the entries of a tournament
///
/// Its standing and, once it has ended, its result: those that are left by their chips, then those that are out by their places, with what
/// each was paid.
#[utoipa::path(
    get, path = "/v1/tournaments/{id}/entries", operation_id = "tournament_entries", tag = "tournaments",
    security((), ("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), EntriesQuery, InviteHeader),
    responses(
        (status = 200, body = TournamentEntries, description = "The entries"),
        Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn entries(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TournamentId>,
    Query(EntriesQuery { after, limit }): Query<EntriesQuery>,
    Invited(code): Invited,
) -> Result<Answer<TournamentEntries>, Problem> {
    let limit = page_limit(limit, MOST_ROWS)?;
    let caller = visitor.holding(code);
    Ok(Answer::ok(services.room.tournament_entries(id, &caller, after, limit).await?))
}
