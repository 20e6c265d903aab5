//! Signing in with a password, and signing out.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::answer::Answer;
use crate::http::api::identity::welcome;
use crate::http::extract::headers::FromDevice;
use crate::http::extract::json::Json;
use crate::http::extract::password_try::PasswordTry;
use crate::http::problem::{Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::people::session::SignedIn;
use cardroom_api::player::sign_in::{SessionTokens, Welcome};
use cardroom_api::requests::sign_in::{Refresh, SignIn};

/// Sign in with a password
///
/// Each sign-in has its own tokens. Use one for each device.
#[utoipa::path(
    post, path = "/v1/sessions", operation_id = "sign_in", tag = "players",
    request_body = SignIn,
    responses(
        (status = 201, body = Welcome, description = "Who you are, and your tokens"),
        Malformed, Forbidden, TooMany,
    ),
)]
pub async fn create(
    State(services): State<Arc<Services>>,
    _: PasswordTry,
    FromDevice(device): FromDevice,
    address: ClientNetwork,
    Json(who): Json<SignIn>,
) -> Result<Answer<Welcome>, Problem> {
    let network = address.widest();
    let (player, tokens) = services.accounts.sign_in(&who.login, who.password, device, network).await?;
    Ok(Answer::created("/v1/me", welcome(player, &services.settings, &tokens)))
}

/// Get the next tokens
///
/// The previous tokens end. If the answer was lost, the same request within a minute gets the same answer. A refresh token that is used
/// again later must have been copied, so its sign-in is ended.
#[utoipa::path(
    post, path = "/v1/sessions/refresh", operation_id = "refresh_session", tag = "players",
    request_body = Refresh,
    responses((status = 200, body = SessionTokens, description = "Your next tokens"), Malformed, Unauthorized),
)]
pub async fn refresh(
    State(services): State<Arc<Services>>,
    Json(refresh): Json<Refresh>,
) -> Result<Answer<SessionTokens>, Problem> {
    let tokens = services.sessions.refresh(&refresh.refresh_token).await?;
    Ok(Answer::ok(SessionTokens::from(&tokens)))
}

/// Sign out on this device
///
/// Ends the sign-in whose token this is, and its streams.
#[utoipa::path(
    delete, path = "/v1/sessions/current", operation_id = "sign_out", tag = "players",
    security(("bearer" = [])),
    responses((status = 204, description = "Signed out"), Unauthorized),
)]
pub async fn end(State(services): State<Arc<Services>>, caller: SignedIn) -> Result<StatusCode, Problem> {
    services.sessions.sign_out(caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere
///
/// Ends all sign-ins of yours, and their streams.
#[utoipa::path(
    delete, path = "/v1/sessions", operation_id = "sign_out_everywhere", tag = "players",
    security(("bearer" = [])),
    responses((status = 204, description = "Signed out on all devices"), Unauthorized),
)]
pub async fn end_all(State(services): State<Arc<Services>>, caller: SignedIn) -> Result<StatusCode, Problem> {
    services.sessions.sign_out_everywhere(caller.player).await?;
    Ok(StatusCode::NO_CONTENT)
}
