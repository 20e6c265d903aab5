//! The API's own description, and a page to read it on that needs nothing from elsewhere.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::services::Services;

/// Keeps the page's promise: a browser refuses to load anything for it from another host.
const ONLY_FROM_HERE: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
);

/// `GET /openapi.yaml`, and `/docs`.
pub fn routes(yaml: String) -> Router<Arc<Services>> {
    let yaml: Arc<str> = yaml.into();
    let document = move || {
        let yaml = Arc::clone(&yaml);
        async move { ([(CONTENT_TYPE, "application/yaml")], yaml.to_string()).into_response() }
    };
    // The validator's badge is a picture from another host.
    let config = Config::from("/openapi.yaml").validator_url("none").display_operation_id(true);
    let page = Router::from(SwaggerUi::new("/docs").config(config));
    Router::new().route("/openapi.yaml", get(document)).merge(page.layer(middleware::from_fn(only_from_here)))
}

async fn only_from_here(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, ONLY_FROM_HERE);
    response
}
