//! Texts that are the same for everybody for as long as the process lives: compressed once, not for every request.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::event_gzip;
use super::problem::Problem;

/// What was compressed, by its entity tag or, where it has none, by its path; and by its kind, as one tag can be of two.
static PACKED: LazyLock<Mutex<HashMap<Name, Bytes>>> = LazyLock::new(Mutex::default);

type Name = (Vec<u8>, Option<HeaderValue>);

/// Sends what the routes so far answer compressed to whoever takes that. Only for routes that have a fixed number of texts.
pub async fn once(request: Request, next: Next) -> Response {
    let takes_gzip = event_gzip::takes_gzip(&request);
    let path = request.uri().path().as_bytes().to_vec();
    let response = next.run(request).await;
    if !takes_gzip || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let plain = match to_bytes(body, usize::MAX).await {
        Ok(plain) => plain,
        Err(error) => return Problem::internal(&error).into_response(),
    };
    let tag = parts.headers.get(ETAG).map_or(path, |tag| tag.as_bytes().to_vec());
    let name = (tag, parts.headers.get(CONTENT_TYPE).cloned());
    match packed(name, &plain) {
        Ok(packed) if packed.len() < plain.len() => {
            parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(packed))
        }
        _ => Response::from_parts(parts, Body::from(plain)),
    }
}

/// A text compressed, now or before.
fn packed(name: Name, plain: &Bytes) -> io::Result<Bytes> {
    let mut all = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = all.get(&name) {
        return Ok(packed.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    let packed = Bytes::from(encoder.finish()?);
    all.insert(name, packed.clone());
    Ok(packed)
}
