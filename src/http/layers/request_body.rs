//! Reads the body of a request, within limits of size and time.

use std::mem;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::Request;
use axum::http::Method;
use axum::http::header::EXPECT;
use futures::StreamExt;
use tokio::time;

use crate::http::problem::Problem;
use crate::http::problem::code::Code;

/// How large a body may be, in bytes.
pub const BODY: usize = 64 * 1024;
/// How many bytes of a body that is too large are read and dropped: a client whose connection ends while it sends never sees the answer.
const OVERFLOW: usize = 16 * 1024 * 1024;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Reads the body, so that every handler gets it as one chunk. `GET`, `HEAD` and `OPTIONS` requests have none.
pub async fn read(request: &mut Request) -> Result<(), Problem> {
    // A client that waits for `100 Continue` is refused before it sends.
    let is_announced = request.headers().contains_key(EXPECT);
    if is_announced && request.body().size_hint().lower() > BODY as u64 {
        return Err(too_large());
    }
    let body = mem::take(request.body_mut());
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        let read = time::timeout(BODY_TIME, whole(body.into_data_stream())).await;
        let late = |_| Err(Problem::new(Code::SlowBody, "the body did not arrive in time"));
        *request.body_mut() = Body::from(read.unwrap_or_else(late)?);
    }
    Ok(())
}

async fn whole(mut stream: BodyDataStream) -> Result<Vec<u8>, Problem> {
    let (mut body, mut length) = (Vec::new(), 0_usize);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::new(Code::MalformedBody, "the body ended too early"))?;
        length = length.saturating_add(chunk.len());
        if length > OVERFLOW {
            break;
        }
        if length <= BODY {
            body.extend_from_slice(&chunk);
        }
    }
    if length <= BODY { Ok(body) } else { Err(too_large()) }
}

fn too_large() -> Problem {
    let why = format!("a body has at most {BODY} bytes");
    Problem::new(Code::BodyTooLarge, why).with("max", BODY)
}
