//! Buying chips in a tournament: rebuys and the add-on.

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::view::TournamentView;

/// Rebuy
///
/// Its price leaves your wallet at once, and the chips are yours from the next hand on. If you have lost all chips, you have 20 seconds
/// for it.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/rebuy", operation_id = "rebuy", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn rebuy(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Rebuy).await
}

/// Decline a rebuy
///
/// If you have lost all chips and may rebuy: you are out at once.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/rebuy", operation_id = "decline_rebuy", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn decline(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::DeclineRebuy).await
}

/// Take the add-on
///
/// In the break after the last level for rebuys. Its price leaves your wallet at once.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/add-on", operation_id = "add_on", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn add_on(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::AddOn).await
}
