//! The caller's sign-ins.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::path::Path;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::code::Code;
use crate::http::problem::{Malformed, NotFound, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::device::Device;
use crate::service::people::session::{Session, SignedIn};
use cardroom_api::id::SessionId;
use cardroom_api::player::sign_in::{SignInView, SignIns};

/// The most sign-ins that one page has.
const MOST: u32 = 100;

/// Which of your sign-ins to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SignInsQuery {
    /// How many sign-ins. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<SessionId>,
}

fn view(session: &Session, caller: SignedIn) -> SignInView {
    SignInView {
        id: session.id,
        created_at: session.created_at,
        last_used_at: session.refreshed_at(),
        device: session.device.as_ref().map(Device::as_str).map(str::to_owned),
        current: session.id == caller.session,
    }
}

/// See where you are signed in
///
/// Your sign-ins, with the devices as they describe themselves. A sign-in that is not used for 90 days ends by itself.
#[utoipa::path(
    get, path = "/v1/me/sign-ins", operation_id = "sign_ins", tag = "players",
    security(("bearer" = [])),
    params(SignInsQuery),
    responses((status = 200, body = SignIns, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn list(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<SignInsQuery>,
) -> Result<Answer<SignIns>, Problem> {
    let limit = page_limit(query.limit, MOST)?;
    let page = services.sessions.list(caller.player, query.after, limit).await?;
    let sign_ins = page.sessions.iter().map(|session| view(session, caller)).collect();
    Ok(Answer::ok(SignIns { sign_ins, next: page.next }))
}

/// The sign-in in the path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SignInPath {
    /// The sign-in.
    id: SessionId,
}

/// End one of your sign-ins
///
/// Its tokens no longer work, and its streams end.
#[utoipa::path(
    delete, path = "/v1/me/sign-ins/{id}", operation_id = "end_sign_in", tag = "players",
    security(("bearer" = [])),
    params(SignInPath),
    responses((status = 204, description = "Ended"), Malformed, Unauthorized, NotFound),
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Path(SignInPath { id }): Path<SignInPath>,
) -> Result<StatusCode, Problem> {
    if services.sessions.end(caller.player, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::new(Code::NoSuchSignIn, "you have no such sign-in"))
    }
}
