//! What the host of a table may do. Everyone at the table sees it.

use serde::Deserialize;

use super::headers::KeyHeader;
use super::table_request::TableRequest;
use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::table::command::Command;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::requests::tables::NewHost;
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::options::TableChanges;

/// The player in the path.
#[derive(Debug, Deserialize)]
pub struct TablePlayerPath {
    player: PlayerId,
}

/// Change a table
///
/// You may change its name, its times, its buy-ins, when it deals, what happens to the chairs of absent players, the level of its computer
/// players, and the stakes and times of its game. Changes apply at once or, while a hand is played, when it is over. If the stakes or
/// the game's times change, or if decisions get less time, all other players sit out until they come back.
#[utoipa::path(
    patch, path = "/v1/tables/{id}", operation_id = "change_table", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TableChanges,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn change(
    request: TableRequest,
    Json(changes): Json<TableChanges>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Change { changes }).await
}

/// Pause a table
///
/// No further hand is dealt. A hand in play goes on to its end.
#[utoipa::path(
    put, path = "/v1/tables/{id}/pause", operation_id = "pause", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn pause(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Pause).await
}

/// Let hands be dealt again
///
/// The next hand is dealt as the table's options say.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/pause", operation_id = "resume", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn resume(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Resume).await
}

/// Hand a table over
///
/// A player who sits there becomes the host in your place.
#[utoipa::path(
    put, path = "/v1/tables/{id}/host", operation_id = "hand_over", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = NewHost,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn hand_over(
    request: TableRequest,
    Json(body): Json<NewHost>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::HandOver { player: body.player }).await
}

/// Remove a player
///
/// The player leaves at once or, if they play a hand, when it is over. Their chips go back to their wallet. They may sit down again,
/// unless you ban them.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/players/{player}", operation_id = "remove_player", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "A player who sits there"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn remove(
    request: TableRequest,
    Path(path): Path<TablePlayerPath>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Remove { player: path.player }).await
}

/// Ban a player
///
/// A banned player may not sit down at this table, and its invite code does not work for them. If they sit there, they are removed. A table
/// has at most 100 bans; a further one replaces the oldest ban of a player without an account. The ban of a guest also applies, for a
/// day, to all players from the same address.
#[utoipa::path(
    put, path = "/v1/tables/{id}/bans/{player}", operation_id = "ban", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "The player"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn ban(
    request: TableRequest,
    Path(path): Path<TablePlayerPath>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Ban { player: path.player }).await
}

/// Let a player sit here again
///
/// The player is not seated; they have to sit down themselves.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/bans/{player}", operation_id = "unban", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "A banned player"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn unban(
    request: TableRequest,
    Path(path): Path<TablePlayerPath>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Unban { player: path.player }).await
}

/// Replace the invite code
///
/// The old code no longer works. The new one is in `you.invite_code`. Players who sit at the table stay.
#[utoipa::path(
    put, path = "/v1/tables/{id}/invite-code", operation_id = "replace_invite_code", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn replace_invite(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::ReplaceInvite).await
}
