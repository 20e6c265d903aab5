//! Texts that never change while the process runs.

use std::io::Write;

use axum::body::Bytes;
use axum::http::header::CONTENT_ENCODING;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::accepted::takes_gzip;

const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// A text, and the headers that it is sent with. It is compressed once, not for each request.
#[derive(Clone, Debug)]
pub struct Text {
    headers: HeaderMap,
    plain: Bytes,
    /// `None` if compression does not make it smaller.
    packed: Option<Bytes>,
}

impl Text {
    /// A text with these headers.
    pub fn new(headers: HeaderMap, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let packed = pack(&plain).filter(|packed| packed.len() < plain.len());
        Self { headers, plain, packed }
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let mut headers = self.headers.clone();
        match &self.packed {
            Some(packed) if takes_gzip(request) => {
                headers.insert(CONTENT_ENCODING, GZIP);
                (headers, packed.clone()).into_response()
            }
            _ => (headers, self.plain.clone()).into_response(),
        }
    }
}

fn pack(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
