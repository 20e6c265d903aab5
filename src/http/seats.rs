//! Seats: sitting down, standing up, and what a player may do there between hands.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::extract::{IdempotencyKey, Json, Path};
use super::problem::{Conflict, Forbidden, Malformed, NotFound, Problem, RulesRefuse, Unauthorized};
use super::services::Services;
use super::tables::KeyHeader;
use crate::games::game::{Chips, Entry, Seat};
use crate::service::command::Command;
use crate::service::id::TableId;
use crate::service::sessions::SignedIn;
use crate::service::view::TableAnswer;

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
    /// The table's code, where it is not public.
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

/// Whether to straddle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Straddling {
    /// From the next hand on, or no longer.
    on: bool,
}

/// Whether to pass without being asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AutoPassing {
    /// From now on, or no longer.
    on: bool,
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
pub async fn sit(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<SitDown>,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = {
        let SitDown { seat, buy_in, entry, invite_code } = body;
        Command::Sit { seat, buy_in, entry, invite_code }
    };
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
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
pub async fn stand_up(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::StandUp;
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
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
pub async fn top_up(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<TopUp>,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::TopUp { amount: body.amount };
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
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
pub async fn sit_out(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::SitOut;
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
}

/// Come back
///
/// Where blinds are owed: wait for the big blind, or post them at once.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/return", operation_id = "come_back", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = ComeBack,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn come_back(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<ComeBack>,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::ComeBack { entry: body.entry };
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
}

/// Say you are ready
///
/// Where the table deals when everybody is.
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/ready", operation_id = "ready", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn ready(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::Ready;
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
}

/// Straddle, or stop
///
/// Where the table leaves it to its seats (`"straddle": "voluntary"`); elsewhere it is refused (`no_straddle`).
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/straddle", operation_id = "straddle", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = Straddling,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn straddle(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<Straddling>,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::Straddle { on: body.on };
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
}

/// Pass by itself, or stop
///
/// Where nothing in the hand beats the table (Dou Dizhu). Others can tell by it that nothing does, so it is off until it
/// is asked for. In other games it is refused (`no_auto_pass`).
#[utoipa::path(
    post, path = "/v1/tables/{id}/seats/me/auto-pass", operation_id = "auto_pass", tag = "seats",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    request_body = AutoPassing,
    responses(
        (status = 200, body = TableAnswer, description = "What it caused, and the table"),
        Malformed, Unauthorized, NotFound, Conflict,
    ),
)]
pub async fn auto_pass(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Path(id): Path<TableId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<AutoPassing>,
) -> Result<Answer<TableAnswer>, Problem> {
    let command = Command::AutoPass { on: body.on };
    Ok(Answer::ok(services.room.command(id, asker.player, command, key).await?))
}
