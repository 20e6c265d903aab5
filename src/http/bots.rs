//! Computer players: seating them, and sending them away.

use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::at_table::AtTable;
use super::extract::Path;
use super::json::Json;
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use super::tables::KeyHeader;
use crate::service::id::TableId;
use crate::service::people::player::Name;
use crate::service::table::command::Command;
use crate::service::table::view::TableAnswer;
use cardroom_bots::level::Level;
use cardroom_rules::games::seat::Seat;

/// Which computer player.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"level": "intermediate", "seat": 2}))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Where; the first free chair where absent.
    seat: Option<Seat>,
    /// How well it plays.
    level: Level,
    /// What it is called; a name of the house's where absent.
    name: Option<Name>,
}

/// Where a computer player sits.
#[derive(Debug, Deserialize)]
pub struct BotPath {
    seat: Seat,
}

/// Seat a computer player
///
/// As its host, seated or not; or as anybody who sits there, where the table's options say so. It brings chips of its own,
/// and plays from the next hand on. It is told what a player on its chair would be told, and nothing else. A table deals to
/// computer players while a person is connected: one who sits there, or, where none does, anybody who watches.
#[utoipa::path(
    post, path = "/v1/tables/{id}/bots", operation_id = "seat_bot", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = NewBot,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn seat(at: AtTable, Json(body): Json<NewBot>) -> Result<Answer<TableAnswer>, Problem> {
    let NewBot { seat, level, name } = body;
    at.ask(Command::SeatBot { seat, level, name: name.map(|name| name.to_string()) }).await
}

/// Send a computer player away
///
/// At once, or when the hand that it plays is over.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/bots/{seat}", operation_id = "send_bot_away", tag = "seats",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("seat" = Seat, Path, description = "Where it sits"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn send_away(at: AtTable, Path(path): Path<BotPath>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::SendBotAway { seat: path.seat }).await
}
