//! Carrying the asker to one more device.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::admission::OnePassword;
use crate::http::answer::Answer;
use crate::http::device::FromDevice;
use crate::http::identity::Welcome;
use crate::http::json::Json;
use crate::http::problem::{Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::moment;
use crate::service::people::session::SignedIn;
use cardroom_rules::games::viewer::ViewerSafe;

/// What opens one more device.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeviceCode {
    /// Type it on the other device; capitals and hyphens do not matter.
    #[schema(example = "7K3QF-0XWMZ")]
    code: String,
    /// How long it opens one.
    #[serde(serialize_with = "moment::exact")]
    until: Timestamp,
}

impl ViewerSafe for DeviceCode {}

/// Get a code for another device
///
/// It signs one other device in as you, once and within ten minutes, with `POST /v1/sessions/device-code`: a guest too. You
/// have one code at a time: the next takes its place. Thirty an hour are given.
#[utoipa::path(
    post, path = "/v1/me/device-codes", operation_id = "create_device_code", tag = "players",
    security(("bearer" = [])),
    responses((status = 201, body = DeviceCode, description = "The code"), Unauthorized, TooMany),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
) -> Result<Answer<DeviceCode>, Problem> {
    let (code, until) = services.device_codes.give(asker.player).await?;
    Ok(Answer::created("/v1/sessions/device-code", DeviceCode { code: code.reveal(), until }))
}

/// A code from another device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The code.
    #[schema(max_length = 64)]
    code: String,
}

/// Sign in with a code from another device
///
/// The code is used up: of two devices that send it, one is signed in. Guesses are counted with passwords.
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
    _: OnePassword,
    FromDevice(device): FromDevice,
    Json(ClaimDevice { code }): Json<ClaimDevice>,
) -> Result<Answer<Welcome>, Problem> {
    let (player, tokens) = services.device_codes.claim(&code, device).await?;
    Ok(Answer::created("/v1/me", Welcome::new(player, &services.settings, &tokens)))
}
