//! A connection on which a client that hangs up is noticed while it is answered.
//!
//! hyper notices that by reading on while it waits for an answer, and takes 8 KiB of new memory for what may come, with each request:
//! a tenth of all moves. So it is told that clients may end their half of a connection, and does not; and the stream itself looks.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::idle::Activity;

/// The stream of a connection. It breaks once its client has hung up while something is asked, and nothing that they sent is unread.
pub struct Watched {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl Watched {
    /// This stream, for as long as something is asked on its connection.
    pub fn new(stream: TcpStream, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }

    /// Whether the client has hung up. Otherwise the task is woken once they do, or send something.
    fn has_hung_up(&self, context: &mut Context<'_>) -> io::Result<bool> {
        match self.stream.poll_peek(context, &mut ReadBuf::new(&mut [0])) {
            Poll::Ready(read) => Ok(read? == 0),
            Poll::Pending => Ok(false),
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, from)
    }

    /// What speaks HTTP flushes each time it has looked after its connection, in the task that reads.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.activity.is_idle() && self.has_hung_up(context)? {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
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
        Pin::new(&mut self.stream).poll_write_vectored(context, from)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
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
    use tokio_util::sync::CancellationToken;

    use crate::http::connection::{Connection, UNREAD_TIME};
    use crate::http::places::Placed;

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
        let placed = Placed { place: Default::default(), activity: Default::default() };
        tokio::spawn(Connection { watcher, stopping, unread: UNREAD_TIME }.hold(server, placed, answer));
        (client, open)
    }

    #[tokio::test]
    async fn who_hangs_up_is_answered_no_longer() {
        let (begun, mut begins) = watch::channel(());
        let (mut client, _open) = client(move |_| {
            let begun = begun.clone();
            async move {
                begun.send(()).unwrap();
                future::pending().await
            }
            .boxed()
        })
        .await;
        client.write_all(ASKED).await.unwrap();
        begins.changed().await.unwrap();
        drop(client);
        while begins.changed().await.is_ok() {}
    }

    #[tokio::test]
    async fn who_hangs_up_is_told_nothing_more() {
        let (mut told, tells) = mpsc::channel(1);
        let tells = std::sync::Mutex::new(Some(tells));
        let (mut client, _open) = client(move |_| {
            let tells = tells.lock().unwrap().take().unwrap();
            future::ready(Response::new(Body::from_stream(tells.map(Ok::<Bytes, axum::Error>)))).boxed()
        })
        .await;
        client.write_all(ASKED).await.unwrap();
        told.send("something".into()).await.unwrap();
        let mut read = Vec::new();
        while !read.ends_with(b"something\r\n") {
            client.read_buf(&mut read).await.unwrap();
        }
        drop(client);
        // Nothing is sent meanwhile by which it would be noticed.
        future::poll_fn(|context| told.poll_ready(context).map(|_| ())).await;
        while !told.is_closed() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn who_asks_more_meanwhile_is_answered_in_order() {
        let go = std::sync::Arc::new(Notify::new());
        let goes = std::sync::Arc::clone(&go);
        let (mut client, _open) = client(move |request| {
            let goes = std::sync::Arc::clone(&goes);
            async move {
                goes.notified().await;
                Response::new(Body::from(request.uri().path().to_owned()))
            }
            .boxed()
        })
        .await;
        client.write_all(b"GET /one HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        tokio::task::yield_now().await;
        client.write_all(b"GET /two HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        go.notify_one();
        let mut read = Vec::new();
        while !read.ends_with(b"/one") {
            client.read_buf(&mut read).await.unwrap();
        }
        go.notify_one();
        client.read_to_end(&mut read).await.unwrap();
        assert!(read.ends_with(b"/two"), "{}", String::from_utf8_lossy(&read));
    }
}
