//! One connection: what it speaks, its requests, and its end.

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

use super::idle::Activity;
use super::place::Place;
use super::places::Placed;
use super::refusals::HangUp;
use super::spare::{SPARE_TIME, Spare};
use super::unread::Unread;

/// How large a request's head may be, in bytes; hyper answers 431 beyond.
const HEAD: usize = 16 * 1024;
/// The same for HTTP/2, where a head is counted unpacked.
const HEAD_LIST: u32 = 16 * 1024;
/// How many requests one HTTP/2 connection may have at once.
const STREAMS: u32 = 64;
/// How many bytes of each of their answers may wait to be sent.
const UNSENT: usize = 16 * 1024;
/// How long a head may take to arrive, and a connection may idle before the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long an answer may lie unread before its connection is closed: without a bound, whoever reads nothing keeps a
/// place for ever.
pub const UNREAD_TIME: Duration = Duration::from_secs(30);
/// How long an HTTP/2 connection on which nothing is asked may take to take leave: hyper waits for the client's word, and
/// a client that sleeps has none.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// How long a connection counts on that ended because too many of its address wait to be refused: as long as one that says nothing.
/// Whoever could open the next at once would ask as fast as before.
const COUNTS_ON: Duration = HEAD_TIME;

/// What a connection speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// HTTP/1.1, and what may follow an upgrade.
    One,
    /// HTTP/2, of which the client knew beforehand: there is no TLS here in which it could ask.
    Two,
}

/// Looks at the first bytes of a connection, and leaves them there; `None` if none come in this time.
async fn protocol(stream: &TcpStream, within: Duration) -> Option<Protocol> {
    /// What no other request begins with.
    const TWO: &[u8] = b"PRI";
    /// How long to wait for the rest of so few bytes, twice as long each time.
    const MOMENT: Duration = Duration::from_millis(20);
    let look = async {
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
    time::timeout(within, look).await.ok().flatten()
}

/// What a connection is told by others than its client.
#[derive(Clone, Copy, Debug)]
enum Word {
    /// To end once what is asked is answered.
    Stop,
    /// To end at once, for this reason.
    End(&'static str),
    /// To end at once, and to count on for a while.
    HangUp,
}

/// One connection.
pub struct Connection {
    /// Tells it that the server stops.
    pub stopping: CancellationToken,
    /// How long an answer may lie unread.
    pub unread: Duration,
    /// Whether it ends with its first answer.
    pub answers_once: bool,
}

impl Connection {
    /// Answers its requests until either side has enough of it, or it gives way to others.
    pub async fn hold(
        self,
        stream: TcpStream,
        Placed { place, activity, spare }: Placed,
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) {
        let silence = spare.as_ref().map_or(HEAD_TIME, Spare::silence);
        let held = async {
            let protocol = tokio::select! {
                protocol = protocol(&stream, silence) => protocol,
                () = self.stopping.cancelled() => None,
                () = activity.gives_way() => None,
            };
            match (protocol, &spare) {
                (Some(protocol), _) => {
                    self.speak(stream, protocol, &place, &Arc::new(activity), answer).await;
                }
                // A new connection takes so much at once.
                (None, Some(Spare::OfAddress(too_many))) => drop(stream.try_write(too_many.as_bytes())),
                (None, _) => {}
            }
        };
        if spare.is_some() {
            time::timeout(SPARE_TIME, held).await.ok();
        } else {
            held.await;
        }
    }

    /// Answers its requests; hangs up where an answer lies unread for too long.
    async fn speak(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        protocol: Protocol,
        place: &Arc<Place>,
        activity: &Arc<Activity>,
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) {
        let Self { stopping, unread: time_to_read, answers_once } = self;
        // A word of its own, if it is to end before the server does.
        let stopping = if answers_once { stopping.child_token() } else { stopping };
        let (answers, hang_up) = (Unread::default(), Arc::new(Notify::new()));
        let is_two = protocol == Protocol::Two;
        // Over HTTP/1.1 an answer that nobody reads is one write that does not end.
        let unread = is_two.then(|| answers.clone());
        let (counts, asked, hangs_up) = (Arc::clone(place), Arc::clone(activity), Arc::clone(&hang_up));
        let last = answers_once.then(|| stopping.clone());
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            keep_counting(&mut request, &counts);
            let asking = asked.ask();
            let answer = answer(request.map(Body::new));
            let (unread, hangs_up, last) = (unread.clone(), Arc::clone(&hangs_up), last.clone());
            async move {
                // It has given way before this came: the client finds it closed, as one that idled for too long.
                let Some(asking) = asking else { return future::pending().await };
                let answer = answer.await;
                if let Some(last) = last {
                    last.cancel();
                }
                if answer.extensions().get::<HangUp>().is_some() {
                    drop((answer, asking));
                    hangs_up.notify_one();
                    return future::pending().await;
                }
                let answer = answer.map(|body| asking.until_sent(body));
                let Some(unread) = unread else { return Ok::<_, Infallible>(answer) };
                Ok(answer.map(|body| Body::new(unread.watch(body))))
            }
        });
        // In boxes, so that a connection that waits keeps each of its parts once.
        let stream = TokioIo::new(timed(stream, time_to_read));
        let connection = builder(protocol).serve_connection_with_upgrades(stream, service).into_owned();
        let mut connection = Box::pin(connection);
        let unread = is_two.then_some((&answers, time_to_read));
        let others = Others { stopping: &stopping, activity, unread, hang_up: &hang_up };
        // A word comes first: a client that sends without end would let nobody else have a word.
        let mut word = Box::pin(others.word(false));
        loop {
            let said = tokio::select! {
                biased;
                said = &mut word => said,
                ended = &mut connection => {
                    ended.inspect_err(|error| debug!(%error, "a connection ended badly")).ok();
                    return;
                }
            };
            match said {
                Word::Stop => {
                    connection.as_mut().graceful_shutdown();
                    word = Box::pin(others.word(true));
                }
                Word::End(why) => {
                    debug!("{why}");
                    return;
                }
                Word::HangUp => break,
            }
        }
        drop(connection);
        others.count_on().await;
    }
}

/// Who else than its client has a word to say to a connection.
struct Others<'a> {
    stopping: &'a CancellationToken,
    activity: &'a Activity,
    /// Over HTTP/2, its answers, and how long one may lie unread.
    unread: Option<(&'a Unread, Duration)>,
    hang_up: &'a Notify,
}

impl Others<'_> {
    /// The next word, to a connection that stops already or does not.
    async fn word(&self, stops: bool) -> Word {
        let Self { stopping, activity, unread, hang_up } = *self;
        let over_two = async {
            let Some((answers, time)) = unread else { return future::pending().await };
            tokio::select! {
                () = silent(stopping, activity) => "a connection said nothing to its end",
                () = answers.stuck(time) => "an answer was not read",
            }
        };
        tokio::select! {
            () = stopping.cancelled(), if !stops => Word::Stop,
            () = activity.gives_way() => Word::End("a connection on which nothing was asked gave way"),
            why = over_two => Word::End(why),
            () = hang_up.notified() => Word::HangUp,
        }
    }

    /// Returns when a connection that was hung up on counts no more.
    async fn count_on(&self) {
        debug!("too many of one address wait to be refused");
        self.activity.counts_on();
        tokio::select! {
            () = time::sleep(COUNTS_ON) => {}
            () = self.activity.gives_way() => {}
            () = self.stopping.cancelled() => {}
        }
    }
}

/// Returns once the server stops and nothing is asked any more.
async fn silent(stopping: &CancellationToken, activity: &Activity) {
    stopping.cancelled().await;
    loop {
        time::sleep(LAST_ANSWERS).await;
        if activity.is_idle() {
            return;
        }
    }
}

/// What a connection becomes counts as the connection did.
fn keep_counting(request: &mut hyper::Request<Incoming>, place: &Arc<Place>) {
    if request.headers().contains_key(UPGRADE) {
        request.extensions_mut().insert(Arc::clone(place));
    }
}

/// A stream on which each write has to end in this time.
fn timed<S: AsyncRead + AsyncWrite>(stream: S, time: Duration) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = Box::pin(TimeoutStream::new(stream));
    stream.as_mut().set_write_timeout_pinned(Some(time));
    stream
}

/// What speaks a protocol, within its bounds.
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

    use super::{Connection, Protocol, UNREAD_TIME};

    /// What a client got of a long answer, through a pipe that holds little: it reads so many bytes, waits until the
    /// house has hung up, and reads the rest.
    async fn answer(unread: Duration, bytes: u64) -> Vec<u8> {
        let (mut client, server) = io::duplex(1_024);
        let router = Router::new().route("/", get(|| async { "x".repeat(100_000) }));
        let stopping = CancellationToken::new();
        let connection = Connection { stopping, unread, answers_once: false };
        let answer = move |request| router.clone().oneshot(request).map(IntoResponse::into_response).boxed();
        let connection = tokio::spawn(async move {
            let (place, activity) = (Arc::default(), Arc::default());
            connection.speak(server, Protocol::One, &place, &activity, answer).await;
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
    async fn who_reads_nothing_is_hung_up_on() {
        assert!(answer(Duration::ZERO, 10).await.len() < 10_000);
    }

    #[tokio::test]
    async fn who_reads_gets_everything() {
        assert!(answer(UNREAD_TIME, u64::MAX).await.len() > 100_000);
    }
}
