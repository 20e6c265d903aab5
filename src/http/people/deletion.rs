//! The end of the asker.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use tracing::Instrument;
use utoipa::ToSchema;

use crate::http::admission::OnePassword;
use crate::http::json::Json;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::account::Password;
use crate::service::people::session::SignedIn;

/// That you mean it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    /// Your password, where you have an account; a guest has none.
    password: Option<Password>,
}

/// Delete yourself
///
/// For good. Your name, your login, your sign-ins, friends and blocks are gone, and your chips go back to where all come
/// from. Hands that you played stay, and the ledger: they name you `Deleted player`, and know you by an identifier alone.
///
/// Stand up everywhere first: who sits at a table has chips there, or a hand to finish.
#[utoipa::path(
    delete, path = "/v1/me", operation_id = "delete_me", tag = "players",
    security(("bearer" = [])),
    request_body = Farewell,
    responses(
        (status = 204, description = "You are gone"),
        Malformed, Unauthorized, Forbidden, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn delete(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    _: OnePassword,
    Json(Farewell { password }): Json<Farewell>,
) -> Result<StatusCode, Problem> {
    // In a task of its own: a client that hangs up leaves no name in memory.
    tokio::spawn(carry_out(services, asker, password).in_current_span())
        .await
        .map_err(|error| Problem::internal(&error))?
}

async fn carry_out(
    services: Arc<Services>,
    asker: SignedIn,
    password: Option<Password>,
) -> Result<StatusCode, Problem> {
    let known_to = services.accounts.delete(asker.player, password).await?;
    services.friends.tell(known_to);
    services.room.forget_name(asker.player).await;
    Ok(StatusCode::NO_CONTENT)
}
