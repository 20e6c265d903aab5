//! Whether the house is open, and which house it is.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::code::Code;
use super::problem::{Problem, ProblemBody};
use super::services::Services;
use crate::service::ports::store::DATA_RELEASE;
use cardroom_rules::games::game::RULES_RELEASE;
use cardroom_rules::games::viewer::ViewerSafe;

/// That all is well.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// Always `"ok"`.
    #[schema(example = "ok")]
    status: &'static str,
}

impl ViewerSafe for Health {}

const OK: Health = Health { status: "ok" };

/// Whether the process lives
///
/// Says so as long as it answers at all.
#[utoipa::path(
    get, path = "/healthz", operation_id = "healthz", tag = "house",
    responses((status = 200, body = Health, description = "It lives")),
)]
pub async fn healthz() -> Answer<Health> {
    Answer::ok(OK)
}

/// Whether it can serve
///
/// Whether the database answers and takes what is written, and the server does not stop. It has tried in the last five
/// seconds.
#[utoipa::path(
    get, path = "/readyz", operation_id = "readyz", tag = "house",
    responses(
        (status = 200, body = Health, description = "It can: the database answers and is written, moves are kept, the clock is kept, and it is not closing"),
        (status = 503, body = ProblemBody<'static>, content_type = "application/problem+json", description = "It cannot"),
    ),
)]
pub async fn readyz(State(services): State<Arc<Services>>) -> Result<Answer<Health>, Problem> {
    if services.room.is_ready().await {
        Ok(Answer::ok(OK))
    } else {
        let why = "the database does not answer or cannot be written, the writer or the clock has died, or the house is closing";
        Err(Problem::new(Code::Unavailable, why))
    }
}

/// Which house it is, and what it keeps.
#[derive(Debug, Serialize, ToSchema)]
pub struct Release {
    /// Its name.
    #[schema(example = "cardroom")]
    name: &'static str,
    /// Its release.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The release of the rules by which it deals; hands of it and of older ones are read.
    #[schema(example = 3)]
    rules: u32,
    /// The release of the form in which it keeps its data; folders of it and of older ones are opened.
    #[schema(example = 19)]
    data: u32,
}

impl ViewerSafe for Release {}

/// Which house it is
///
/// The release that runs, and the releases of its rules and of the form in which it keeps its data.
#[utoipa::path(
    get, path = "/v1/version", operation_id = "version", tag = "house",
    responses((status = 200, body = Release, description = "Its name and releases")),
)]
pub async fn version() -> Answer<Release> {
    Answer::ok(Release {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        rules: RULES_RELEASE,
        data: DATA_RELEASE,
    })
}
