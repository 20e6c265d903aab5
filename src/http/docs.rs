//! The API's own description, and a page to read it on that needs nothing from elsewhere.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::answer::{self, Answer};
use super::catalogue::{self, ProblemKind, ProblemKinds};
use super::code::Code;
use super::extract::Path;
use super::meter::Meter;
use super::packed;
use super::problem::{NotFound, Problem};
use super::services::Services;

const JSON: &str = "application/json";
const YAML: &str = "application/yaml";

/// Keeps the page's promise: a browser refuses to load anything for it from another host.
const ONLY_FROM_HERE: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
);

/// See the API's description
///
/// In YAML. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/openapi.yaml", operation_id = "openapi", tag = "house",
    responses((status = 200, body = Object, content_type = YAML, description = "OpenAPI 3.1")),
)]
pub async fn yaml(meter: Meter) -> Result<impl IntoResponse, Problem> {
    let description = meter.path().description()?;
    Ok(([(CONTENT_TYPE, YAML)], answer::public_tag(&description.tag), description.yaml.as_str()))
}

/// See the API's description in JSON
///
/// The same as `/openapi.yaml`. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi_json", tag = "house",
    responses((status = 200, body = Object, content_type = JSON, description = "OpenAPI 3.1")),
)]
pub async fn json(meter: Meter) -> Result<impl IntoResponse, Problem> {
    let description = meter.path().description()?;
    Ok(([(CONTENT_TYPE, JSON)], answer::public_tag(&description.tag), description.json.as_str()))
}

/// See what can go wrong
///
/// Every kind of problem: its code, its status, when it comes, and what to do.
#[utoipa::path(
    get, path = "/errors", operation_id = "problems", tag = "house",
    responses((status = 200, body = ProblemKinds, description = "The kinds of problem")),
)]
pub async fn problems() -> Answer<ProblemKinds> {
    Answer::ok(ProblemKinds { problems: catalogue::kinds().to_vec() }).tagged_by_content()
}

/// See what a problem means
///
/// What the `type` of a problem leads to.
#[utoipa::path(
    get, path = "/errors/{code}", operation_id = "problem", tag = "house",
    params(("code" = String, Path, description = "The problem's `code`", example = "stale")),
    responses((status = 200, body = ProblemKind, description = "The kind of problem"), NotFound),
)]
pub async fn problem(Path(code): Path<String>) -> Result<Answer<ProblemKind>, Problem> {
    let kind = catalogue::kind_of(&code);
    let kind = kind.cloned().map(|kind| Answer::ok(kind).tagged_by_content());
    kind.ok_or_else(|| Problem::new(Code::NoSuchRoute, "there is no such problem"))
}

/// The page at `/docs`.
pub fn page() -> Router<Arc<Services>> {
    // The validator's badge is a picture from another host.
    let config = Config::from("/openapi.yaml").validator_url("none").display_operation_id(true);
    let page = Router::from(SwaggerUi::new("/docs").config(config));
    page.layer(middleware::from_fn(packed::once)).layer(middleware::from_fn(only_from_here))
}

async fn only_from_here(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, ONLY_FROM_HERE);
    response
}
