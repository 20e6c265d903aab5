//! Seats: sitting down, standing up, and what a player may do there between hands.

use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::at_table::AtTable;
use super::json::{Exact, Json};
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, TooMany, Unauthorized};
use super::tables::KeyHeader;
use crate::service::id::TableId;
use crate::service::table::command::Command;
use crate::service::table::emote::Emote;
use crate::service::table::invite_code;
use crate::service::table::preferences::Preferences;
use crate::service::table::view::TableAnswer;
use cardroom_rules::games::any::AnyWishes;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

/// How to sit down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitDown {
    /// Where; the first free chair where absent.
    seat: Option<Seat>,
    /// With how many chips of your wallet.
    #[schema(example = 1000)]
    buy_in: Chips,
    /// On what terms; `wait` where absent.
    #[serde(default = "wait")]
    entry: Entry,
    /// The table's code, if it is not public. Capitals, hyphens and spaces do not matter.
    invite_code: Option<String>,
}

/// How to come back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComeBack {
    /// On what terms; `wait` where absent.
    #[serde(default = "wait")]
    entry: Entry,
}

fn wait() -> Entry {
    Entry::Wait
}

/// How much to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TopUp {
    /// How many chips of your wallet.
    amount: Chips,
}

/// Sit down
///
/// The chips move from your wallet to the table.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats", operation_id = "sit_down", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = SitDown,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn sit(at: AtTable, Json(body): Json<SitDown>) -> Result<Answer<TableAnswer>, Problem> {
    let SitDown { seat, buy_in, entry, invite_code } = body;
    at.show_code(invite_code.as_ref())?;
    let invite_code = invite_code.as_deref().map(invite_code::read);
    at.ask(Command::Sit { seat, buy_in, entry, invite_code }).await
}

/// Stand up
///
/// In a hand you fold when your turn comes; then the chips go home.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/seats/me", operation_id = "stand_up", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn stand_up(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::StandUp).await
}

/// How to wait.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({}))]
#[serde(deny_unknown_fields)]
pub struct TakeNumber {
    /// The table's code, if it is not public. Capitals, hyphens and spaces do not matter.
    invite_code: Option<String>,
}

/// Wait for a seat
///
/// Where none is free. Your own stream tells what happens at the table, and that you are `called`: then a seat is kept for
/// you for a minute. At most 20 wait at one table.
#[utoipa::path(
    post, path = "/v1/tables/{id}/waiting", operation_id = "wait_for_seat", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TakeNumber,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn wait_for_seat(
    at: AtTable,
    Json(body): Json<TakeNumber>,
) -> Result<Answer<TableAnswer>, Problem> {
    at.show_code(body.invite_code.as_ref())?;
    at.ask(Command::Wait { invite_code: body.invite_code.as_deref().map(invite_code::read) }).await
}

/// Wait no longer
///
/// Who was called gives the seat to the next.
#[utoipa::path(
    delete, path = "/v1/tables/{id}/waiting/me", operation_id = "stop_waiting", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn stop_waiting(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::StopWaiting).await
}

/// Add chips
///
/// Between hands, up to the table's largest buy-in.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/top-up", operation_id = "top_up", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = TopUp,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn top_up(at: AtTable, Json(body): Json<TopUp>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::TopUp { amount: body.amount }).await
}

/// Sit out
///
/// From the next hand on. Blinds that pass you are owed.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/sit-out", operation_id = "sit_out", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn sit_out(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::SitOut).await
}

/// Go away
///
/// You are played for at once, in this hand and until you `return`: what is free and costs nothing, or what the rules have
/// chosen; and you are dealt no further hand.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/away", operation_id = "away", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn away(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Away).await
}

/// What to show.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"emote": "nice_hand"}))]
#[serde(deny_unknown_fields)]
pub struct ShowEmote {
    /// A sign or a phrase of the list.
    emote: Emote,
}

/// Show an emote
///
/// A sign or a phrase from a fixed list, to everybody at the table: from who sits there, five in ten seconds.
#[utoipa::path(
    post, path = "/v1/tables/{id}/emotes", operation_id = "emote", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = ShowEmote,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, TooMany,
    ),
)]
pub async fn emote(at: AtTable, Json(body): Json<ShowEmote>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Emote { emote: body.emote }).await
}

/// Come back
///
/// Where blinds are owed: wait for the big blind, or post them at once. If a chair is kept for you (`you.kept`), you have it again from
/// the next hand on, with as many chips as you had there, or all you have left, but no less than the table asks for.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/return", operation_id = "come_back", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = ComeBack,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn come_back(at: AtTable, Json(body): Json<ComeBack>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::ComeBack { entry: body.entry }).await
}

/// Say you are ready
///
/// Between hands, where the table deals by itself or when everybody is ready. The next hand is dealt at once when everybody is
/// who is there and plays.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/ready", operation_id = "ready", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn ready(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Ready).await
}

/// Wish for the hands to come
///
/// In place of what you wished before: `{"holdem": {"straddle": true}}`. It counts from the next deal on, or from the
/// next decision, as the game has it. Everybody sees it.
#[utoipa::path(
    put, path = "/v1/tables/{id}/seats/me/wishes", operation_id = "wish", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = AnyWishes,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict, RulesRefuse,
    ),
)]
pub async fn wish(at: AtTable, Exact(wishes): Exact<AnyWishes>) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Wish { wishes }).await
}

/// Say how the table goes on for you
///
/// In place of what you preferred before; what is left out is as it is where you say nothing. Nobody else sees it.
#[utoipa::path(
    put, path = "/v1/tables/{id}/seats/me/preferences", operation_id = "prefer", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = Preferences,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn prefer(
    at: AtTable,
    Exact(preferences): Exact<Preferences>,
) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Prefer { preferences }).await
}
