//! The API's own description, and a page to read it on that needs nothing from elsewhere.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa_swagger_ui::Config;

use super::answer::{self, Answer};
use super::catalogue::{self, ProblemKind, ProblemKinds};
use super::code::Code;
use super::extract::Path;
use super::meter::Meter;
use super::openapi::described::{JSON, YAML};
use super::packed::{TakesGzip, Text};
use super::problem::{NotFound, Problem};
use super::services::Services;

const PAGE: &str = "/docs";
const INDEX: &str = "/docs/";

/// The files of the page; what else its crate has, nothing loads.
static FILES: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| {
    // The validator's badge is a picture from another host.
    let config = Config::from("/openapi.yaml").validator_url("none").display_operation_id(true);
    let config = Arc::new(config);
    let names = [
        "index.html",
        "swagger-ui.css",
        "index.css",
        "favicon-16x16.png",
        "favicon-32x32.png",
        "swagger-ui-bundle.js",
        "swagger-ui-standalone-preset.js",
        "swagger-initializer.js",
    ];
    let text = |name| {
        let file = utoipa_swagger_ui::serve(name, Arc::clone(&config)).ok().flatten()?;
        let mut headers = answer::public_tag(&answer::content_tag(&file.bytes));
        headers.insert(CONTENT_TYPE, HeaderValue::try_from(file.content_type).ok()?);
        headers.insert(CONTENT_SECURITY_POLICY, ONLY_FROM_HERE);
        Some((name, Text::new(headers, file.bytes.into_owned())))
    };
    names.into_iter().filter_map(text).collect()
});

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
pub async fn yaml(meter: Meter, takes: TakesGzip) -> Result<Response, Problem> {
    Ok(meter.path().description()?.yaml.answer(takes).await)
}

/// See the API's description in JSON
///
/// The same as `/openapi.yaml`. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi_json", tag = "house",
    responses((status = 200, body = Object, content_type = JSON, description = "OpenAPI 3.1")),
)]
pub async fn json(meter: Meter, takes: TakesGzip) -> Result<Response, Problem> {
    Ok(meter.path().description()?.json.answer(takes).await)
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
    let index = |takes: TakesGzip| file(Path("index.html".to_owned()), takes);
    Router::new()
        .route(PAGE, get(async || Redirect::to(INDEX)))
        .route(INDEX, get(index))
        .route("/docs/{*file}", get(file))
}

async fn file(Path(name): Path<String>, takes: TakesGzip) -> Response {
    match FILES.get(&*name) {
        Some(text) => text.answer(takes).await,
        None => Problem::new(Code::NoSuchRoute, "the page has no such file").into_response(),
    }
}
