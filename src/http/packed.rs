//! Texts that are the same for everybody for as long as the process lives: each is compressed once, not for every request.
//!
//! Whoever has such a text keeps it as one, so there are as many as the program has, however what is asked for is spelled.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header::{CONTENT_ENCODING, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use super::event_gzip;

/// Held by whoever compresses: one text at a time, and none of the threads that answer.
static PACKING: Mutex<()> = Mutex::const_new(());

/// A text, and how it is sent.
pub struct Text {
    headers: HeaderMap,
    plain: Bytes,
    /// Compressed, once somebody took it so; `None` where that makes it no smaller.
    packed: OnceLock<Option<Bytes>>,
}

impl Text {
    /// This text, with these headers.
    pub fn new(headers: HeaderMap, plain: impl Into<Bytes>) -> Self {
        Self { headers, plain: plain.into(), packed: OnceLock::new() }
    }

    /// The text, as whoever asks takes it.
    pub async fn answer(&'static self, takes: TakesGzip) -> Response {
        let packed = if takes.0 { self.packed().await } else { None };
        let mut response = Response::new(Body::from(packed.unwrap_or(&self.plain).clone()));
        response.headers_mut().clone_from(&self.headers);
        if packed.is_some() {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }

    async fn packed(&'static self) -> Option<&'static Bytes> {
        if let Some(packed) = self.packed.get() {
            return packed.as_ref();
        }
        let turn = PACKING.lock().await;
        // Carried through where its asker has gone: whoever asks and hangs up would else have it begun again and again.
        let pack = move || {
            let _turn = turn;
            self.packed
                .get_or_init(|| packed(&self.plain).ok().filter(|packed| packed.len() < self.plain.len()))
        };
        spawn_blocking(pack).await.ok()?.as_ref()
    }
}

fn packed(plain: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    Ok(encoder.finish()?.into())
}

/// Whether the client takes gzip.
#[derive(Clone, Copy, Debug)]
pub struct TakesGzip(pub bool);

impl<S: Sync> FromRequestParts<S> for TakesGzip {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(event_gzip::takes_gzip(&parts.headers)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use axum::body::to_bytes;
    use axum::http::HeaderMap;
    use axum::http::header::CONTENT_ENCODING;
    use futures::FutureExt;
    use futures::future::join_all;

    use super::{TakesGzip, Text};

    static TEXT: LazyLock<Text> =
        LazyLock::new(|| Text::new(HeaderMap::new(), "again and again ".repeat(50_000)));

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_text_is_packed_once_however_many_ask() {
        // One who hangs up at once, and others.
        assert!(TEXT.answer(TakesGzip(true)).now_or_never().is_none());
        let asked = (0..8).map(|_| TEXT.answer(TakesGzip(true)));
        let mut places = Vec::new();
        for answer in join_all(asked).await {
            assert_eq!(answer.headers()[CONTENT_ENCODING], "gzip");
            let packed = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            assert!(packed.len() < 10_000);
            places.push(packed.as_ptr());
        }
        assert!(places.iter().all(|place| *place == places[0]), "it was packed more than once");
    }
}
