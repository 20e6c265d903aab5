//! What only the operator may do with tournaments.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;

use super::admin::Admin;
use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::problem::{Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::room::tournaments::operating::HouseAction;
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::tournament::requests::{HouseCancellation, HouseTournament};
use cardroom_api::tournament::view::TournamentView;

/// A player of a tournament in the path.
#[derive(Debug, Deserialize)]
pub struct EntrantPath {
    id: TournamentId,
    player: PlayerId,
}

/// Announce a tournament of the house
///
/// It may have a fee, which the house keeps, and a guarantee. The guarantee leaves the house's account at once; what the prizes do not need
/// comes back when they are fixed.
#[utoipa::path(
    post, path = "/v1/admin/tournaments", operation_id = "announce_for_house", tag = "house",
    security(("admin" = [])),
    request_body = HouseTournament,
    responses(
        (status = 201, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, RulesRefuse,
    ),
)]
pub async fn announce(
    State(services): State<Arc<Services>>,
    _: Admin,
    Json(HouseTournament { host, options }): Json<HouseTournament>,
) -> Result<Answer<TournamentView>, Problem> {
    let tournament = services.room.announce_for_house(host, options).await?;
    Ok(Answer::created(&format!("/v1/tournaments/{}", tournament.id), tournament))
}

/// Cancel a tournament at any time
///
/// Before the start all is given back. After it, each player who is left gets the fee and the bounty on the own head, and a part of the
/// prizes: half of them equally and the rest by chips or, if all are in the money, the lowest prize that is left and the rest by chips.
/// Hands in play are void.
#[utoipa::path(
    post, path = "/v1/admin/tournaments/{id}/cancellation", operation_id = "cancel_for_house", tag = "house",
    security(("admin" = [])),
    params(("id" = TournamentId, Path, description = "The tournament")),
    request_body = HouseCancellation,
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, RulesRefuse,
    ),
)]
pub async fn cancel(
    State(services): State<Arc<Services>>,
    _: Admin,
    Path(id): Path<TournamentId>,
    Json(HouseCancellation { why }): Json<HouseCancellation>,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.in_tournament_for_house(id, HouseAction::Cancel { why }).await?))
}

/// Disqualify a player
///
/// The player goes out, if they play a hand, when it is over. Their chips leave play, and the bounty on their head goes to the winner.
#[utoipa::path(
    delete, path = "/v1/admin/tournaments/{id}/players/{player}", operation_id = "disqualify", tag = "house",
    security(("admin" = [])),
    params(
        ("id" = TournamentId, Path, description = "The tournament"),
        ("player" = PlayerId, Path, description = "A player who is left in it"),
    ),
    responses(
        (status = 200, body = TournamentView, description = "The tournament"),
        Malformed, Unauthorized, Forbidden, NotFound, RulesRefuse,
    ),
)]
pub async fn disqualify(
    State(services): State<Arc<Services>>,
    _: Admin,
    Path(EntrantPath { id, player }): Path<EntrantPath>,
) -> Result<Answer<TournamentView>, Problem> {
    Ok(Answer::ok(services.room.in_tournament_for_house(id, HouseAction::Disqualify { player }).await?))
}
