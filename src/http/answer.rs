//! The only JSON answer there is.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::ser::Error;
use sha2::{Digest, Sha256};

use super::problem::Problem;
use cardroom_rules::games::viewer::ViewerSafe;

/// An answer in JSON: only what was built for one viewer can be sent.
#[derive(Debug)]
pub struct Answer<T> {
    status: StatusCode,
    headers: HeaderMap,
    body: T,
    is_tagged_by_content: bool,
}

impl<T: ViewerSafe> Answer<T> {
    /// 200.
    pub fn ok(body: T) -> Self {
        Self { status: StatusCode::OK, headers: headers(), body, is_tagged_by_content: false }
    }

    /// 201, with where to find what was made.
    pub fn created(at: &str, body: T) -> Self {
        let mut headers = headers();
        if let Ok(at) = HeaderValue::from_str(at) {
            headers.insert(LOCATION, at);
        }
        Self { status: StatusCode::CREATED, headers, body, is_tagged_by_content: false }
    }

    /// With a weak entity tag, without quotes, that changes whenever what matters does. A request whose
    /// `If-None-Match` names it is answered 304 on the way out, in `conditional`.
    #[must_use]
    pub fn tagged(mut self, tag: &str) -> Self {
        self.headers.extend(tag_headers(tag));
        self
    }

    /// Says that little was preferred, and is told (RFC 7240).
    #[must_use]
    pub fn minimal(mut self) -> Self {
        self.headers.insert("preference-applied", HeaderValue::from_static("return=minimal"));
        self
    }

    /// With a weak entity tag of what it says, which is the same for everybody.
    #[must_use]
    pub fn tagged_by_content(mut self) -> Self {
        self.is_tagged_by_content = true;
        self
    }
}

/// 304: the client has the answer of this tag.
pub fn not_modified(tag: &str) -> Response {
    (StatusCode::NOT_MODIFIED, tag_headers(tag)).into_response()
}

/// What goes with the weak entity tag of what is the same for everybody, given without its quotes.
pub fn public_tag(tag: &str) -> HeaderMap {
    let mut headers = tag_headers(tag);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    headers.remove(VARY);
    headers
}

/// The entity tag of what is always the same, without its quotes.
pub fn content_tag(content: &[u8]) -> String {
    const_hex::encode(&Sha256::digest(content)[..8])
}

/// What goes with an entity tag, given without its quotes.
fn tag_headers(tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(tag) = HeaderValue::from_str(&format!("W/\"{tag}\"")) {
        headers.insert(ETAG, tag);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        // What an answer shows depends on who asks, and what opens it may be a code.
        headers.insert(VARY, HeaderValue::from_static("authorization, invite-code"));
    }
    headers
}

/// Room for the headers of an answer, and for those that are added on its way out.
fn headers() -> HeaderMap {
    HeaderMap::with_capacity(12)
}

/// How many bytes most answers and messages have at most.
pub(super) const TYPICAL: usize = 4 * 1024;

/// A message, as JSON.
pub(super) fn text(told: &impl Serialize) -> serde_json::Result<String> {
    String::from_utf8(written(told)?).map_err(serde_json::Error::custom)
}

/// What is told, as JSON. A table's view fits into the capacity that it begins with: to grow step by step copies most of it twice.
fn written(told: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut written = Vec::with_capacity(TYPICAL);
    serde_json::to_writer(&mut written, told)?;
    Ok(written)
}

impl<T: ViewerSafe> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let Self { status, mut headers, body, is_tagged_by_content } = self;
        match written(&body) {
            Ok(body) => {
                if is_tagged_by_content {
                    headers.extend(public_tag(&content_tag(&body)));
                }
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                let mut response = Response::new(Body::from(body));
                (*response.status_mut(), *response.headers_mut()) = (status, headers);
                response
            }
            Err(error) => Problem::internal(&error).into_response(),
        }
    }
}
