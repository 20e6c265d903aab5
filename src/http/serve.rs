//! The server: connections in, and the way out.

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

use super::connection::{Connection, UNREAD_TIME};
use super::layers::Layered;
use super::places::{Placed, Places};
use super::router;
use super::services::Services;
use super::settings::Settings;
use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::room::card_room::CardRoom;
use crate::service::table::dealer::Dealer;
use crate::service::table::time::later;

/// How many connections may wait to be accepted; the system may keep fewer.
const UNACCEPTED: u32 = 16 * 1024;
/// How long running requests may take once the house closes; longer than any but an audit may.
const DRAIN_TIME: Duration = Duration::from_mins(1);
/// How long a server whose writer or clock has died goes on to say so (`/readyz` answers 503, and so does whatever would
/// be written) before it ends.
const LAST_WORDS: SignedDuration = SignedDuration::from_secs(2);

/// A server that listens, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    routes: Layered,
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
        Ok(Self { listener, address, routes: router::router(services), sockets, places, room, clock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop; then ends long polls and streams, and returns when every running request has its answer. Until
    /// then it still accepts connections and answers each of them once, so that `/readyz` can say that the server stops. If the room's
    /// writer or clock dies, it ends with an error two seconds later: what watches the process starts another.
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
        let (connections, stopping) = (TaskTracker::new(), CancellationToken::new());
        self.accept_until(stop, |accepted| {
            connections.spawn(self.hold(accepted, &stopping, false));
        })
        .await;
        // No further socket is opened: the server would wait for it.
        self.sockets.close();
        self.room.end_waits();
        stopping.cancel();
        connections.close();
        let ended = async {
            connections.wait().await;
            // A connection that was upgraded is none of theirs any more.
            self.sockets.wait().await;
        };
        // Whoever asks meanwhile is still answered, once: a monitor that this server stops.
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

    /// Accepts connections until this is so.
    async fn accept_until(&self, end: impl Future<Output = ()>, mut hold: impl FnMut(Accepted)) {
        let mut end = std::pin::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return,
                accepted = accept(&self.listener, &self.places) => hold(accepted),
            }
        }
    }

    /// Answers what is asked on a connection, until it ends or is told to stop.
    fn hold(
        &self,
        (stream, peer, placed): Accepted,
        stopping: &CancellationToken,
        is_late: bool,
    ) -> impl Future<Output = ()> + Send + use<> {
        let spare = placed.spare.clone();
        let answers_once = is_late || spare.is_some();
        let connection = Connection { stopping: stopping.clone(), unread: UNREAD_TIME, answers_once };
        let routes = self.routes.clone();
        let answer = move |mut request: Request| {
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(spare) = &spare {
                request.extensions_mut().insert(spare.clone());
            }
            routes.clone().oneshot(request).map(IntoResponse::into_response).boxed()
        };
        connection.hold(stream, placed, answer)
    }
}

/// A new connection, from where it comes, and its place.
type Accepted = (TcpStream, SocketAddr, Placed);

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

/// The next connection that has a place.
async fn accept(listener: &TcpListener, places: &Places) -> Accepted {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Some((stream, placed)) = places.take(stream, peer).await {
                    // Answers are small and written whole: nothing is won by waiting for more.
                    let _ = stream.set_nodelay(true);
                    return (stream, peer, placed);
                }
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
