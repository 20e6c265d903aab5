//! The identifier of a request: its client's, or one that the server makes.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};

/// The header that has it.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// How many bytes an identifier has at most.
const LONGEST: usize = 64;

/// Takes away an identifier that is too long, or that a line of the log could not hold as it is.
pub fn checked(mut request: Request) -> Request {
    if !request.headers().get(REQUEST_ID).is_none_or(fits) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

fn fits(id: &HeaderValue) -> bool {
    let id = id.as_bytes();
    id.len() <= LONGEST && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}
