//! Entering a tournament, and taking the entry back.

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::{InviteHeader, KeyHeader};
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::view::TournamentView;

/// Enter a tournament
///
/// The price of an entry leaves your wallet at once. If you are out, and the tournament lets you enter again, you get another entry.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/registration", operation_id = "register", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader, InviteHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn register(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Register).await
}

/// Take your entry back
///
/// Before the start. You get its whole price back. You may enter again, up to five times.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/registration", operation_id = "unregister", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn unregister(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Unregister).await
}
