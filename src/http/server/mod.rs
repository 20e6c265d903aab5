//! The server: it listens, accepts connections, and stops.

mod connection;
mod drained;
mod idle;
mod permits;
mod unread;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::response::IntoResponse;
use futures::FutureExt;
use jiff::SignedDuration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;
use tracing::{debug, warn};

use self::connection::{ClientConnection, UNREAD_TIME};
use self::permits::{Admitted, ConnectionPermits};
use crate::http::layers::Layered;
use crate::http::router;
use crate::http::services::Services;
use crate::http::settings::Settings;
use crate::service::people::session_cache::SessionCache;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::room::card_room::CardRoom;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::time::later;

/// How many connections may wait to be accepted. The system may allow fewer.
const UNACCEPTED: u32 = 16 * 1024;
/// How long running requests may take once the server stops: longer than any but an audit may take.
const DRAIN_TIME: Duration = Duration::from_mins(1);
/// How long a server goes on whose writer or clock has died, before it ends. `/readyz` and all writes answer 503 meanwhile.
const AFTER_DEATH: SignedDuration = SignedDuration::from_secs(2);

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    routes: Layered,
    sockets: TaskTracker,
    permits: ConnectionPermits,
    room: CardRoom,
    clock: Arc<dyn Clock>,
}

/// The room's writer or clock has died: moves are no longer written, or deadlines no longer kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {0} has died")]
pub struct PartDied(&'static str);

impl Server {
    /// Listens on this address. Port 0 means any free port.
    pub fn bind(
        listen: SocketAddr,
        settings: Settings,
        store: &Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        dealer: &Arc<dyn Dealer>,
        session_cache: SessionCache,
        room: CardRoom,
    ) -> io::Result<Self> {
        let listener = listen_at(listen)?;
        let address = listener.local_addr()?;
        let permits = ConnectionPermits::new(&settings);
        let services = Services::new(settings, store, &clock, dealer, session_cache, room.clone());
        let sockets = services.sockets.clone();
        Ok(Self { listener, address, routes: router::router(services), sockets, permits, room, clock })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` returns. Then it ends long polls and streams, and returns when every running request is answered.
    /// Until then it still accepts connections and answers one request on each, so that `/readyz` can say that the server stops. If the
    /// room's writer or clock dies, it returns an error two seconds later, so that a supervisor can restart the process.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), PartDied> {
        let (room, clock) = (self.room.clone(), Arc::clone(&self.clock));
        let died = async {
            let died = PartDied(room.ended().await);
            tracing::error!(error = &died as &dyn std::error::Error, "the process ends");
            clock.sleep_until(later(clock.now(), AFTER_DEATH)).await;
            died
        };
        tokio::select! {
            () = self.answer(stop) => Ok(()),
            died = died => Err(died),
        }
    }

    async fn answer(self, stop: impl Future<Output = ()>) {
        let (connections, stopping) = (TaskTracker::new(), CancellationToken::new());
        self.accept_until(stop, |accepted| {
            connections.spawn(self.hold(accepted, &stopping, false));
        })
        .await;
        // The server would wait for further sockets.
        self.sockets.close();
        self.room.end_waits();
        stopping.cancel();
        connections.close();
        let ended = async {
            connections.wait().await;
            // An upgraded connection is no longer one of these.
            self.sockets.wait().await;
        };
        // Until then, each new connection gets one answer: a monitor learns that the server stops.
        let (late, over) = (TaskTracker::new(), CancellationToken::new());
        late.close();
        let drained = async {
            self.accept_until(ended, |accepted| {
                late.spawn(self.hold(accepted, &over, true));
            })
            .await;
            over.cancel();
            late.wait().await;
        };
        if time::timeout(DRAIN_TIME, drained).await.is_err() {
            warn!("closed with requests still running");
        }
    }

    /// Accepts connections until `end` returns.
    async fn accept_until(&self, end: impl Future<Output = ()>, mut hold: impl FnMut(Accepted)) {
        let mut end = std::pin::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return,
                accepted = accept(&self.listener, &self.permits) => hold(accepted),
            }
        }
    }

    /// Answers the requests of a connection until it ends, or until `stopping` is cancelled.
    fn hold(
        &self,
        (stream, peer, admitted): Accepted,
        stopping: &CancellationToken,
        is_late: bool,
    ) -> impl Future<Output = ()> + Send + use<> {
        let spare = admitted.spare.clone();
        let answers_once = is_late || spare.is_some();
        let connection = ClientConnection { stopping: stopping.clone(), unread: UNREAD_TIME, answers_once };
        let routes = self.routes.clone();
        let answer = move |mut request: Request| {
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(spare) = &spare {
                request.extensions_mut().insert(spare.clone());
            }
            routes.clone().oneshot(request).map(IntoResponse::into_response).boxed()
        };
        connection.hold(stream, admitted, answer)
    }
}

/// A new connection, its address, and its permit.
type Accepted = (TcpStream, SocketAddr, Admitted);

/// Listens. The backlog is as long as the system allows: a client whose connection does not fit in it tries again only after a second.
fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the standard library does: the port is free again as soon as the last process on it has ended.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(UNACCEPTED)
}

/// The next connection that gets a permit.
async fn accept(listener: &TcpListener, permits: &ConnectionPermits) -> Accepted {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Some((stream, admitted)) = permits.admit(stream, peer).await {
                    // Answers are small and written whole, so waiting for more data gains nothing.
                    let _ = stream.set_nodelay(true);
                    return (stream, peer, admitted);
                }
            }
            Err(error) if is_of_the_connection(&error) => debug!(%error, "a connection was lost"),
            Err(error) => {
                // Most likely the process has no free file descriptor. It may have one a moment later.
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
