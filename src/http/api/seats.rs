//! Seats: sitting down, standing up, and what a player may do there between hands.

use super::headers::KeyHeader;
use super::table_request::TableRequest;
use crate::http::answer::Answer;
use crate::http::extract::json::Json;
use crate::http::problem::{
    Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized,
};
use crate::service::table::command::Command;
use crate::service::table::randomness::invite_code;
use cardroom_api::id::TableId;
use cardroom_api::requests::seats::{ComeBack, ShowEmote, SitDown, TakeNumber, TopUp};
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::preferences::Preferences;
use cardroom_rules::games::any::AnyWishes;

/// Sit down
///
/// The chips move from your wallet to the table.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats", operation_id = "sit_down", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = SitDown,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn sit(request: TableRequest, Json(body): Json<SitDown>) -> Result<Answer<TableAnswer>, Problem> {
    let SitDown { seat, buy_in, entry, invite_code } = body;
    request.show_code(invite_code.as_ref())?;
    let invite_code = invite_code.as_deref().map(invite_code::read);
    request.command(Command::Sit { seat, buy_in, entry, invite_code }).await
}

/// Stand up
///
/// If you play a hand, you fold when it is your turn. Then your chips go back to your wallet.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/seats/me", operation_id = "stand_up", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn stand_up(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::StandUp).await
}

/// Wait for a seat
///
/// You may wait if no seat is free. Your own stream tells what happens at the table, and when you are `called`: then a seat is kept for you
/// for a minute. At most 20 players wait at one table.
#[utoipa::path(
    post, path = "/v1/tables/{id}/waiting", operation_id = "wait_for_seat", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TakeNumber,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn wait_for_seat(
    request: TableRequest,
    Json(body): Json<TakeNumber>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.show_code(body.invite_code.as_ref())?;
    request.command(Command::Wait { invite_code: body.invite_code.as_deref().map(invite_code::read) }).await
}

/// Wait no longer
///
/// If you were called, the seat goes to the next player who waits.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/waiting/me", operation_id = "stop_waiting", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn stop_waiting(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::StopWaiting).await
}

/// Add chips
///
/// You may add chips between hands, up to the table's largest buy-in.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/top-up", operation_id = "top_up", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TopUp,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn top_up(request: TableRequest, Json(body): Json<TopUp>) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::TopUp { amount: body.amount }).await
}

/// Sit out
///
/// You sit out from the next hand on, and owe the blinds that you miss.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/sit-out", operation_id = "sit_out", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn sit_out(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::SitOut).await
}

/// Go away
///
/// The server plays for you at once, in this hand and until you `return`: what costs nothing, or else what the rules prescribe. You are
/// dealt no further hand.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/away", operation_id = "away", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn away(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Away).await
}

/// Show an emote
///
/// A sign or a phrase from a fixed list, which everyone at the table sees. A player who sits there may show five in ten seconds.
#[utoipa::path(
    post, path = "/v1/tables/{id}/emotes", operation_id = "emote", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = ShowEmote,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, TooMany,
    ),
)]
pub async fn emote(
    request: TableRequest,
    Json(body): Json<ShowEmote>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Emote { emote: body.emote }).await
}

/// Come back
///
/// If you owe blinds, wait for the big blind or post them at once. If a chair is kept for you (`you.kept`), you have it again from the
/// next hand on, with as many chips as you had there, or all that you have left, but no fewer than the table requires.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/return", operation_id = "come_back", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = ComeBack,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn come_back(
    request: TableRequest,
    Json(body): Json<ComeBack>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::ComeBack { entry: body.entry }).await
}

/// Say you are ready
///
/// Between hands, at a table that deals by itself or when all players are ready. The next hand is dealt as soon as all players are ready
/// who are present and play.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/ready", operation_id = "ready", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn ready(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Ready).await
}

/// Wish for the hands to come
///
/// The wish replaces your previous one: `{"holdem": {"straddle": true}}`. It applies from the next deal on, or from the next decision,
/// depending on the game. Everyone sees it.
#[utoipa::path(
    put, path = "/v1/tables/{id}/seats/me/wishes", operation_id = "wish", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = AnyWishes,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn wish(
    request: TableRequest,
    Json(wishes): Json<AnyWishes>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Wish { wishes }).await
}

/// Say how the table goes on for you
///
/// The preferences replace your previous ones. Those that you leave out get their defaults. Only you see them.
#[utoipa::path(
    put, path = "/v1/tables/{id}/seats/me/preferences", operation_id = "prefer", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = Preferences,
    responses(
        (status = 200, body = TableAnswer, description = "The events that it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn prefer(
    request: TableRequest,
    Json(preferences): Json<Preferences>,
) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Prefer { preferences }).await
}
