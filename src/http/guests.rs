//! Guests: players without an account.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::admission::OneGuest;
use super::answer::Answer;
use super::extract::Json;
use super::identity::Welcome;
use super::problem::{Malformed, Problem, TooMany};
use super::services::Services;
use crate::service::people::player::Name;

/// Who comes in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// What others see; `Guest` and four digits where absent.
    name: Option<Name>,
}

/// Sign in as a guest
///
/// Makes a player with the first play chips and signs them in: all that a first start needs. Give the guest an
/// account later with `PUT /v1/me/account`; a guest whose tokens are lost is lost.
#[utoipa::path(
    post, path = "/v1/guests", operation_id = "create_guest", tag = "players",
    request_body = NewGuest,
    responses((status = 201, body = Welcome, description = "Who you are, and your tokens"), Malformed, TooMany),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    _: OneGuest,
    Json(guest): Json<NewGuest>,
) -> Result<Answer<Welcome>, Problem> {
    let (player, tokens) = services.players.guest(guest.name).await?;
    Ok(Answer::created("/v1/me", Welcome::new(player, &tokens)))
}
