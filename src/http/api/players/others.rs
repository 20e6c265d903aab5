//! Other players.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::problem::{Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::id::PlayerId;
use cardroom_api::player::friends::PlayerView;

/// The player in the path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PlayerPath {
    /// The player.
    pub id: PlayerId,
}

/// See a player
///
/// What every signed-in player may know. Friends also see the public table where the player sits.
#[utoipa::path(
    get, path = "/v1/players/{id}", operation_id = "player", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses(
        (status = 200, body = PlayerView, description = "The player"),
        Malformed, Unauthorized, NotFound,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<Answer<PlayerView>, Problem> {
    let player = services.players.player(id).await?;
    let (friendship, table) = services.friends.standing(caller.player, id).await?;
    Ok(Answer::ok(PlayerView {
        id,
        name: player.name,
        avatar: player.avatar,
        created_at: player.created_at,
        friendship,
        table,
        ratings: services.leaderboards.ratings_for_others(id).await?,
    }))
}
