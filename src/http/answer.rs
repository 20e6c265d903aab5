//! The only JSON answer there is.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::problem::Problem;
use crate::games::game::Told;

/// An answer in JSON: only what was built for one viewer can be sent.
#[derive(Debug)]
pub struct Answer<T> {
    status: StatusCode,
    headers: HeaderMap,
    body: T,
}

impl<T: Told> Answer<T> {
    /// 200.
    pub fn ok(body: T) -> Self {
        Self { status: StatusCode::OK, headers: HeaderMap::new(), body }
    }

    /// 201, with where to find what was made.
    pub fn created(at: &str, body: T) -> Self {
        let mut headers = HeaderMap::new();
        if let Ok(at) = HeaderValue::from_str(at) {
            headers.insert(LOCATION, at);
        }
        Self { status: StatusCode::CREATED, headers, body }
    }

    /// With a strong entity tag, without quotes, that changes whenever the bytes do. A request whose
    /// `If-None-Match` names it is answered 304 on the way out, in [`layers`](super::layers).
    #[must_use]
    pub fn tagged(mut self, tag: &str) -> Self {
        if let Ok(tag) = HeaderValue::from_str(&format!("\"{tag}\"")) {
            self.headers.insert(ETAG, tag);
            self.headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            self.headers.insert(VARY, HeaderValue::from_static("authorization"));
        }
        self
    }
}

impl<T: Told> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let Self { status, mut headers, body } = self;
        match serde_json::to_vec(&body) {
            Ok(body) => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                (status, headers, body).into_response()
            }
            Err(error) => Problem::internal(&error).into_response(),
        }
    }
}
