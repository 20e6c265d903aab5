//! The page: the built web client, which is part of this program. Its content security policy keeps browsers from loading anything from
//! other hosts.

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use memory_serve::CacheControl;
use tower::ServiceBuilder;

use super::answer::{accepted, vary};
use super::problem::Problem;
use super::problem::code::Code;

const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
);
const NO_REFERRER: HeaderValue = HeaderValue::from_static("no-referrer");

/// Browsers have to check each time whether a file has changed.
const ASK_AGAIN: CacheControl = CacheControl::Custom("public, no-cache");
/// These files have the hash of their content in their names, and never change.
const HASHED: &str = "/assets/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

const INDEX: &str = "/index.html";
/// Paths below which there is no page.
const NO_PAGES: [&str; 6] = ["/v1", "/docs", "/errors", "/openapi", "/healthz", HASHED];

/// A route for each file of the page. Every other path returns the page itself to a browser, because the page has routes of its own.
#[allow(clippy::large_stack_arrays, reason = "the list of files is a constant")]
pub fn page<S: Clone + Send + Sync + 'static>() -> Router<S> {
    memory_serve::load!()
        .index_file(Some(INDEX))
        .fallback(Some(INDEX))
        .fallback_status(StatusCode::OK)
        .html_cache_control(ASK_AGAIN)
        .cache_control(ASK_AGAIN)
        .into_router()
        .layer(ServiceBuilder::new().layer(from_fn(vary::on_kind)).layer(from_fn(guarded)))
}

/// Refuses paths that are neither a file nor the page, and adds the headers of the page.
async fn guarded(route: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if route.is_none() && !wants_page(&request) {
        return Problem::new(Code::NoSuchRoute, format!("there is nothing at {path}")).into_response();
    }
    let is_hashed = path.starts_with(HASHED);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(REFERRER_POLICY, NO_REFERRER);
    if is_hashed {
        headers.insert(CACHE_CONTROL, FOR_EVER);
    }
    response
}

/// Whether a request is a browser's request for a page.
fn wants_page(request: &Request) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let may_be = !NO_PAGES.iter().any(|at| request.uri().path().starts_with(at));
    reads && may_be && accepted::names(request.headers(), &ACCEPT, "text/html")
}
