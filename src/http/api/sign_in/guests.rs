//! Guests: players without an account.

use std::sync::Arc;

use axum::extract::State;
use utoipa::IntoParams;

use crate::http::address::shown;
use crate::http::answer::Answer;
use crate::http::api::identity::welcome;
use crate::http::extract::headers::{FromDevice, Keyed};
use crate::http::extract::json::Json;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::{Malformed, Problem, TooMany};
use crate::http::services::Services;
use crate::service::people::guest_idempotency::GuestKey;
use cardroom_api::player::sign_in::Welcome;
use cardroom_api::requests::sign_in::NewGuest;

/// Sign in as a guest
///
/// Creates a player with their first play chips, and signs them in. A guest can get an account later with `PUT /v1/me/account`. A guest
/// whose tokens are lost cannot sign in again.
///
/// With an `Idempotency-Key`, the same request from the same address within ten minutes returns the same guest, with new tokens that replace
/// the first ones. So you can repeat it if the answer was lost. After that time, or once the guest has an account, the same request
/// creates another guest.
#[utoipa::path(
    post, path = "/v1/guests", operation_id = "create_guest", tag = "players",
    params(GuestKeyHeader),
    request_body = NewGuest,
    responses((status = 201, body = Welcome, description = "Who you are, and your tokens"), Malformed, TooMany),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    usage: RequestUsage,
    Keyed(key): Keyed,
    FromDevice(device): FromDevice,
    Json(guest): Json<NewGuest>,
) -> Result<Answer<Welcome>, Problem> {
    let NewGuest { name } = guest;
    // A repeated request writes as well, so it counts as well.
    usage.spend(&services.quotas.guests)?;
    let network = shown(usage.network()).to_string();
    let key = key.as_ref().map(|key| GuestKey { network: &network, key: key.as_str() });
    let (player, tokens) = services.players.guest(name, device, key).await?;
    Ok(Answer::created("/v1/me", welcome(player, &services.settings, &tokens)))
}

/// The header that makes the creation of a guest safe to repeat.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct GuestKeyHeader {
    /// Your own unguessable key for this request, 1 to 64 visible ASCII characters.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}
