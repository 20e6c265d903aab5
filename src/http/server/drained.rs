//! Connections that are read to their end after they are closed.
//!
//! If a connection is closed while bytes of the client are unread, the system resets it, and the client may lose what it was sent last
//! (RFC 9112, section 9.6).

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, copy, join, sink};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::runtime::Handle;
use tokio::time;

use crate::http::limits::connection_permit::ConnectionPermit;

/// How long the rest of a closed connection is read.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// A stream whose rest is read and dropped once it is closed, if its permit says so.
pub fn drained(
    stream: TcpStream,
    permit: &Arc<ConnectionPermit>,
) -> impl AsyncRead + AsyncWrite + Send + use<> {
    let (read, write) = stream.into_split();
    join(DrainedHalf { read: Some(read), permit: Arc::clone(permit) }, write)
}

/// The half of a connection that is read. It keeps its permit until it is drained.
struct DrainedHalf {
    /// `None` only while it is dropped.
    read: Option<OwnedReadHalf>,
    permit: Arc<ConnectionPermit>,
}

impl AsyncRead for DrainedHalf {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.read {
            Some(read) => Pin::new(read).poll_read(context, buffer),
            None => Poll::Ready(Ok(())),
        }
    }
}

impl Drop for DrainedHalf {
    fn drop(&mut self) {
        let Some(mut read) = self.read.take().filter(|_| self.permit.is_drained()) else { return };
        let Ok(runtime) = Handle::try_current() else { return };
        let permit = Arc::clone(&self.permit);
        runtime.spawn(async move {
            let mut rest = sink();
            time::timeout(DRAIN_TIME, copy(&mut read, &mut rest)).await.ok();
            drop(permit);
        });
    }
}
