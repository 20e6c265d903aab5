//! Entering a tournament as another player's partner.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::api::headers::{InviteHeader, KeyHeader};
use crate::http::extract::headers::{Invited, Keyed};
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::room::tournaments::commands::TournamentAction;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::requests::TeamEntry;
use cardroom_api::tournament::view::TournamentView;

/// Enter as a partner
///
/// You enter an event of teams as the partner of a player who has entered alone, by the `team_code` that this player sees. Each of you pays
/// the price of one player. If one of you takes the entry back before the start, both are out, and both are repaid.
#[utoipa::path(
    put, path = "/v1/tournaments/{id}/team", operation_id = "join_team", tag = "tournaments",
    security(("bearer" = [])),
    params(("id" = TournamentId, Path, description = "The tournament"), KeyHeader, InviteHeader),
    request_body = TeamEntry,
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn join(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(id): Path<TournamentId>,
    Invited(invite_code): Invited,
    Keyed(key): Keyed,
    Json(TeamEntry { code }): Json<TeamEntry>,
) -> Result<Answer<TournamentView>, Problem> {
    let action = TournamentAction::Join(code);
    Ok(Answer::ok(services.room.in_tournament(id, caller.player, action, invite_code, key).await?))
}
