//! The API's own description, and a page to read it on that needs nothing from elsewhere.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::openapi;
use super::problem::Problem;
use super::services::Services;

const YAML: &str = "application/yaml";

/// Keeps the page's promise: a browser refuses to load anything for it from another host.
const ONLY_FROM_HERE: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
);

/// How the description is made, from the routes; it is made once, when it is first asked for.
#[derive(Clone, Copy)]
pub struct Describe(pub fn() -> OpenApi);

/// See the API's description
#[utoipa::path(
    get, path = "/openapi.yaml", operation_id = "openapi", tag = "house",
    responses((status = 200, body = String, content_type = YAML, description = "OpenAPI 3.1")),
)]
pub async fn description(
    Extension(Describe(describe)): Extension<Describe>,
) -> Result<impl IntoResponse, Problem> {
    static DESCRIPTION: OnceLock<Result<String, Problem>> = OnceLock::new();
    let description =
        DESCRIPTION.get_or_init(|| openapi::yaml(&describe()).map_err(|error| Problem::internal(&error)));
    Ok(([(CONTENT_TYPE, YAML)], description.as_ref().map_err(Clone::clone)?.as_str()))
}

/// The page at `/docs`.
pub fn page() -> Router<Arc<Services>> {
    // The validator's badge is a picture from another host.
    let config = Config::from("/openapi.yaml").validator_url("none").display_operation_id(true);
    Router::from(SwaggerUi::new("/docs").config(config)).layer(middleware::from_fn(only_from_here))
}

async fn only_from_here(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, ONLY_FROM_HERE);
    response
}
