//! Recovery codes, for a forgotten password.

use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::api::identity::welcome;
use crate::http::extract::headers::FromDevice;
use crate::http::extract::json::Json;
use crate::http::extract::password_try::PasswordTry;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::codes::OneTimeCode;
use crate::service::people::session::SignedIn;
use cardroom_api::player::sign_in::{RecoveryCodes, Welcome};
use cardroom_api::requests::sign_in::{ByPassword, Recover};

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
    Ok(Answer::created("/v1/me", welcome(player, &services.settings, &tokens)))
}
