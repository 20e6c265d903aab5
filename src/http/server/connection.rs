//! One connection: its protocol, its requests, and its end.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::UPGRADE;
use axum::response::Response;
use futures::future::{self, BoxFuture};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use super::drained::drained;
use super::idle::Activity;
use super::permits::Admitted;
use super::unread::UnreadAnswers;
use crate::http::limits::connection_permit::ConnectionPermit;
use crate::http::limits::spare::{SPARE_TIME, SpareConnection};
use crate::http::limits::tarpit::Disconnect;

/// The most bytes of a request's head; hyper answers 431 beyond.
const HEAD: usize = 16 * 1024;
/// The same for HTTP/2, where an uncompressed head is counted.
const HEAD_LIST: u32 = 16 * 1024;
/// How many requests one HTTP/2 connection may have in flight.
const STREAMS: u32 = 64;
/// How many bytes of each of their answers may wait to be sent.
const UNSENT: usize = 16 * 1024;
/// How long a head may take to arrive, and how long a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long an answer may stay unread before its connection is closed. Otherwise a client that reads nothing would keep its permit for
/// ever.
pub const UNREAD_TIME: Duration = Duration::from_secs(30);
/// How long an idle HTTP/2 connection may take to close when the server stops: hyper waits for the client's answer, and a client that is
/// suspended sends none.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// How long a connection keeps its permit if it ended because too many refusals of its address wait: as long as an idle connection. A
/// client that could open the next one at once would go on as fast as before.
const KEEPS_PERMIT: Duration = HEAD_TIME;

/// The protocol of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// HTTP/1.1, and what may follow an upgrade.
    One,
    /// HTTP/2 with prior knowledge, because there is no TLS to negotiate it.
    Two,
}

/// Peeks at the first bytes of a connection. Returns `None` if none arrive in time.
async fn protocol(stream: &TcpStream, within: Duration) -> Option<Protocol> {
    /// No HTTP/1.1 request begins with this.
    const TWO: &[u8] = b"PRI";
    /// How long to wait for the rest of so few bytes, twice as long each time.
    const MOMENT: Duration = Duration::from_millis(20);
    let peek = async {
        let (mut first, mut moment) = ([0; TWO.len()], MOMENT);
        loop {
            let seen = stream.peek(&mut first).await.ok().filter(|&seen| seen > 0)?;
            match first.get(..seen)? {
                TWO => return Some(Protocol::Two),
                seen if !TWO.starts_with(seen) => return Some(Protocol::One),
                _ => time::sleep(moment).await,
            }
            moment *= 2;
        }
    };
    time::timeout(within, peek).await.ok().flatten()
}

/// Why a connection has to end.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The server stops: the connection ends once its requests are answered.
    Graceful,
    /// It ends at once, for this reason.
    Now(&'static str),
    /// It ends at once, and keeps its permit for a while.
    Disconnect,
}

/// One connection.
pub struct ClientConnection {
    /// Is cancelled when the server stops.
    pub stopping: CancellationToken,
    /// How long an answer may stay unread.
    pub unread: Duration,
    /// Whether the connection ends with its first answer.
    pub answers_once: bool,
}

impl ClientConnection {
    /// Answers requests until either side closes the connection, or until it has to close for others.
    pub async fn hold(
        self,
        stream: TcpStream,
        Admitted { permit, activity, spare }: Admitted,
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) {
        let silence = spare.as_ref().map_or(HEAD_TIME, SpareConnection::silence);
        let held = async {
            let protocol = tokio::select! {
                protocol = protocol(&stream, silence) => protocol,
                () = self.stopping.cancelled() => None,
                () = activity.must_close() => None,
            };
            match (protocol, &spare) {
                (Some(protocol), _) => {
                    let stream = drained(stream, &permit);
                    self.serve(stream, protocol, &permit, &Arc::new(activity), answer).await;
                }
                // The send buffer of a new connection has room for this.
                (None, Some(SpareConnection::OfAddress(refusal))) => {
                    drop(stream.try_write(refusal.as_bytes()));
                }
                (None, _) => {}
            }
        };
        if spare.is_some() {
            time::timeout(SPARE_TIME, held).await.ok();
        } else {
            held.await;
        }
    }

    /// Answers requests in this protocol. Closes the connection if an answer stays unread for too long.
    async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        protocol: Protocol,
        permit: &Arc<ConnectionPermit>,
        activity: &Arc<Activity>,
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) {
        let Self { stopping, unread: time_to_read, answers_once } = self;
        // A token of its own if the connection ends before the server does.
        let stopping = if answers_once { stopping.child_token() } else { stopping };
        let (answers, disconnect) = (UnreadAnswers::default(), Arc::new(Notify::new()));
        let is_two = protocol == Protocol::Two;
        // Over HTTP/1.1 an unread answer is a write that does not end, which has a time limit of its own.
        let unread = is_two.then(|| answers.clone());
        let (permit, requests) = (Arc::clone(permit), Arc::clone(activity));
        let (disconnects, last) = (Arc::clone(&disconnect), answers_once.then(|| stopping.clone()));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            keep_permit(&mut request, &permit);
            let in_flight = requests.begin();
            let answer = answer(request.map(Body::new));
            let (unread, disconnects, last) = (unread.clone(), Arc::clone(&disconnects), last.clone());
            async move {
                // The connection gave up its permit before this request came. The client finds it closed, as after any idle time.
                let Some(in_flight) = in_flight else { return future::pending().await };
                let answer = answer.await;
                if let Some(last) = last {
                    last.cancel();
                }
                if answer.extensions().get::<Disconnect>().is_some() {
                    drop((answer, in_flight));
                    disconnects.notify_one();
                    return future::pending().await;
                }
                let answer = answer.map(|body| in_flight.hold_until_sent(body));
                let Some(unread) = unread else { return Ok::<_, Infallible>(answer) };
                Ok(answer.map(|body| Body::new(unread.watch(body))))
            }
        });
        // In boxes, so that a connection that waits holds each of its parts once.
        let stream = TokioIo::new(timed(stream, time_to_read));
        let connection = builder(protocol).serve_connection_with_upgrades(stream, service).into_owned();
        let mut connection = Box::pin(connection);
        let unread = is_two.then_some((&answers, time_to_read));
        let ends = Ends { stopping: &stopping, activity, unread, disconnect: &disconnect };
        // Ends are polled first: a client that never stops sending must not block them.
        let mut end = Box::pin(ends.next(false));
        loop {
            let end_now = tokio::select! {
                biased;
                end_now = &mut end => end_now,
                ended = &mut connection => {
                    ended.inspect_err(|error| debug!(%error, "a connection ended badly")).ok();
                    return;
                }
            };
            match end_now {
                End::Graceful => {
                    connection.as_mut().graceful_shutdown();
                    end = Box::pin(ends.next(true));
                }
                End::Now(why) => {
                    debug!("{why}");
                    return;
                }
                End::Disconnect => break,
            }
        }
        drop(connection);
        ends.keep_permit().await;
    }
}

/// Everything but its client that may end a connection.
struct Ends<'a> {
    stopping: &'a CancellationToken,
    activity: &'a Activity,
    /// Over HTTP/2, its answers, and how long one may stay unread.
    unread: Option<(&'a UnreadAnswers, Duration)>,
    disconnect: &'a Notify,
}

impl Ends<'_> {
    /// Returns when the connection has to end. `stops` says whether it is stopping already.
    async fn next(&self, stops: bool) -> End {
        let Self { stopping, activity, unread, disconnect } = *self;
        let over_two = async {
            let Some((answers, time)) = unread else { return future::pending().await };
            tokio::select! {
                () = stopped_and_idle(stopping, activity) => "an idle connection did not close",
                () = answers.stuck(time) => "an answer was not read",
            }
        };
        tokio::select! {
            () = stopping.cancelled(), if !stops => End::Graceful,
            () = activity.must_close() => End::Now("an idle connection was closed for a new one"),
            why = over_two => End::Now(why),
            () = disconnect.notified() => End::Disconnect,
        }
    }

    /// Returns when a connection that the server ended no longer needs to keep its permit.
    async fn keep_permit(&self) {
        debug!("too many of one address wait to be refused");
        self.activity.keep_permit();
        tokio::select! {
            () = time::sleep(KEEPS_PERMIT) => {}
            () = self.activity.must_close() => {}
            () = self.stopping.cancelled() => {}
        }
    }
}

/// Returns once the server stops and the connection is idle.
async fn stopped_and_idle(stopping: &CancellationToken, activity: &Activity) {
    stopping.cancelled().await;
    loop {
        time::sleep(LAST_ANSWERS).await;
        if activity.is_idle() {
            return;
        }
    }
}

/// Gives the permit to a request that may upgrade the connection: the socket keeps it.
fn keep_permit(request: &mut hyper::Request<Incoming>, permit: &Arc<ConnectionPermit>) {
    if request.headers().contains_key(UPGRADE) {
        request.extensions_mut().insert(Arc::clone(permit));
    }
}

/// A stream with a time limit for each write.
fn timed<S: AsyncRead + AsyncWrite>(stream: S, time: Duration) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = Box::pin(TimeoutStream::new(stream));
    stream.as_mut().set_write_timeout_pinned(Some(time));
    stream
}

/// hyper's server of a protocol, with our limits.
fn builder(protocol: Protocol) -> auto::Builder<TokioExecutor> {
    let builder = auto::Builder::new(TokioExecutor::new());
    let mut builder = match protocol {
        Protocol::One => builder.http1_only(),
        Protocol::Two => builder.http2_only(),
    };
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEAD_LIST)
        .max_send_buf_size(UNSENT)
        .keep_alive_interval(HEAD_TIME)
        .keep_alive_timeout(UNREAD_TIME);
    builder
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use axum::Router;
    use axum::response::IntoResponse;
    use axum::routing::get;
    use futures::FutureExt;
    use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt;

    use super::{ClientConnection, Protocol, UNREAD_TIME};

    /// What a client got of a long answer, through a pipe with a small buffer: it reads this many bytes, waits until the server has closed
    /// the connection, and reads the rest.
    async fn answer(unread: Duration, bytes: u64) -> Vec<u8> {
        let (mut client, server) = io::duplex(1_024);
        let router = Router::new().route("/", get(|| async { "x".repeat(100_000) }));
        let stopping = CancellationToken::new();
        let connection = ClientConnection { stopping, unread, answers_once: false };
        let answer = move |request| router.clone().oneshot(request).map(IntoResponse::into_response).boxed();
        let connection = tokio::spawn(async move {
            let (permit, activity) = (Arc::default(), Arc::default());
            connection.serve(server, Protocol::One, &permit, &activity, answer).await;
        });
        client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut read = Vec::new();
        (&mut client).take(bytes).read_to_end(&mut read).await.unwrap();
        assert!(read.starts_with(b"HTTP/1.1 2"));
        connection.await.unwrap();
        client.read_to_end(&mut read).await.unwrap();
        read
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_disconnected() {
        assert!(answer(Duration::ZERO, 10).await.len() < 10_000);
    }

    #[tokio::test]
    async fn a_client_that_reads_gets_everything() {
        assert!(answer(UNREAD_TIME, u64::MAX).await.len() > 100_000);
    }
}
