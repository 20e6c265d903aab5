//! Computer players: seating them and sending them away.

use serde::Deserialize;

use super::headers::KeyHeader;
use super::table_request::TableRequest;
use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use crate::service::table::command::Command;
use cardroom_api::id::TableId;
use cardroom_api::requests::seats::NewBot;
use cardroom_api::table::answer::TableAnswer;
use cardroom_rules::games::seat::Seat;

/// The seat in the path.
#[derive(Debug, Deserialize)]
pub struct BotPath {
    seat: Seat,
}

/// Seat a computer player
///
/// The host may do this, seated or not. If the table's options say so, every player who sits there may. A computer player brings chips
/// of its own, and plays from the next hand on. It knows only what a player in its seat would know. A table deals to computer players
/// while a person is connected: a player who sits there or, if no person sits there, a watcher.
#[utoipa::path(
    post, path = "/v1/tables/{id}/bots", operation_id = "seat_bot", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = NewBot,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn seat(request: TableRequest, Json(body): Json<NewBot>) -> Result<Answer<TableAnswer>, Problem> {
    let NewBot { seat, level, name } = body;
    request.command(Command::SeatBot { seat, level, name: name.map(|name| name.to_string()) }).await
}

/// Send a computer player away
///
/// It leaves at once, or when the hand that it plays is over.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/bots/{seat}", operation_id = "send_bot_away", tag = "seats",
    security(("bearer" = [])),
    params(
        ("id" = TableId, Path, description = "The table"),
        ("seat" = Seat, Path, description = "Where it sits"),
        KeyHeader,
    ),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn send_away(
    request: TableRequest,
    Path(path): Path<BotPath>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::SendBotAway { seat: path.seat }).await
}
