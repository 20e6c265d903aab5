//! For who has forgotten their password.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::admission::OnePassword;
use crate::http::answer::Answer;
use crate::http::device::FromDevice;
use crate::http::identity::Welcome;
use crate::http::json::Json;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::account::{Login, Password};
use crate::service::people::codes::Code;
use crate::service::people::session::SignedIn;
use cardroom_rules::games::viewer::ViewerSafe;

/// Your password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByPassword {
    /// The one you have.
    password: Password,
}

/// Codes that each set a new password once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Write them down: nobody can tell you them again.
    #[schema(min_items = 8, max_items = 8, example = json!([
        "7K3QF-0XWMZ-4T9CD-ARSB2", "M8XJ2-QV5TN-60HPC-93KWE",
        "B1RZ9-D4GYS-7FMA3-XT0QV", "5NCE8-HK2WJ-P6RDB-Y4MZ7",
        "0QTS3-9AXVF-K7H2G-C8EJN", "WD6PM-3YB4R-ZN15T-H0XQK",
        "E9GVA-J7C2S-8MWDF-R5TPZ", "4HXKY-N0B6Q-1SZRE-GV3MC",
    ]))]
    codes: Vec<String>,
}

impl ViewerSafe for RecoveryCodes {}

/// Get recovery codes
///
/// Eight, in place of those you had. Each sets a new password once, with `POST /v1/sessions/recovery`.
#[utoipa::path(
    post, path = "/v1/me/recovery-codes", operation_id = "create_recovery_codes", tag = "players",
    security(("bearer" = [])),
    request_body = ByPassword,
    responses(
        (status = 201, body = RecoveryCodes, description = "The codes"),
        Malformed, Unauthorized, Forbidden, Conflict, TooMany,
    ),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    _: OnePassword,
    Json(ByPassword { password }): Json<ByPassword>,
) -> Result<Answer<RecoveryCodes>, Problem> {
    let codes = services.recovery.renew(asker.player, password).await?;
    let codes = codes.iter().map(Code::reveal).collect();
    Ok(Answer::created("/v1/sessions/recovery", RecoveryCodes { codes }))
}

/// A recovery code, and what you want to sign in with from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's login; capitals do not matter.
    login: Login,
    /// One of its recovery codes; capitals and hyphens do not matter.
    #[schema(max_length = 64)]
    code: String,
    /// The password you want.
    password: Password,
}

/// Set a new password with a recovery code
///
/// The code is used up. All your sign-ins end, and this device is signed in. An unknown login and a wrong code are answered
/// alike; tries are counted with passwords.
#[utoipa::path(
    post, path = "/v1/sessions/recovery", operation_id = "recover", tag = "players",
    request_body = Recover,
    responses(
        (status = 201, body = Welcome, description = "Who you are, and your tokens"),
        Malformed, Forbidden, TooMany,
    ),
)]
pub async fn recover(
    State(services): State<Arc<Services>>,
    _: OnePassword,
    FromDevice(device): FromDevice,
    Json(Recover { login, code, password }): Json<Recover>,
) -> Result<Answer<Welcome>, Problem> {
    let (player, tokens) = services.recovery.recover(&login, &code, password, device).await?;
    Ok(Answer::created("/v1/me", Welcome::new(player, &services.settings, &tokens)))
}
