//! What the host of a tournament may do, apart from pausing and cancelling it.

use serde::Deserialize;

use super::tournament_request::TournamentRequest;
use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::view::TournamentView;

/// The player in the path.
#[derive(Debug, Deserialize)]
pub struct TournamentPlayerPath {
    player: PlayerId,
}

/// Begin the next level
///
/// The level is over, or the break. Hands in progress end with the blinds that they began with. If the tournament is public and for chips,
/// you may not if you have entered it.
#[utoipa::path(
    post, path = "/v1/tournaments/{id}/next-level", operation_id = "next_level", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn next_level(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::NextLevel).await
}

/// Remove a player
///
/// Before the start, the whole price of the entry is given back. The player may enter again, unless the tournament needs an invite code
/// and you replace it.
///
/// After the start, the player is disqualified: out after the hand, last of those who are left, and the chips leave play. You may do so in
/// Hold'em, if the tournament is not rated, and is free, or needs an invite code and you have not entered it. Otherwise only the operator
/// may.
#[utoipa::path(
    delete, path = "/v1/tournaments/{id}/players/{player}", operation_id = "remove_entrant", tag = "tournaments",
    security(("bearer" = [])),
    params(
        ("id" = TournamentId, Path, description = "The tournament"),
        ("player" = PlayerId, Path, description = "A player who has entered it"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn remove(
    request: TournamentRequest,
    Path(TournamentPlayerPath { player }): Path<TournamentPlayerPath>,
) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::Remove { player }).await
}

/// Replace the invite code
///
/// The old code no longer works. Players who have entered stay.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/invite-code", operation_id = "replace_tournament_code", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn replace_invite(request: TournamentRequest) -> Result<Answer<TournamentView>, Problem> {
    request.act(TournamentAction::ReplaceInvite).await
}
