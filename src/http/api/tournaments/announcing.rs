//! Announcing a tournament, and cancelling it.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentView;

/// Announce a tournament
///
/// A tournament of Hold'em that others can enter. You do not enter by it: see `register`.
#[utoipa::path(
    post, path = "/v1/tournaments", operation_id = "announce_tournament", tag = "tournaments",
    security(("bearer" = [])),
    request_body = TournamentOptions,
    responses(
        (status = 201, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Conflict, RulesRefuse,
    ),
)]
pub async fn announce(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Json(options): Json<TournamentOptions>,
) -> Result<Answer<TournamentView>, Problem> {
    let tournament = services.room.announce_tournament(caller.player, options).await?;
    Ok(Answer::created(&format!("/v1/tournaments/{}", tournament.id), tournament))
}

/// Cancel a tournament
///
/// Before its start, if you announced it. All entries are given back.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}", operation_id = "cancel_tournament", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament")),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn cancel(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(id): Path<TournamentId>,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.cancel_tournament(id, caller.player).await?))
}
