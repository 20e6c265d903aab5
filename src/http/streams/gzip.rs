//! Compresses streams of events with gzip, and flushes each message.
//!
//! A message compresses well because it is nearly the same as the one before it. So all streams of a thread share one compressor, and a
//! stream keeps only the last [`WINDOW`] bytes that it sent, as the dictionary for the next message. Clients receive one ordinary gzip
//! stream (RFC 1951, RFC 1952).

use std::cell::RefCell;

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::response::Response;
use futures::{StreamExt, future, stream};
use zlib_rs::{Deflate, DeflateFlush, Status};

/// How many of the bytes that it sent a stream keeps, so that the next message can refer to them.
pub const WINDOW: usize = 8 * 1024;

/// The compression level, of 9.
const LEVEL: i32 = 5;
/// The compressor's own window, as a power of two.
const WINDOW_BITS: u8 = 15;
/// The head of every gzip stream: no name, no time, no system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// The block that ends a stream: an empty last block.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];

thread_local! {
    static COMPRESSOR: RefCell<Deflate> = RefCell::new(Deflate::new(LEVEL, false, WINDOW_BITS));
}

/// The compression state of one stream.
#[derive(Default)]
struct Gzip {
    begun: bool,
    sent: Vec<u8>,
    checksum: crc32fast::Hasher,
    length: u32,
}

/// Whether an answer is a stream of events.
fn has_events(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// Compresses the events of an answer, if it has any.
pub fn compressed(response: Response) -> Response {
    if has_events(&response) { compress(response) } else { response }
}

fn compress(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    let chunks = body.into_data_stream().map(Some).chain(stream::iter([None]));
    let compressed = chunks.scan(Gzip::default(), |gzip, chunk| {
        future::ready(Some(match chunk {
            Some(chunk) => chunk.and_then(|chunk| gzip.chunk(&chunk).map_err(axum::Error::new)),
            None => Ok(gzip.end()),
        }))
    });
    Response::from_parts(parts, Body::from_stream(compressed))
}

/// A message that could not be compressed.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a message cannot be compressed")]
struct Incompressible;

impl Gzip {
    /// Compresses a chunk of the stream. A client can read it as soon as it arrives.
    fn chunk(&mut self, plain: &[u8]) -> Result<Bytes, Incompressible> {
        let mut out = if self.begun { Vec::new() } else { HEAD.to_vec() };
        self.begun = true;
        COMPRESSOR.with_borrow_mut(|compressor| deflate(compressor, &self.sent, plain, &mut out))?;
        self.checksum.update(plain);
        // The format counts modulo 2^32.
        #[allow(clippy::cast_possible_truncation, reason = "modulo 2^32 is meant")]
        let length = plain.len() as u32;
        self.length = self.length.wrapping_add(length);
        self.sent.extend(plain.iter().skip(plain.len().saturating_sub(WINDOW)));
        self.sent.drain(..self.sent.len().saturating_sub(WINDOW));
        Ok(out.into())
    }

    /// The end of the stream.
    fn end(&mut self) -> Bytes {
        let mut out = if self.begun { Vec::new() } else { HEAD.to_vec() };
        out.extend(LAST_BLOCK);
        out.extend(self.checksum.clone().finalize().to_le_bytes());
        out.extend(self.length.to_le_bytes());
        out.into()
    }
}

/// Appends `plain` in chunks that may refer to `before`, and ends on a whole byte.
fn deflate(
    compressor: &mut Deflate,
    before: &[u8],
    plain: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Incompressible> {
    compressor.reset();
    compressor.set_dictionary(before).map_err(|_| Incompressible)?;
    let begin = compressor.total_in();
    // Enough even if the chunk does not get smaller, in most cases. The loop adds more if it is not.
    let mut chunk = vec![0; plain.len() + 64];
    loop {
        let taken = usize::try_from(compressor.total_in() - begin).map_err(|_| Incompressible)?;
        let written = compressor.total_out();
        let rest = plain.get(taken..).ok_or(Incompressible)?;
        let status = compressor.compress(rest, &mut chunk, DeflateFlush::SyncFlush);
        let more = usize::try_from(compressor.total_out() - written).map_err(|_| Incompressible)?;
        out.extend(chunk.get(..more).ok_or(Incompressible)?);
        match status.map_err(|_| Incompressible)? {
            // A flush is complete once it leaves room.
            Status::Ok if more == chunk.len() => {}
            Status::Ok | Status::BufError => return Ok(()),
            Status::StreamEnd => return Err(Incompressible),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn all_chunks_form_one_gzip_stream_also_with_interleaved_streams() {
        let said = |stream: usize, chunk: usize| {
            format!(
                "data: {{\"stream\": {stream}, \"chunk\": {chunk}, \"said\": \"{}\"}}\n\n",
                "words ".repeat(chunk * 97 % 900)
            )
        };
        let mut streams: Vec<(Gzip, Vec<u8>, String)> = (0..3).map(|_| Default::default()).collect();
        for chunk in 0..60 {
            for (stream, (gzip, sent, plain)) in streams.iter_mut().enumerate() {
                let text = said(stream, chunk);
                sent.extend(gzip.chunk(text.as_bytes()).unwrap());
                plain.push_str(&text);
                assert!(gzip.sent.len() <= WINDOW);
            }
        }
        for (mut gzip, mut sent, plain) in streams {
            sent.extend(gzip.end());
            let mut read = String::new();
            GzDecoder::new(&sent[..]).read_to_string(&mut read).unwrap();
            assert_eq!(read, plain);
            assert!(sent.len() * 5 < plain.len(), "{} of {}", sent.len(), plain.len());
        }
    }

    #[test]
    fn a_chunk_can_be_read_before_the_next_one_is_sent() {
        let mut gzip = Gzip::default();
        let mut sent = Vec::new();
        for chunk in ["first", "second", "second again"] {
            sent.extend(gzip.chunk(chunk.as_bytes()).unwrap());
            let mut read = vec![0; 100];
            let mut decoder = GzDecoder::new(&sent[..]);
            let mut all = Vec::new();
            while let Ok(more @ 1..) = decoder.read(&mut read) {
                all.extend(&read[..more]);
            }
            assert!(all.ends_with(chunk.as_bytes()));
        }
    }

    #[test]
    fn incompressible_text_survives_compression() {
        let mut noise = 1_u32;
        let plain: Vec<u8> = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
        .take(300_000)
        .collect();
        let mut gzip = Gzip::default();
        let mut sent = gzip.chunk(&plain).unwrap().to_vec();
        sent.extend(gzip.chunk(&plain[..1_000]).unwrap());
        sent.extend(gzip.end());
        let mut read = Vec::new();
        GzDecoder::new(&sent[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, [&plain[..], &plain[..1_000]].concat());
    }
}
