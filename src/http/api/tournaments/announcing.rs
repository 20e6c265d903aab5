//! Announcing a tournament, and cancelling it.

use std::sync::Arc;

use axum::extract::State;

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::headers::Keyed;
use crate::http::extract::json::Json;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentView;

/// Announce a tournament
///
/// A tournament that others can enter. You become its host, and do not enter by it: see `register`. A player has at most ten that have
/// not ended.
#[utoipa::path(
    post, path = "/v1/tournaments", operation_id = "announce_tournament", tag = "tournaments",
    security(("bearer" = [])),
    params(KeyHeader),
    request_body = TournamentOptions,
    responses(
        (status = 201, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Conflict, RulesRefuse,
    ),
)]
pub async fn announce(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Keyed(key): Keyed,
    Json(options): Json<TournamentOptions>,
) -> Result<Answer<TournamentView>, Problem> {
    let tournament = services.room.announce_tournament(caller.player, options, key).await?;
    Ok(Answer::created(&format!("/v1/tournaments/{}", tournament.id), tournament))
}

/// Cancel a tournament
///
/// Before its start, if you announced it. All entries are given back.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}", operation_id = "cancel_tournament", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn cancel(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Cancel).await
}
