//! Guests: players without an account.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::answer::Answer;
use super::client_address::Caller;
use super::device::FromDevice;
use super::extract::Keyed;
use super::identity::Welcome;
use super::json::Json;
use super::problem::{Malformed, Problem, TooMany};
use super::services::Services;
use crate::service::people::arrivals::{Arrival, Door};
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
///
/// With an `Idempotency-Key`, the same request from the same address within ten minutes is the same guest, with new
/// tokens that replace the first: send it again where the answer was lost. Once the guest has an account, or after that
/// time, the same request is another guest.
#[utoipa::path(
    post, path = "/v1/guests", operation_id = "create_guest", tag = "players",
    params(GuestKeyHeader),
    request_body = NewGuest,
    responses((status = 201, body = Welcome, description = "Who you are, and your tokens"), Malformed, TooMany),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Keyed(key): Keyed,
    FromDevice(device): FromDevice,
    Json(guest): Json<NewGuest>,
) -> Result<Answer<Welcome>, Problem> {
    let NewGuest { name } = guest;
    // A repeat writes as well, so it counts as well.
    caller.spends(&services.limits.guests)?;
    let door = key.map_or_else(Door::default, |key| {
        let asked = name.as_ref().map(ToString::to_string);
        services.arrivals.door([
            &caller.network().0.to_string(),
            asked.as_deref().unwrap_or_default(),
            key.as_str(),
        ])
    });
    let mut first = door.lock().await;
    let again = services.players.guest_again(*first).await?;
    let at = first.filter(|_| again.is_some()).map(|first| first.at);
    let (player, tokens) = match again {
        Some(again) => again,
        None => services.players.guest(name, device).await?,
    };
    *first = Some(Arrival { refresh: tokens.pair.refresh.hash(), at: at.unwrap_or(player.created_at) });
    Ok(Answer::created("/v1/me", Welcome::new(player, &services.settings, &tokens)))
}

/// The header that makes coming in safe to send again.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct GuestKeyHeader {
    /// A name of yours for this request that nobody guesses, 1 to 64 visible ASCII characters.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}
