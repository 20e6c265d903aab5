//! The caller's account: its login, its password, and its end.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use tracing::Instrument;

use crate::http::answer::Answer;
use crate::http::api::identity::me;
use crate::http::extract::headers::FromDevice;
use crate::http::extract::json::Json;
use crate::http::extract::password_try::PasswordTry;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, RulesRefuse, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::player::account::Password;
use cardroom_api::player::me::Me;
use cardroom_api::player::sign_in::SessionTokens;
use cardroom_api::requests::players::{Farewell, NewAccount, NewLogin, NewPassword};

/// Give yourself an account
///
/// Afterwards you can sign in on other devices. Change the login later with `PUT /v1/me/login`.
#[utoipa::path(
    put, path = "/v1/me/account", operation_id = "name_account", tag = "players",
    security(("bearer" = [])),
    request_body = NewAccount,
    responses(
        (status = 200, body = Me, description = "You"),
        Malformed, Unauthorized, Conflict, TooMany,
    ),
)]
pub async fn name_account(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    _: PasswordTry,
    Json(account): Json<NewAccount>,
) -> Result<Answer<Me>, Problem> {
    let player = services.accounts.name(caller.player, &account.login, account.password).await?;
    Ok(Answer::ok(me(player, &services.settings)))
}

/// Change your password
///
/// Ends all your sign-ins, including this one, and signs this device in again.
#[utoipa::path(
    put, path = "/v1/me/password", operation_id = "change_password", tag = "players",
    security(("bearer" = [])),
    request_body = NewPassword,
    responses(
        (status = 200, body = SessionTokens, description = "Your next tokens"),
        Malformed, Unauthorized, Forbidden, Conflict, TooMany,
    ),
)]
pub async fn change_password(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    _: PasswordTry,
    FromDevice(device): FromDevice,
    Json(password): Json<NewPassword>,
) -> Result<Answer<SessionTokens>, Problem> {
    let NewPassword { current, new } = password;
    let tokens = services.accounts.change_password(caller.player, current, new, device).await?;
    Ok(Answer::ok(SessionTokens::from(&tokens)))
}

/// Change your login
///
/// You stay signed in on all devices.
#[utoipa::path(
    put, path = "/v1/me/login", operation_id = "change_login", tag = "players",
    security(("bearer" = [])),
    request_body = NewLogin,
    responses(
        (status = 200, body = Me, description = "You"),
        Malformed, Unauthorized, Forbidden, Conflict, TooMany,
    ),
)]
pub async fn change_login(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    _: PasswordTry,
    Json(NewLogin { login, password }): Json<NewLogin>,
) -> Result<Answer<Me>, Problem> {
    let player = services.accounts.change_login(caller.player, &login, password).await?;
    Ok(Answer::ok(me(player, &services.settings)))
}

/// Delete yourself
///
/// This cannot be undone. Your name, login, sign-ins, friends and blocks are deleted, and your chips go back to the mint. The hands that
/// you played stay, and so does the ledger: they call you `Deleted player`, and have only your identifier.
///
/// Stand up from all tables first, because you may have chips or a hand to finish there.
#[utoipa::path(
    delete, path = "/v1/me", operation_id = "delete_me", tag = "players",
    security(("bearer" = [])),
    request_body = Farewell,
    responses(
        (status = 204, description = "You are deleted"),
        Malformed, Unauthorized, Forbidden, Conflict, RulesRefuse, TooMany,
    ),
)]
pub async fn delete(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    _: PasswordTry,
    Json(Farewell { password }): Json<Farewell>,
) -> Result<StatusCode, Problem> {
    // In a task of its own, so that the name is removed from memory even if the client disconnects.
    tokio::spawn(carry_out(services, caller, password).in_current_span())
        .await
        .map_err(|error| Problem::internal(&error))?
}

async fn carry_out(
    services: Arc<Services>,
    caller: SignedIn,
    password: Option<Password>,
) -> Result<StatusCode, Problem> {
    let known_to = services.accounts.delete(caller.player, password).await?;
    services.friends.notify(known_to);
    services.room.forget_name(caller.player).await;
    Ok(StatusCode::NO_CONTENT)
}
