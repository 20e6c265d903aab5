//! The health of the server, and its release.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::Answer;
use crate::http::problem::code::Code;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::services::Services;
use crate::service::ports::store::DATA_RELEASE;
use cardroom_rules::games::game::RULES_RELEASE;
use cardroom_rules::games::viewer::ViewerSafe;

/// The server is well.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthAnswer {
    /// Always `"ok"`.
    #[schema(example = "ok")]
    status: &'static str,
}

impl ViewerSafe for HealthAnswer {}

const OK: HealthAnswer = HealthAnswer { status: "ok" };

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
        (status = 503, body = ProblemBody<'static>, content_type = "application/problem+json", description = "It cannot serve"),
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

/// The release of the server.
#[derive(Debug, Serialize, ToSchema)]
pub struct Release {
    /// The name of the program.
    #[schema(example = "cardroom")]
    name: &'static str,
    /// The release of the program.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The release of the rules by which it deals. It can read hands of this release and of older ones.
    #[schema(example = 3)]
    rules: u32,
    /// The release of its data format. It can open data folders of this release and of older ones.
    #[schema(example = 19)]
    data: u32,
}

impl ViewerSafe for Release {}

/// See the release
///
/// The releases of the program, of its rules and of its data format.
#[utoipa::path(
    get, path = "/v1/version", operation_id = "version", tag = "house",
    responses((status = 200, body = Release, description = "The name and the releases")),
)]
pub async fn version() -> Answer<Release> {
    Answer::ok(Release {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        rules: RULES_RELEASE,
        data: DATA_RELEASE,
    })
}
