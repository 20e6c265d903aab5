//! Another login.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::admission::OnePassword;
use crate::http::answer::Answer;
use crate::http::identity::Me;
use crate::http::json::Json;
use crate::http::problem::{Conflict, Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::services::Services;
use crate::service::people::account::{Login, Password};
use crate::service::people::session::SignedIn;

/// Another login.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLogin {
    /// The one you want.
    login: Login,
    /// Your password.
    password: Password,
}

/// Change your login
///
/// You stay signed in wherever you are.
#[utoipa::path(
    put, path = "/v1/me/login", operation_id = "change_login", tag = "players",
    security(("bearer" = [])),
    request_body = NewLogin,
    responses(
        (status = 200, body = Me, description = "You"),
        Malformed, Unauthorized, Forbidden, Conflict, TooMany,
    ),
)]
pub async fn change(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    _: OnePassword,
    Json(NewLogin { login, password }): Json<NewLogin>,
) -> Result<Answer<Me>, Problem> {
    let player = services.accounts.change_login(asker.player, &login, password).await?;
    Ok(Answer::ok(Me::new(player, &services.settings)))
}
