//! An answer that holds something until it is sent, or nobody wants it any more.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

struct HeldBody<T> {
    body: Body,
    _held: T,
}

/// This body, which holds that for as long as it is there.
pub fn holding(body: Body, held: impl Send + Unpin + 'static) -> Body {
    Body::new(HeldBody { body, _held: held })
}

impl<T: Unpin> HttpBody for HeldBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
