//! The server: connections in, and the way out.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures::future::BoxFuture;
use futures::{FutureExt, TryFutureExt};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use ipnet::IpNet;
use jiff::SignedDuration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::address::{ClientNetwork, network};
use super::at_once::{AddressPlace, AtOnce};
use super::bounds::most;
use super::code::Code;
use super::entrance::Entrance;
use super::problem::{MEDIA_TYPE, Problem};
use super::router;
use super::services::Services;
use super::settings::Settings;
use super::unread::Unread;
use crate::service::counted::Counted;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::room::card_room::CardRoom;
use crate::service::table::dealer::Dealer;
use crate::service::table::time::later;

/// How large a request's head may be, in bytes; hyper answers 431 beyond.
const HEAD: usize = 16 * 1024;
/// The same for HTTP/2, where a head is counted unpacked.
const HEAD_LIST: u32 = 16 * 1024;
/// How many requests one HTTP/2 connection may have at once.
const STREAMS: u32 = 64;
/// How many bytes of each of their answers may wait to be sent.
const UNSENT: usize = 16 * 1024;
/// How long whoever has as many connections as they may waits until they are told so, how much longer for each of their
/// address who waits already, and how long at most: who is told at once comes again at once, and takes the time of others with it.
const REFUSED_AFTER: Duration = Duration::from_secs(1);
const REFUSED_APART: Duration = Duration::from_millis(10);
const REFUSED_WITHIN: Duration = Duration::from_secs(4);
/// How many may wait for that: at most so many, and one in so many of all connections. Whoever comes then is told at once.
const MOST_REFUSED: usize = 4_096;
const REFUSED_OF_ALL: usize = 4;
/// How many connections may wait to be accepted; the system may keep fewer.
const UNACCEPTED: u32 = 16 * 1024;
/// How long a head may take to arrive, and a connection may idle before the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long an answer may lie unread before its connection is closed: without a bound, whoever reads nothing keeps a
/// place for ever.
const UNREAD_TIME: Duration = Duration::from_secs(30);
/// How long running requests may take once the house closes; longer than any but an audit may.
const DRAIN_TIME: Duration = Duration::from_mins(1);
/// How long an HTTP/2 connection on which nothing is asked may take to take leave: hyper waits for the client's word, and
/// a client that sleeps has none.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// How long a server whose writer or clock has died goes on to say so (`/readyz` answers 503, and so does whatever would
/// be written) before it ends.
const LAST_WORDS: SignedDuration = SignedDuration::from_secs(2);

/// A server that listens, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    entrance: Entrance,
    sockets: TaskTracker,
    places: Places,
    room: CardRoom,
    clock: Arc<dyn Clock>,
}

/// The room's writer or clock has died: no move is written any more, or no deadline kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {0} has died")]
pub struct PartDied(&'static str);

impl Server {
    /// Listens on this address; port 0 takes any that is free.
    pub fn bind(
        listen: SocketAddr,
        settings: Settings,
        store: &Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: &Arc<dyn Dealer>,
        room: CardRoom,
    ) -> io::Result<Self> {
        let listener = listen_at(listen)?;
        let address = listener.local_addr()?;
        let places = Places::new(&settings);
        let services = Services::new(settings, store, &clock, dealer, room.clone());
        let sockets = services.sockets.clone();
        Ok(Self { listener, address, entrance: router::router(services), sockets, places, room, clock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop; then accepts nothing more, ends long polls, and returns when every running
    /// request has its answer. Where the room's writer or clock dies, it ends with an error two seconds later: whoever
    /// watches the process starts another.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), PartDied> {
        let (room, clock) = (self.room.clone(), Arc::clone(&self.clock));
        let died = async {
            let died = PartDied(room.ended().await);
            tracing::error!(error = &died as &dyn std::error::Error, "the process ends");
            clock.sleep_until(later(clock.now(), LAST_WORDS)).await;
            died
        };
        tokio::select! {
            () = self.answer(stop) => Ok(()),
            died = died => Err(died),
        }
    }

    async fn answer(self, stop: impl Future<Output = ()>) {
        let connections = GracefulShutdown::new();
        let stopping = CancellationToken::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                (stream, peer, place) = accept(&self.listener, &self.places) => {
                    let connection = Connection {
                        watcher: connections.watcher(),
                        stopping: stopping.clone(),
                        unread: UNREAD_TIME,
                    };
                    let entrance = self.entrance.clone();
                    let answer = move |request| entrance.clone().answer(peer.ip(), request).boxed();
                    tokio::spawn(async move {
                        let protocol = connection.stopping.run_until_cancelled(protocol(&stream)).await;
                        if let Some(protocol) = protocol.flatten() {
                            connection.hold(stream, protocol, answer).await;
                        }
                        drop(place);
                    });
                }
            }
        }
        drop(self.listener);
        self.room.end_waits();
        stopping.cancel();
        self.sockets.close();
        let ended = async {
            connections.shutdown().await;
            // A connection that was upgraded is none of theirs any more.
            self.sockets.wait().await;
        };
        if time::timeout(DRAIN_TIME, ended).await.is_err() {
            warn!("closed with requests still running");
        }
    }
}

/// Listens. Between two looks of ours the system keeps as many new connections as it does for anybody: where it has no place
/// left, whoever is not heard tries again only after a second.
fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the standard library does: a port is free again at once when its last process has ended.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(UNACCEPTED)
}

/// How many connections there may be: in all, of them such as are refused, and from one address.
struct Places {
    all: Arc<Semaphore>,
    refused: Arc<Semaphore>,
    refused_of: Counted<IpAddr>,
    by_address: AtOnce,
    most_of_address: usize,
    trusted_proxies: Vec<IpNet>,
}

/// What counts a connection, until it is dropped.
type ConnectionPlace = (Option<OwnedSemaphorePermit>, Option<AddressPlace>);

impl Places {
    fn new(settings: &Settings) -> Self {
        let all = most(settings.bounds.connections).min(Semaphore::MAX_PERMITS);
        Self {
            all: Arc::new(Semaphore::new(all)),
            refused: Arc::new(Semaphore::new((all / REFUSED_OF_ALL).min(MOST_REFUSED))),
            refused_of: Counted::default(),
            by_address: AtOnce::default(),
            most_of_address: most(settings.bounds.connections_of_address),
            trusted_proxies: settings.trusted_proxies.clone(),
        }
    }

    /// A place for a connection from this address, where it may have one more. A proxy that is trusted stands for many
    /// clients, and needs none.
    fn of(&self, peer: SocketAddr) -> Result<Option<AddressPlace>, TooManyConnections> {
        let address = peer.ip().to_canonical();
        if self.trusted_proxies.iter().any(|proxies| proxies.contains(&address)) {
            return Ok(None);
        }
        let place = self.by_address.begin(ClientNetwork(network(address)), self.most_of_address);
        place.map(Some).ok_or(TooManyConnections)
    }

    /// Tells a connection that its address has as many as it may, and closes it.
    fn refuse(&self, stream: TcpStream, peer: SocketAddr, place: Option<OwnedSemaphorePermit>) {
        // A new connection takes so much at once; where it does not, nobody waits.
        let tell = move || drop(stream.try_write(TOO_MANY_CONNECTIONS.as_bytes()));
        let Ok(waits) = Arc::clone(&self.refused).try_acquire_owned() else { return tell() };
        let address = network(peer.ip().to_canonical());
        let others = u32::try_from(self.refused_of.count(address)).unwrap_or(u32::MAX);
        let of_address = self.refused_of.begin(address, usize::MAX);
        tokio::spawn(async move {
            time::sleep((REFUSED_AFTER + REFUSED_APART.saturating_mul(others)).min(REFUSED_WITHIN)).await;
            tell();
            drop((place, waits, of_address));
        });
    }
}

/// An address has as many connections as it may.
struct TooManyConnections;

/// What such a connection is told, before it is closed.
static TOO_MANY_CONNECTIONS: LazyLock<String> = LazyLock::new(|| {
    let why = "your address has as many connections as it may; close one";
    let problem = serde_json::to_string(&Problem::new(Code::TooManyConnections, why)).unwrap_or_default();
    let length = problem.len();
    format!(
        "HTTP/1.1 429 Too Many Requests\r\n\
        retry-after: 1\r\n\
        connection: close\r\n\
        cache-control: no-store\r\n\
        x-content-type-options: nosniff\r\n\
        content-type: {MEDIA_TYPE}\r\n\
        content-length: {length}\r\n\
        \r\n\
        {problem}"
    )
});

/// The next connection, once there is a place for it.
async fn accept(listener: &TcpListener, places: &Places) -> (TcpStream, SocketAddr, ConnectionPlace) {
    loop {
        // Nobody closes the semaphore, so there is always a place in the end.
        let place = Arc::clone(&places.all).acquire_owned().await.ok();
        match listener.accept().await {
            Ok((stream, peer)) => {
                let Ok(of_address) = places.of(peer) else {
                    debug!(%peer, "too many connections from one address");
                    places.refuse(stream, peer, place);
                    continue;
                };
                // Answers are small and written whole: nothing is won by waiting for more.
                let _ = stream.set_nodelay(true);
                return (stream, peer, (place, of_address));
            }
            Err(error) if is_of_the_connection(&error) => debug!(%error, "a connection was lost"),
            Err(error) => {
                // Most likely no file is left to open: a moment later one may be.
                warn!(%error, "cannot accept connections");
                time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

fn is_of_the_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// What a connection speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    /// HTTP/1.1, and what may follow an upgrade.
    One,
    /// HTTP/2, of which the client knew beforehand: there is no TLS here in which it could ask.
    Two,
}

/// Looks at the first bytes of a connection, and leaves them there; `None` where none come in time.
async fn protocol(stream: &TcpStream) -> Option<Protocol> {
    /// What no other request begins with.
    const TWO: &[u8] = b"PRI";
    /// How long to wait for the rest of so few bytes.
    const MOMENT: Duration = Duration::from_millis(20);
    let look = async {
        let mut first = [0; TWO.len()];
        loop {
            let seen = stream.peek(&mut first).await.ok().filter(|&seen| seen > 0)?;
            match first.get(..seen)? {
                TWO => return Some(Protocol::Two),
                seen if !TWO.starts_with(seen) => return Some(Protocol::One),
                _ => time::sleep(MOMENT).await,
            }
        }
    };
    time::timeout(HEAD_TIME, look).await.ok().flatten()
}

/// One connection.
struct Connection {
    watcher: Watcher,
    /// That the server stops.
    stopping: CancellationToken,
    /// How long an answer may lie unread.
    unread: Duration,
}

impl Connection {
    /// Answers its requests; hangs up where an answer lies unread for too long.
    async fn hold(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        protocol: Protocol,
        answer: impl Fn(Request) -> BoxFuture<'static, Response> + Send + 'static,
    ) {
        let Self { watcher, stopping, unread: time_to_read } = self;
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(time_to_read));
        let running = Arc::new(());
        let answers = Unread::default();
        // Over HTTP/1.1 an answer that nobody reads is one write that does not end.
        let unread = (protocol == Protocol::Two).then(|| answers.clone());
        let mine = Arc::clone(&running);
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let answer = answer(request.map(Body::new));
            let (mine, unread) = (Arc::clone(&mine), unread.clone());
            async move {
                let answer = answer.await;
                drop(mine);
                let Some(unread) = unread else { return Ok::<_, Infallible>(answer) };
                Ok(answer.map(|body| Body::new(unread.watch(body))))
            }
        });
        let stream = TokioIo::new(Box::pin(stream));
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
        // In a box, so that a connection that waits keeps it once.
        let connection = Box::pin(watcher.watch(builder.serve_connection_with_upgrades(stream, service)));
        let connection = connection.inspect_err(|error| debug!(%error, "a connection ended badly"));
        if protocol == Protocol::One {
            connection.await.ok();
            return;
        }
        let silent = async {
            stopping.cancelled().await;
            loop {
                time::sleep(LAST_ANSWERS).await;
                // Ours and the service's: nothing is asked.
                if Arc::strong_count(&running) == 2 {
                    return;
                }
            }
        };
        tokio::select! {
            _ = connection => {}
            () = silent => debug!("a connection said nothing to its end"),
            () = answers.stuck(time_to_read) => debug!("an answer was not read"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::Router;
    use axum::response::IntoResponse;
    use axum::routing::get;
    use futures::FutureExt;
    use hyper_util::server::graceful::GracefulShutdown;
    use tokio::io::{self, AsyncReadExt, AsyncWriteExt};
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt;

    use super::{Connection, Protocol, UNREAD_TIME};

    /// What a client got of a long answer, through a pipe that holds little: it reads so many bytes, waits until the
    /// house has hung up, and reads the rest.
    async fn answer(unread: Duration, bytes: u64) -> Vec<u8> {
        let (mut client, server) = io::duplex(1_024);
        let router = Router::new().route("/", get(|| async { "x".repeat(100_000) }));
        // It ends every connection when it goes.
        let connections = GracefulShutdown::new();
        let (watcher, stopping) = (connections.watcher(), CancellationToken::new());
        let connection = Connection { watcher, stopping, unread };
        let answer = move |request| router.clone().oneshot(request).map(IntoResponse::into_response).boxed();
        let connection = tokio::spawn(connection.hold(server, Protocol::One, answer));
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
