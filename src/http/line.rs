//! A request's name, and its line in the log.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use tokio::time::Instant;
use tracing::Span;
use uuid::Uuid;

/// The header that has a request's name.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How much of a path is logged, in bytes: the longest of the description, with its identifiers, and not much more of what strangers
/// make up.
const LONGEST_PATH: usize = 128;

/// The name of a request: the one that its client gave it, where that can be one.
pub fn name(headers: &HeaderMap) -> HeaderValue {
    let fits = |id: &&HeaderValue| {
        let id = id.as_bytes();
        id.len() <= 64 && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
    };
    headers.get(REQUEST_ID).filter(fits).cloned().unwrap_or_else(request_id)
}

/// A name that no other request has: the process's own number, drawn once, and the request's.
fn request_id() -> HeaderValue {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    static REQUESTS: AtomicU64 = AtomicU64::new(0);
    let id = Uuid::from_u64_pair(*PROCESS, REQUESTS.fetch_add(1, Ordering::Relaxed));
    let mut text = Uuid::encode_buffer();
    HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)).unwrap_or(HeaderValue::from_static("none"))
}

/// A request's line in the log: its path without the query, which may hold an invite code.
pub struct Line {
    /// What is logged of the request goes with.
    pub span: Span,
    is_free: bool,
    began: Instant,
}

impl Line {
    /// Of a request that begins, and of which it is known whether it costs nothing.
    pub fn begin(request: &Request, id: &HeaderValue, is_free: bool) -> Self {
        let (method, path) = (request.method(), request.uri().path());
        let id = id.to_str().unwrap_or_default();
        // Only ASCII is in it, so every place is one between characters.
        let path = path.get(..LONGEST_PATH).unwrap_or(path);
        let span = tracing::info_span!("request", %method, path, id);
        span.in_scope(|| tracing::debug!("started processing request"));
        Self { span, is_free, began: Instant::now() }
    }

    /// It has been answered.
    pub fn end(self, response: &Response) {
        let latency = format!("{} ms", self.began.elapsed().as_millis());
        self.span.in_scope(|| match response.status() {
            // Whoever is refused, or asks for what is free, can ask as fast as the network carries, and is not to fill the disk.
            status if status == StatusCode::TOO_MANY_REQUESTS || self.is_free && status.is_success() => {
                tracing::debug!(latency, status = status.as_u16(), "finished processing request");
            }
            status => tracing::info!(latency, status = status.as_u16(), "finished processing request"),
        });
    }
}
