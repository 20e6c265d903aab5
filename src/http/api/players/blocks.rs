//! The players whom the caller blocks or mutes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::friends::{KnownQuery, MOST};
use super::others::PlayerPath;
use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Conflict, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::friend;
use crate::service::people::session::SignedIn;
use cardroom_api::player::friends::{BlockView, BlocksPage, MutesPage};

impl From<friend::Blocked> for BlockView {
    fn from(friend::Blocked { player, name, avatar, since }: friend::Blocked) -> Self {
        Self { player, name, avatar, since }
    }
}

/// See whom you block
///
/// Only you see this.
#[utoipa::path(
    get, path = "/v1/me/blocks", operation_id = "blocks", tag = "players",
    security(("bearer" = [])),
    params(KnownQuery),
    responses((status = 200, body = BlocksPage, description = "By identifier"), Malformed, Unauthorized),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<KnownQuery>,
) -> Result<Answer<BlocksPage>, Problem> {
    let limit = page_limit(query.limit, MOST)?;
    let page = services.blocks.list(caller.player, query.after, limit).await?;
    Ok(Answer::ok(BlocksPage { blocks: page.rows.into_iter().map(Into::into).collect(), next: page.next }))
}

/// Block a player
///
/// You are no longer friends. At tables that are opened from now on, neither of you can sit down where the other sits, and neither sees
/// the other's emotes. You may block at most 500 players.
#[utoipa::path(
    put, path = "/v1/me/blocks/{id}", operation_id = "block", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses(
        (status = 204, description = "You block them"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn block(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.blocks.block(caller.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a player
///
/// If you do not block them, nothing happens.
#[utoipa::path(
    delete, path = "/v1/me/blocks/{id}", operation_id = "unblock", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses((status = 204, description = "You do not block them"), Malformed, Unauthorized),
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.blocks.end(caller.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// See whom you mute
///
/// Only you see this.
#[utoipa::path(
    get, path = "/v1/me/mutes", operation_id = "mutes", tag = "players",
    security(("bearer" = [])),
    params(KnownQuery),
    responses((status = 200, body = MutesPage, description = "By identifier"), Malformed, Unauthorized),
)]
pub async fn list_muted(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<KnownQuery>,
) -> Result<Answer<MutesPage>, Problem> {
    let limit = page_limit(query.limit, MOST)?;
    let page = services.blocks.muted(caller.player, query.after, limit).await?;
    Ok(Answer::ok(MutesPage { mutes: page.rows.into_iter().map(Into::into).collect(), next: page.next }))
}

/// Mute a player
///
/// You no longer see their emotes, also not those of the past. You may mute at most 500 players.
#[utoipa::path(
    put, path = "/v1/me/mutes/{id}", operation_id = "mute", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses(
        (status = 204, description = "You mute them"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn mute(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.blocks.mute(caller.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unmute a player
///
/// If you do not mute them, nothing happens.
#[utoipa::path(
    delete, path = "/v1/me/mutes/{id}", operation_id = "unmute", tag = "players",
    security(("bearer" = [])),
    params(PlayerPath),
    responses((status = 204, description = "You do not mute them"), Malformed, Unauthorized),
)]
pub async fn unmute(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(PlayerPath { id }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    services.blocks.unmute(caller.player, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
