//! Unread answers over HTTP/2.
//!
//! An HTTP/2 client controls how much of each answer it receives. A client that receives nothing would keep the connection alive and
//! every answer in memory. So bodies are handed to hyper in small chunks, each when there is room for it, and a connection is closed if a
//! chunk has waited for too long.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, sleep};

use crate::service::lock::lock;

/// The size of a chunk, in bytes.
const CHUNK: usize = 8 * 1024;

/// How often to check whether an answer has waited for too long.
const CHECKS: Duration = Duration::from_secs(3);

/// The answers of a connection whose next chunk waits for room.
#[derive(Clone, Debug, Default)]
pub struct UnreadAnswers(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    since: HashMap<u64, Instant>,
}

impl UnreadAnswers {
    /// Watches the chunks of an answer.
    pub fn watch(&self, body: Body) -> WatchedBody {
        let mut waiting = self.waiting();
        let id = waiting.next;
        waiting.next += 1;
        waiting.since.insert(id, Instant::now());
        drop(waiting);
        WatchedBody { body, rest: Bytes::new(), id, unread: self.clone() }
    }

    /// Returns once an answer has waited this long, to within a few seconds.
    pub async fn stuck(&self, time: Duration) {
        while !self.is_stuck_for(time) {
            sleep(CHECKS).await;
        }
    }

    /// Whether an answer has waited this long.
    fn is_stuck_for(&self, time: Duration) -> bool {
        self.waiting().since.values().any(|since| since.elapsed() >= time)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.0)
    }
}

/// A body that is sent in chunks.
#[derive(Debug)]
pub struct WatchedBody {
    body: Body,
    /// The rest of the last frame.
    rest: Bytes,
    id: u64,
    unread: UnreadAnswers,
}

impl WatchedBody {
    fn next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                other => return Poll::Ready(other),
            };
            match frame.into_data() {
                Ok(data) => self.rest = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let chunk = self.rest.split_to(self.rest.len().min(CHUNK));
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let next = this.next(context);
        // If there is no chunk yet, it is not the client that is slow.
        let mut waiting = this.unread.waiting();
        match &next {
            Poll::Ready(Some(Ok(_))) => drop(waiting.since.insert(this.id, Instant::now())),
            Poll::Ready(_) | Poll::Pending => drop(waiting.since.remove(&this.id)),
        }
        drop(waiting);
        next
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        match hint.exact() {
            Some(exact) => hint.set_exact(exact + rest),
            None => hint.set_lower(hint.lower() + rest),
        }
        hint
    }
}

impl Drop for WatchedBody {
    fn drop(&mut self) {
        self.unread.waiting().since.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::{Body, to_bytes};

    use super::{CHUNK, UnreadAnswers};

    #[tokio::test]
    async fn a_body_arrives_whole_and_waits_only_if_it_is_not_read() {
        let unread = UnreadAnswers::default();
        let text = "x".repeat(3 * CHUNK + 5);
        let watched = unread.watch(Body::from(text.clone()));
        assert!(unread.is_stuck_for(Duration::ZERO));
        assert!(!unread.is_stuck_for(Duration::from_mins(1)));
        let read = to_bytes(Body::new(watched), usize::MAX).await.unwrap();
        assert_eq!(read, text);
        assert!(!unread.is_stuck_for(Duration::ZERO), "it is read");
        drop(unread.watch(Body::from(text)));
        assert!(!unread.is_stuck_for(Duration::ZERO), "it is dropped");
    }
}
