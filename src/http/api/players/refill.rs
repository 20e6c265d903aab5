//! New chips for players who have lost theirs.

use std::sync::Arc;

use axum::extract::State;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::api::identity::me;
use crate::http::extract::headers::Keyed;
use crate::http::problem::{Conflict, Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::player::me::Me;

/// The header that makes a refill safe to repeat.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct RefillKeyHeader {
    /// Your own key for this request, 1 to 64 visible ASCII characters.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}

/// Get chips after you have lost yours
///
/// `refill` of `GET /v1/me` has the terms: a player with fewer chips than `below`, including those at tables, gets `chips`, and again
/// after `next_at`. A request with the `Idempotency-Key` of the last refill gives nothing more, and gets the same answer.
#[utoipa::path(
    post, path = "/v1/me/refill", operation_id = "refill", tag = "players",
    security(("bearer" = [])),
    params(RefillKeyHeader),
    responses((status = 200, body = Me, description = "You"), Malformed, Unauthorized, Conflict),
)]
pub async fn refill(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Keyed(key): Keyed,
) -> Result<Answer<Me>, Problem> {
    let player = services.players.refill(caller.player, key.map(|key| key.to_string())).await?;
    Ok(Answer::ok(me(player, &services.settings)))
}
