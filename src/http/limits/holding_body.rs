//! A body that holds a permit.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// A body that holds a permit until it is sent, or until the client no longer wants it.
struct HoldingBody<T> {
    body: Body,
    _held: T,
}

/// Makes a body hold a permit.
pub fn holding(body: Body, held: impl Send + Unpin + 'static) -> Body {
    Body::new(HoldingBody { body, _held: held })
}

impl<T: Unpin> HttpBody for HoldingBody<T> {
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
