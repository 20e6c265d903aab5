//! Codes that sign the caller in on another device.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::api::identity::welcome;
use crate::http::extract::headers::FromDevice;
use crate::http::extract::json::Json;
use crate::http::extract::password_try::PasswordTry;
use crate::http::problem::{Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::player::sign_in::{DeviceCode, Welcome};
use cardroom_api::requests::sign_in::ClaimDevice;

/// Get a code for another device
///
/// The code signs one other device in as you with `POST /v1/sessions/device-code`, once and within ten minutes. This works for guests
/// too. You have one code at a time; a new one replaces it. You may get thirty an hour.
#[utoipa::path(
    post, path = "/v1/me/device-codes", operation_id = "create_device_code", tag = "players",
    security(("bearer" = [])),
    responses((status = 201, body = DeviceCode, description = "The code"), Unauthorized, TooMany),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
) -> Result<Answer<DeviceCode>, Problem> {
    let (code, until) = services.device_codes.give(caller.player).await?;
    Ok(Answer::created("/v1/sessions/device-code", DeviceCode { code: code.reveal(), until }))
}

/// Sign in with a code from another device
///
/// The code works once: if two devices send it, one is signed in. Tries count against the quota of passwords.
#[utoipa::path(
    post, path = "/v1/sessions/device-code", operation_id = "claim_device_code", tag = "players",
    request_body = ClaimDevice,
    responses(
        (status = 201, body = Welcome, description = "Who you are, and your tokens"),
        Malformed, Forbidden, TooMany,
    ),
)]
pub async fn claim(
    State(services): State<Arc<Services>>,
    _: PasswordTry,
    FromDevice(device): FromDevice,
    Json(ClaimDevice { code }): Json<ClaimDevice>,
) -> Result<Answer<Welcome>, Problem> {
    let (player, tokens) = services.device_codes.claim(&code, device).await?;
    Ok(Answer::created("/v1/me", welcome(player, &services.settings, &tokens)))
}
