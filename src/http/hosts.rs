//! What the host of a table may do, each told to everybody there.

use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::at_table::AtTable;
use super::extract::Path;
use super::json::{Exact, Json};
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use super::tables::KeyHeader;
use crate::service::id::{PlayerId, TableId};
use crate::service::table::command::Command;
use crate::service::table::options::TableChanges;
use crate::service::table::view::TableAnswer;

/// Whom it is about.
#[derive(Debug, Deserialize)]
pub struct PlayerPath {
    player: PlayerId,
}

/// Who is to be the host.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"player": "01a200b7-9dfa-7611-8805-09d542f0c4de"}))]
#[serde(deny_unknown_fields)]
pub struct NewHost {
    /// Somebody who sits at the table, and is no computer player.
    player: PlayerId,
}

/// Change a table
///
/// Its name, its times, its buy-ins, when it deals, what becomes of the chairs of absent players, the level of its computer
/// players, and of its game the stakes and the times: at once, or, while a hand is played, when that is over. Where stakes or the game's times change, or decisions have less time, everybody else sits out until
/// they come back.
#[utoipa::path(
    patch, path = "/v1/tables/{id}", operation_id = "change_table", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TableChanges,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn change(
    at: AtTable,
    Exact(changes): Exact<TableChanges>,
) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Change { changes }).await
}

/// Pause a table
///
/// No further hand is dealt. One that is played goes on to its end.
#[utoipa::path(
    put, path = "/v1/tables/{id}/pause", operation_id = "pause", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn pause(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Pause).await
}

/// Let hands be dealt again
///
/// The next is dealt as the table's options have it.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/pause", operation_id = "resume", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn resume(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Resume).await
}

/// Hand a table over
///
/// To somebody who sits there: they are its host, and you are not any more.
#[utoipa::path(
    put, path = "/v1/tables/{id}/host", operation_id = "hand_over", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = NewHost,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn hand_over(at: AtTable, Json(body): Json<NewHost>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::HandOver { player: body.player }).await
}

/// Remove a player
///
/// At once, or, where they play a hand, when that is over: they play it to its end, and their chips go home. They may sit
/// down again; a ban keeps them away.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/players/{player}", operation_id = "remove_player", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "Who sits there"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn remove(at: AtTable, Path(path): Path<PlayerPath>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Remove { player: path.player }).await
}

/// Ban a player
///
/// They may not sit down at this table, and its invite code opens nothing for them; where they sit there, they are removed.
/// At most 100 are banned from one table; then the first of them who has no account gives way. The ban of a guest holds for a day for
/// everybody who comes from the same address.
#[utoipa::path(
    put, path = "/v1/tables/{id}/bans/{player}", operation_id = "ban", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "Whom"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn ban(at: AtTable, Path(path): Path<PlayerPath>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Ban { player: path.player }).await
}

/// Let a player sit here again
///
/// They come back by themselves, or do not.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/bans/{player}", operation_id = "unban", tag = "hosts",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("player" = PlayerId, Path, description = "Who was banned"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn unban(at: AtTable, Path(path): Path<PlayerPath>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Unban { player: path.player }).await
}

/// Replace the invite code
///
/// The one before opens nothing any more; the new one is in `you.invite_code`. Whoever sits at the table stays.
#[utoipa::path(
    put, path = "/v1/tables/{id}/invite-code", operation_id = "replace_invite_code", tag = "hosts",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn replace_invite(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::ReplaceInvite).await
}
