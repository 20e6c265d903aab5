//! The identifier of a request: the client's, or a new one.

use axum::extract::Request;
use axum::http::HeaderValue;

use crate::http::request_log::REQUEST_ID;

/// How many bytes an identifier has at most.
const LONGEST: usize = 64;

/// Removes an identifier that is too long, or that has characters that the log would have to escape.
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
