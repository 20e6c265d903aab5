//! Entering a tournament, and taking the entry back.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::view::TournamentView;

/// Enter a tournament
///
/// The price of an entry leaves your wallet at once.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/registration", operation_id = "register", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament")),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn register(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(id): Path<TournamentId>,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.register(id, caller.player).await?))
}

/// Take an entry back
///
/// Before the start. You get the whole price back.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/registration", operation_id = "unregister", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament")),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn unregister(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(id): Path<TournamentId>,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.unregister(id, caller.player).await?))
}
