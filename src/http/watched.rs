//! A connection on which a client that hangs up is noticed while it is answered.
//!
//! hyper notices that by reading ahead while an answer is made, into 8 KiB of new memory for each request. So it is told that clients
//! may close their half of a connection, and reads nothing ahead; the stream looks for itself, and takes nothing for it. Whoever closes
//! their half before they are answered has hung up, as before.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::idle::Asked;

/// The stream of a connection. It breaks once its client has hung up while something is asked on it, and nothing that they sent waits
/// to be read from it.
pub struct WatchedStream {
    stream: TcpStream,
    /// `None` where whatever reads notices by itself.
    asked: Option<Asked>,
}

impl WatchedStream {
    /// This stream, watched while something is asked.
    pub fn new(stream: TcpStream, asked: Option<Asked>) -> Self {
        Self { stream, asked }
    }

    /// Fails where the client has hung up; otherwise has the task woken once they do, or send something. The task is the one that reads:
    /// there is one waker for both.
    fn look(&self, context: &mut Context<'_>) -> io::Result<()> {
        if self.asked.as_ref().is_some_and(Asked::is_any)
            && let Poll::Ready(read) = self.stream.poll_peek(context, &mut ReadBuf::new(&mut [0]))
            && read? == 0
        {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if matches!(read, Poll::Ready(Ok(()))) && into.filled().len() == before {
            // Whatever reads has noticed it: that a body ended too early is told.
            self.asked = None;
        }
        read
    }
}

/// What speaks HTTP writes or flushes each time it has looked after its connection.
impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, from);
        if written.is_pending() {
            self.look(context)?;
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.look(context)?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, from);
        if written.is_pending() {
            self.look(context)?;
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use axum::body::{Body, Bytes};
    use axum::extract::Request;
    use axum::response::Response;
    use futures::channel::mpsc;
    use futures::future::{self, BoxFuture};
    use futures::{FutureExt, SinkExt, StreamExt};
    use hyper_util::server::graceful::GracefulShutdown;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::{Notify, watch};
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    use crate::http::connection::{Connection, UNREAD_TIME};
    use crate::http::idle::Activity;
    use crate::http::places::{Place, Placed};

    const ASKED: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";

    /// A client, at the other end of a connection whose requests are answered so; the connection goes on for as long as what is with it.
    async fn client(
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) -> (TcpStream, GracefulShutdown) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let open = GracefulShutdown::new();
        let (watcher, stopping) = (open.watcher(), CancellationToken::new());
        let placed = Placed { place: Place::default(), activity: Activity::default() };
        tokio::spawn(Connection { watcher, stopping, unread: UNREAD_TIME }.hold(server, placed, answer));
        (client, open)
    }

    /// A test that waits in vain fails.
    async fn soon<T>(what: impl Future<Output = T>) -> T {
        timeout(Duration::from_secs(20), what).await.expect("it never came")
    }

    /// Begins to answer, and never does; `begun` knows of each that has begun, and has ended when all are gone.
    fn never(begun: watch::Sender<()>) -> impl Fn(Request) -> BoxFuture<'static, Response> {
        move |_| {
            let begun = begun.clone();
            async move {
                begun.send(()).unwrap();
                future::pending().await
            }
            .boxed()
        }
    }

    #[tokio::test]
    async fn who_hangs_up_is_answered_no_longer() {
        let (begun, mut begins) = watch::channel(());
        let (mut client, _open) = client(never(begun)).await;
        client.write_all(ASKED).await.unwrap();
        soon(begins.changed()).await.unwrap();
        drop(client);
        soon(async { while begins.changed().await.is_ok() {} }).await;
    }

    #[tokio::test]
    async fn who_closes_their_half_before_they_are_answered_has_hung_up() {
        let (begun, mut begins) = watch::channel(());
        let (mut client, _open) = client(never(begun)).await;
        client.write_all(ASKED).await.unwrap();
        soon(begins.changed()).await.unwrap();
        client.shutdown().await.unwrap();
        soon(async { while begins.changed().await.is_ok() {} }).await;
        assert_eq!(soon(client.read(&mut [0])).await.unwrap_or(0), 0);
    }

    #[tokio::test]
    async fn who_ends_a_body_too_early_is_told_so() {
        let (mut client, _open) = client(|request| {
            async {
                let read = axum::body::to_bytes(request.into_body(), 99).await;
                // Not in the same turn.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Response::new(Body::from(if read.is_err() { "too early" } else { "whole" }))
            }
            .boxed()
        })
        .await;
        client.write_all(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf").await.unwrap();
        client.shutdown().await.unwrap();
        let mut read = Vec::new();
        soon(client.read_to_end(&mut read)).await.unwrap();
        assert!(read.ends_with(b"too early"), "{}", String::from_utf8_lossy(&read));
    }

    #[tokio::test]
    async fn who_hangs_up_is_told_nothing_more() {
        let (mut told, tells) = mpsc::channel(1);
        let tells = Mutex::new(Some(tells));
        let (mut client, _open) = client(move |_| {
            let tells = tells.lock().unwrap().take().unwrap();
            future::ready(Response::new(Body::from_stream(tells.map(Ok::<Bytes, axum::Error>)))).boxed()
        })
        .await;
        client.write_all(ASKED).await.unwrap();
        told.send("something".into()).await.unwrap();
        let mut read = Vec::new();
        while !read.ends_with(b"something\r\n") {
            soon(client.read_buf(&mut read)).await.unwrap();
        }
        drop(client);
        // Nothing is sent meanwhile by which it would be noticed.
        let is_gone = async {
            while !told.is_closed() {
                tokio::task::yield_now().await;
            }
        };
        soon(is_gone).await;
    }

    #[tokio::test]
    async fn who_asks_more_meanwhile_is_answered_in_order() {
        let (begun, mut begins) = watch::channel(());
        let go = Arc::new(Notify::new());
        let goes = Arc::clone(&go);
        let (mut client, _open) = client(move |request| {
            begun.send(()).unwrap();
            let goes = Arc::clone(&goes);
            async move {
                goes.notified().await;
                Response::new(Body::from(request.uri().path().to_owned()))
            }
            .boxed()
        })
        .await;
        client.write_all(b"GET /one HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        soon(begins.changed()).await.unwrap();
        client.write_all(b"GET /two HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        go.notify_one();
        let mut read = Vec::new();
        while !read.ends_with(b"/one") {
            soon(client.read_buf(&mut read)).await.unwrap();
        }
        go.notify_one();
        soon(client.read_to_end(&mut read)).await.unwrap();
        assert!(read.ends_with(b"/two"), "{}", String::from_utf8_lossy(&read));
    }
}
