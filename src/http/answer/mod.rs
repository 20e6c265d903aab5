//! Answers in JSON.

pub mod accepted;
pub mod entity_tag;
pub mod text;
pub mod vary;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::ser::Error;
use sha2::{Digest, Sha256};

use crate::http::problem::Problem;
use cardroom_rules::games::viewer::ViewerSafe;

/// An answer in JSON. Only values that were built for a viewer can be sent.
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

    /// 201, with the location of what was created.
    pub fn created(at: &str, body: T) -> Self {
        let mut headers = headers();
        if let Ok(at) = HeaderValue::from_str(at) {
            headers.insert(LOCATION, at);
        }
        Self { status: StatusCode::CREATED, headers, body, is_tagged_by_content: false }
    }

    /// Adds a weak entity tag, given without quotes. It must change whenever the content does. If the `If-None-Match` of the request names
    /// it, a layer answers 304.
    #[must_use]
    pub fn tagged(mut self, tag: &str) -> Self {
        self.headers.extend(tag_headers(tag));
        self
    }

    /// Confirms the preference for a minimal answer (RFC 7240).
    #[must_use]
    pub fn minimal(mut self) -> Self {
        self.headers.insert("preference-applied", HeaderValue::from_static("return=minimal"));
        self
    }

    /// Adds a weak entity tag made from the content, which must be the same for all viewers.
    #[must_use]
    pub fn tagged_by_content(mut self) -> Self {
        self.is_tagged_by_content = true;
        self
    }
}

/// 304: the client already has the answer with this tag.
pub fn not_modified(tag: &str) -> Response {
    (StatusCode::NOT_MODIFIED, tag_headers(tag)).into_response()
}

/// The headers of an answer with this entity tag, given without quotes, that is the same for all viewers.
pub fn public_tag(tag: &str) -> HeaderMap {
    let mut headers = tag_headers(tag);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    headers.remove(VARY);
    headers
}

/// An entity tag made from the content, without quotes.
pub fn content_tag(content: &[u8]) -> String {
    const_hex::encode(&Sha256::digest(content)[..8])
}

/// The headers of an answer with this entity tag, given without quotes.
fn tag_headers(tag: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(tag) = HeaderValue::from_str(&format!("W/\"{tag}\"")) {
        headers.insert(ETAG, tag);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        // The answer depends on the caller, and on the invite code.
        headers.insert(VARY, HeaderValue::from_static("authorization, invite-code"));
    }
    headers
}

/// An empty map with capacity for the headers of an answer, and for those that layers add.
fn headers() -> HeaderMap {
    HeaderMap::with_capacity(12)
}

/// Most answers and messages have at most this many bytes.
pub const TYPICAL: usize = 4 * 1024;

/// A message in JSON.
pub fn text(value: &impl Serialize) -> serde_json::Result<String> {
    String::from_utf8(written(value)?).map_err(serde_json::Error::custom)
}

/// A value in JSON. The initial capacity fits a view of a table, because growing step by step would copy most of it twice.
fn written(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut written = Vec::with_capacity(TYPICAL);
    serde_json::to_writer(&mut written, value)?;
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
