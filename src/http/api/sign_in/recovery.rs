//! Recovery codes, for a forgotten password.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::answer::Answer;
use crate::http::api::identity::Welcome;
use crate::http::extract::headers::FromDevice;
use crate::http::extract::json::Json;
use crate::http::extract::password_try::PasswordTry;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::account::{Login, Password};
use crate::service::people::codes::OneTimeCode;
use crate::service::people::session::SignedIn;
use cardroom_rules::games::viewer::ViewerSafe;

/// Your password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByPassword {
    /// Your current password.
    password: Password,
}

/// Recovery codes. Each sets a new password once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Write them down: they are not shown again.
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
/// Eight codes, which replace those you had. Each sets a new password once, with `POST /v1/sessions/recovery`.
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
    caller: SignedIn,
    _: PasswordTry,
    Json(ByPassword { password }): Json<ByPassword>,
) -> Result<Answer<RecoveryCodes>, Problem> {
    let codes = services.recovery.renew(caller.player, password).await?;
    let codes = codes.iter().map(OneTimeCode::reveal).collect();
    Ok(Answer::created("/v1/sessions/recovery", RecoveryCodes { codes }))
}

/// A recovery code and a new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The account's login. Case does not matter.
    login: Login,
    /// One of its recovery codes. Case and hyphens do not matter.
    #[schema(max_length = 64)]
    code: String,
    /// The password you want.
    password: Password,
}

/// Set a new password with a recovery code
///
/// The code is used up. All your sign-ins end, and this device is signed in. An unknown login and a wrong code get the same answer. Tries
/// count against the quota of passwords.
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
    _: PasswordTry,
    FromDevice(device): FromDevice,
    Json(Recover { login, code, password }): Json<Recover>,
) -> Result<Answer<Welcome>, Problem> {
    let (player, tokens) = services.recovery.recover(&login, &code, password, device).await?;
    Ok(Answer::created("/v1/me", Welcome::new(player, &services.settings, &tokens)))
}
