//! The API's description, and a page to read it that loads nothing from other hosts.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use utoipa_swagger_ui::Config;

use crate::http::answer::text::Text;
use crate::http::answer::{self, Answer};
use crate::http::extract::path::Path;
use crate::http::problem::catalogue;
use crate::http::problem::code::Code;
use crate::http::problem::{NotFound, NotModified, Problem};
use crate::http::schema::description::{Describe, JSON, YAML, described};
use crate::http::services::Services;
use cardroom_api::problem::{ProblemKind, ProblemKinds};

const PAGE: &str = "/docs";
const INDEX: &str = "/docs/";

/// The files of the page. Nothing loads the other files of its crate.
static FILES: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| {
    // The validator's badge would be loaded from another host.
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

/// Keeps browsers from loading anything for the page from other hosts.
const ONLY_FROM_HERE: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
);

/// See the API's description
///
/// In YAML. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/openapi.yaml", operation_id = "openapi", tag = "house",
    responses((status = 200, body = Object, content_type = YAML, description = "OpenAPI 3.1"), NotModified),
)]
pub async fn yaml(Extension(describe): Extension<Describe>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(described(describe)?.yaml.answer(&headers))
}

/// See the API's description in JSON
///
/// The same as `/openapi.yaml`. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/openapi.json", operation_id = "openapi_json", tag = "house",
    responses((status = 200, body = Object, content_type = JSON, description = "OpenAPI 3.1"), NotModified),
)]
pub async fn json(Extension(describe): Extension<Describe>, headers: HeaderMap) -> Result<Response, Problem> {
    Ok(described(describe)?.json.answer(&headers))
}

/// See what can go wrong
///
/// Every kind of problem: its code, its status, when it occurs, and what to do.
#[utoipa::path(
    get, path = "/errors", operation_id = "problems", tag = "house",
    responses((status = 200, body = ProblemKinds, description = "The kinds of problem"), NotModified),
)]
pub async fn problems() -> Answer<ProblemKinds> {
    Answer::ok(ProblemKinds { problems: catalogue::kinds().to_vec() }).tagged_by_content()
}

/// See what a problem means
///
/// The target of the `type` of a problem.
#[utoipa::path(
    get, path = "/errors/{code}", operation_id = "problem", tag = "house",
    params(("code" = String, Path, description = "The problem's `code`", example = "stale")),
    responses((status = 200, body = ProblemKind, description = "The kind of problem"), NotModified, NotFound),
)]
pub async fn problem(Path(code): Path<String>) -> Result<Answer<ProblemKind>, Problem> {
    let kind = catalogue::kind_of(&code);
    let kind = kind.cloned().map(|kind| Answer::ok(kind).tagged_by_content());
    kind.ok_or_else(|| Problem::new(Code::NoSuchRoute, "there is no such problem"))
}

/// The page at `/docs`.
pub fn page() -> Router<Arc<Services>> {
    Router::new()
        .route(PAGE, get(async || Redirect::to(INDEX)))
        .route(INDEX, get(async |headers: HeaderMap| file("index.html", &headers)))
        .route(
            "/docs/{*file}",
            get(async |Path(name): Path<String>, headers: HeaderMap| file(&name, &headers)),
        )
}

fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let found = FILES.get(name).map(|file| file.answer(headers));
    found.ok_or_else(|| Problem::new(Code::NoSuchRoute, "the page has no such file"))
}
