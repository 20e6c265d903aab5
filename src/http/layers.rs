//! What every request goes through, and every answer.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use tokio::time;
use tower::util::option_layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};
use utoipa_axum::router::OpenApiRouter;

use super::problem::Problem;
use crate::service::reading::LONGEST_WAIT;

/// How long an ordinary request may take.
pub const ORDINARY: Duration = Duration::from_secs(15);
/// How long a request may take that waits for something to happen.
pub const LONG: Duration = LONGEST_WAIT.saturating_add(ORDINARY);
/// How long an audit may take, which reads the whole ledger: some two microseconds a movement.
pub const THOROUGH: Duration = Duration::from_mins(10);
/// How large a body may be, in bytes.
pub const BODY: usize = 64 * 1024;
/// How much of a body that is too large is still read, and thrown away: a client that is cut off while it sends
/// never sees the answer.
const OVERFLOW: usize = 16 * 1024 * 1024;
/// How long sending a body may take.
const BODY_TIME: Duration = Duration::from_secs(10);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Puts around the routes what every request goes through; the last layer is the outermost.
pub fn around(routes: Router, cors_origins: Vec<HeaderValue>) -> Router {
    routes
        .fallback(no_such_route)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(whole_body))
        .layer(middleware::from_fn(fresh))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| panicked(panic.as_ref())))
        .layer(option_layer((!cors_origins.is_empty()).then(|| cors(cors_origins))))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::INFO))
                .on_failure(()),
        )
        .layer(SetSensitiveRequestHeadersLayer::new([AUTHORIZATION]))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        .layer(middleware::map_request(known_request_id))
}

/// Gives the routes so far a time to answer in.
pub fn within<S: Clone + Send + Sync + 'static>(
    time: Duration,
    routes: OpenApiRouter<S>,
) -> OpenApiRouter<S> {
    routes.layer(middleware::from_fn_with_state(time, deadline))
}

/// A handler that takes longer is dropped; what it has asked the room for happens all the same.
async fn deadline(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    time::timeout(limit, next.run(request)).await.unwrap_or_else(|_| {
        let why = "this took too long; whether it happened is unknown";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timed_out", why).into_response()
    })
}

/// Reads the body before anything looks at the request, so that every handler has it whole.
async fn whole_body(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match time::timeout(BODY_TIME, read(body.into_data_stream())).await {
        Ok(Ok(body)) => next.run(Request::from_parts(parts, Body::from(body))).await,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => {
            let why = "the body did not arrive in time";
            Problem::new(StatusCode::REQUEST_TIMEOUT, "slow_body", why).into_response()
        }
    }
}

async fn read(mut stream: BodyDataStream) -> Result<Vec<u8>, Problem> {
    let (mut body, mut length) = (Vec::new(), 0_usize);
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|_| {
            Problem::new(StatusCode::BAD_REQUEST, "malformed_body", "the body ended too early")
        })?;
        length = length.saturating_add(piece.len());
        if length > OVERFLOW {
            break;
        }
        if length <= BODY {
            body.extend_from_slice(&piece);
        }
    }
    if length <= BODY { Ok(body) } else { Err(too_large()) }
}

fn too_large() -> Problem {
    let why = format!("a body has at most {BODY} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large", why).with("max", BODY)
}

/// Answers 304 where the client has the answer already; what says nothing of caches is not to be kept.
async fn fresh(request: Request, next: Next) -> Response {
    let known: Vec<HeaderValue> = request.headers().get_all(IF_NONE_MATCH).iter().cloned().collect();
    let mut response = next.run(request).await;
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let has_it = response.headers().get(ETAG).is_some_and(|tag| known.iter().any(|known| names(known, tag)));
    if has_it && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
}

/// Whether an `If-None-Match` names this tag. The comparison is the weak one, as RFC 9110 asks.
fn names(known: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(known), Ok(tag)) = (known.to_str(), tag.to_str()) else { return false };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.split(',').any(|known| known.trim() == "*" || opaque(known) == tag)
}

async fn no_such_route(uri: Uri) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_such_route", format!("there is nothing at {}", uri.path()))
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let why = format!("{method} is not for {}", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", why)
}

/// A handler that panicked is a mistake of ours; its words are logged, and not sent.
fn panicked(panic: &(dyn Any + Send)) -> Response {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something failed on our side")
        .into_response()
}

/// Lets the scripts of these origins call.
fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH, IDEMPOTENCY_KEY, REQUEST_ID])
        .expose_headers([ETAG, LOCATION, RETRY_AFTER, REQUEST_ID])
        .max_age(Duration::from_hours(1))
}

/// The span of a request: its path without the query, which may hold an invite code.
fn span(request: &Request) -> Span {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
}

/// Forgets a client's own request id that could be anything but one.
async fn known_request_id(mut request: Request) -> Request {
    let fits = |id: &HeaderValue| {
        let id = id.as_bytes();
        id.len() <= 64 && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
    };
    if !request.headers().get(REQUEST_ID).is_some_and(fits) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::names;

    #[test]
    fn an_entity_tag_is_found_in_a_list() {
        let tag = HeaderValue::from_static("\"7-a\"");
        for known in ["\"7-a\"", "\"6-a\", \"7-a\"", "W/\"7-a\"", "*"] {
            assert!(names(&HeaderValue::from_static(known), &tag), "{known}");
        }
        for known in ["\"7-b\"", "7-a", ""] {
            assert!(!names(&HeaderValue::from_static(known), &tag), "{known}");
        }
    }
}
