//! The span of a request, and its line in the log.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, StatusCode};
use axum::response::Response;
use tokio::time::Instant;
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::{DefaultOnBodyChunk, DefaultOnEos, MakeSpan, OnRequest, OnResponse, TraceLayer};
use tracing::field::Empty;
use tracing::{Level, Span};

use super::address::shown;
use super::problem::ProblemCode;
use crate::service::limits::client_network::ClientNetwork;
use cardroom_api::id::PlayerId;

/// The header that has a request's identifier.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How many bytes of a path are logged: enough for the longest route, and not much more, because clients may send any path.
const LONGEST_PATH: usize = 128;

/// The reason if a stream ended and neither the server nor a frame of the client gave one.
const GONE: &str = "the connection ended";

/// On an answer: the request was free of charge, and its line is logged only at the level `debug`.
#[derive(Clone, Copy, Debug)]
pub struct Free;

/// The layer that makes the span of each request, and writes its line once it is answered.
pub type RequestLog = TraceLayer<
    SharedClassifier<ServerErrorsAsFailures>,
    RequestSpan,
    RequestLine,
    RequestLine,
    DefaultOnBodyChunk,
    DefaultOnEos,
    (),
>;

/// Makes the layer.
pub fn layer() -> RequestLog {
    TraceLayer::new_for_http()
        .make_span_with(RequestSpan)
        .on_request(RequestLine)
        .on_response(RequestLine)
        .on_failure(())
}

/// Makes the span of a request. The query is left out because it may contain an invite code.
#[derive(Clone, Copy, Debug)]
pub struct RequestSpan;

impl MakeSpan<Body> for RequestSpan {
    fn make_span(&mut self, request: &Request) -> Span {
        if !tracing::enabled!(Level::INFO) {
            return Span::none();
        }
        let path = request.uri().path();
        // A character of several bytes must not be cut.
        let path = path.get(..path.floor_char_boundary(LONGEST_PATH)).unwrap_or(path);
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
        tracing::info_span!("request", method = %request.method(), path, route, id, network = Empty, player = Empty)
    }
}

/// Records the network in the span of the current request.
pub fn note_network(network: ClientNetwork) {
    Span::current().record("network", tracing::field::display(shown(network)));
}

/// Records the player in the span of the current request.
pub fn note_player(player: PlayerId) {
    Span::current().record("player", tracing::field::display(player));
}

/// Writes the line of a stream or a socket when it ends, in the span of its request.
#[derive(Debug)]
pub struct StreamLine {
    span: Span,
    began: Instant,
    why: &'static str,
}

impl StreamLine {
    /// For the stream of the current request.
    pub fn begin() -> Self {
        Self { span: Span::current(), began: Instant::now(), why: GONE }
    }

    /// Sets the reason why the stream ends, if none is set yet.
    pub fn ends(&mut self, why: &'static str) {
        if self.why == GONE {
            self.why = why;
        }
    }
}

impl Drop for StreamLine {
    fn drop(&mut self) {
        let (lasted_ms, why) = (millis(self.began.elapsed()), self.why);
        self.span.in_scope(|| tracing::info!(lasted_ms, why, "a stream has ended"));
    }
}

/// A time in whole milliseconds.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Writes the lines of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLine;

impl OnRequest<Body> for RequestLine {
    fn on_request(&mut self, _: &Request, _: &Span) {
        tracing::debug!("a request has begun");
    }
}

impl OnResponse<Body> for RequestLine {
    fn on_response(self, response: &Response, latency: Duration, _: &Span) {
        let (status, extensions) = (response.status(), response.extensions());
        let code = extensions.get::<ProblemCode>().map_or("", |code| &*code.0);
        let latency_ms = millis(latency);
        // Refused and free requests can come as fast as the network carries them, and must not fill the disk.
        let is_rare = status != StatusCode::TOO_MANY_REQUESTS && extensions.get::<Free>().is_none();
        if is_rare {
            tracing::info!(status = status.as_u16(), code, latency_ms, "a request was answered");
        } else {
            tracing::debug!(status = status.as_u16(), code, latency_ms, "a request was answered");
        }
    }
}
