//! What every request goes through, and every answer.

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, DATE, ETAG, IF_NONE_MATCH, LOCATION,
    RETRY_AFTER,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use tokio::time;
use tower::util::option_layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::CorsLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};
use utoipa_axum::router::OpenApiRouter;

use super::code::Code;
use super::entity_tag::KnownTags;
use super::problem::Problem;
use super::{event_gzip, streamer, web};
use crate::service::room::asker::LONGEST_WAIT;

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
/// Which answers are too small to be compressed, in bytes: they fit into one packet as they are.
const SMALL: u64 = 256;
/// How long sending a body may take.
const BODY_TIME: Duration = Duration::from_secs(10);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static(streamer::LAST_EVENT_ID);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Puts around the routes what every request goes through; the last layer is the outermost.
pub fn around(routes: Router, cors_origins: Vec<HeaderValue>) -> Router {
    routes
        .fallback(web::page)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(whole_body))
        .layer(middleware::from_fn(fresh))
        .layer(middleware::from_fn(event_gzip::compress))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(SMALL).and(NotForContentType::SSE)))
        .layer(middleware::map_request(event_gzip::negotiate))
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
        Problem::new(Code::TimedOut, why).into_response()
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
            Problem::new(Code::SlowBody, why).into_response()
        }
    }
}

async fn read(mut stream: BodyDataStream) -> Result<Vec<u8>, Problem> {
    let (mut body, mut length) = (Vec::new(), 0_usize);
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|_| Problem::new(Code::MalformedBody, "the body ended too early"))?;
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
    Problem::new(Code::BodyTooLarge, why).with("max", BODY)
}

/// Answers 304 where the client has the answer already; what says nothing of caches is not to be kept.
async fn fresh(request: Request, next: Next) -> Response {
    let known = KnownTags::of(request.headers());
    let mut response = next.run(request).await;
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let has_it = response.headers().get(ETAG).is_some_and(|tag| known.contain_header(tag));
    if has_it && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let why = format!("{method} is not for {}", uri.path());
    Problem::new(Code::MethodNotAllowed, why)
}

/// A handler that panicked is a mistake of ours; its words are logged, and not sent.
fn panicked(panic: &(dyn Any + Send)) -> Response {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("without words"), "a handler panicked");
    Problem::new(Code::Internal, "something failed on our side").into_response()
}

/// Lets the scripts of these origins call.
fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_NONE_MATCH,
            IDEMPOTENCY_KEY,
            LAST_EVENT_ID,
            REQUEST_ID,
        ])
        .expose_headers([DATE, ETAG, LOCATION, RETRY_AFTER, REQUEST_ID])
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
