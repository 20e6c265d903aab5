//! Pausing a tournament.

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::view::TournamentView;

/// Pause a tournament
///
/// If you announced it. Hands in progress go on to their end; then no table deals, and the clock of the level stands still. A pause ends by
/// itself after 30 minutes, and there are at most ten. If the tournament is public and for chips, you may not if you have entered it.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/pause", operation_id = "pause_tournament", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn pause(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Pause).await
}

/// Let a tournament go on
///
/// The clock of its levels goes on from where it stood.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/pause", operation_id = "resume_tournament", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn resume(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Resume).await
}
