//! The health of the server, and its release.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;

use crate::http::answer::Answer;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::services::Services;
use crate::service::ports::store::DATA_RELEASE;
use cardroom_api::house::{HealthAnswer, Release};
use cardroom_api::problem::ProblemBody;
use cardroom_rules::games::game::RULES_RELEASE;

const OK: HealthAnswer = HealthAnswer { status: Cow::Borrowed("ok") };

/// Whether the process lives
///
/// Answers 200 as long as the process answers at all.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "house",
    responses((status = 200, body = HealthAnswer, description = "The process lives")),
)]
pub async fn healthz() -> Answer<HealthAnswer> {
    Answer::ok(OK)
}

/// Whether it can serve
///
/// Whether the database answers and can be written, and the server is not stopping. The last try was at most five seconds ago.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "house",
    responses(
        (status = 200, body = HealthAnswer, description = "The database answers and can be written, the writer and the clock run, and the server is not stopping"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json", description = "It cannot serve"),
    ),
)]
pub async fn readyz(State(services): State<Arc<Services>>) -> Result<Answer<HealthAnswer>, Problem> {
    if services.room.is_ready().await {
        Ok(Answer::ok(OK))
    } else {
        let why = "the database does not answer or cannot be written, the writer or the clock has died, or the server is stopping";
        Err(Problem::new(Code::Unavailable, why))
    }
}

/// See the release
///
/// The releases of the program, of its rules and of its data format.
#[utoipa::path(
    get, path = "/v1/version", operation_id = "version", tag = "house",
    responses((status = 200, body = Release, description = "The name and the releases")),
)]
pub async fn version() -> Answer<Release> {
    Answer::ok(Release {
        name: env!("CARGO_PKG_NAME").into(),
        version: env!("CARGO_PKG_VERSION").into(),
        rules: RULES_RELEASE,
        data: DATA_RELEASE,
    })
}
