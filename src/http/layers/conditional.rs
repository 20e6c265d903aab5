//! Conditional requests (RFC 9110, section 13): an answer that the client already has is not sent again.

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::answer::entity_tag::KnownTags;

/// Answers 304 if the client has the answer already.
pub async fn fresh(request: Request, next: Next) -> Response {
    let known = KnownTags::of(request.headers());
    let mut response = next.run(request).await;
    let has_it = response.headers().get(ETAG).is_some_and(|tag| known.contain_header(tag));
    if has_it && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
}
