//! Chips anew.

use std::sync::Arc;

use axum::extract::State;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::Keyed;
use crate::http::identity::Me;
use crate::http::problem::{Conflict, Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;

/// The header that makes asking for chips safe to send again.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct RefillKeyHeader {
    /// A name of yours for this request, 1 to 64 visible ASCII characters.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}

/// Get chips after you have lost yours
///
/// On the terms that `refill` of `GET /v1/me` tells: who has fewer chips than `below`, those at tables counted, is given
/// `chips`, and again after `next_at`. Under the `Idempotency-Key` of the last they are not given twice, and the answer is
/// the same.
#[utoipa::path(
    post, path = "/v1/me/refill", operation_id = "refill", tag = "players",
    security(("bearer" = [])),
    params(RefillKeyHeader),
    responses((status = 200, body = Me, description = "You"), Malformed, Unauthorized, Conflict),
)]
pub async fn refill(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Keyed(key): Keyed,
) -> Result<Answer<Me>, Problem> {
    let player = services.players.refill(asker.player, key.map(|key| key.to_string())).await?;
    Ok(Answer::ok(Me::new(player, &services.settings)))
}
