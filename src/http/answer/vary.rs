//! `Vary`: the request headers that an answer depends on, for caches (RFC 9110, section 12.5.5).

use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// Says that an answer varies with `Accept-Encoding`, also on a 304 and to `HEAD`. `GET` may compress an answer whose `HEAD` is not
/// compressed.
pub fn on_coding(headers: &mut HeaderMap, get_may_compress: bool) {
    add(headers, "accept-encoding");
    if get_may_compress && !headers.contains_key(CONTENT_ENCODING) {
        // `GET` would send the length of the compressed answer (RFC 9110, section 8.6), which is not known yet.
        headers.remove(CONTENT_LENGTH);
    }
}

/// Says that the answers of a route vary with `Accept`.
pub async fn on_kind(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add(response.headers_mut(), "accept");
    response
}

/// Adds a name to `Vary`, unless it is there.
fn add(headers: &mut HeaderMap, name: &'static str) {
    let lists = headers.get_all(VARY).iter().filter_map(|list| list.to_str().ok());
    let is_there =
        lists.flat_map(|list| list.split(',')).any(|there| there.trim().eq_ignore_ascii_case(name));
    if !is_there {
        headers.append(VARY, HeaderValue::from_static(name));
    }
}
