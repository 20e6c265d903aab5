//! The server: connections in, and the way out.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;
use tower::ServiceExt;
use tracing::{debug, warn};

use super::client_address::Peer;
use super::router;
use super::services::Services;
use super::settings::Settings;
use crate::service::clock::Clock;
use crate::service::room::Room;
use crate::service::store::Store;

/// How large a request's head may be, in bytes; hyper answers 431 beyond.
const HEAD: usize = 16 * 1024;
/// How many headers it may have.
const HEADERS: usize = 64;
/// How many connections there may be; whoever comes then waits for a place.
const CONNECTIONS: usize = 16 * 1024;
/// How long a head may take to arrive, and a connection may idle before the next one.
const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long running requests may take once the house closes; longer than any of them may.
const DRAIN_TIME: Duration = Duration::from_mins(1);

/// A server that listens, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    room: Room,
}

impl Server {
    /// Listens on this address; port 0 takes any that is free.
    pub async fn bind(
        listen: SocketAddr,
        settings: Settings,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        room: Room,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let services = Services::new(settings, &store, &clock, room.clone());
        Ok(Self { listener, address, router: router::router(services), room })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until told to stop; then accepts nothing more, ends long polls, and returns when every running
    /// request has its answer.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let connections = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                (stream, peer, place) = accept(&self.listener, &places) => {
                    let conversation = converse(stream, peer, self.router.clone(), connections.watcher());
                    tokio::spawn(async move {
                        conversation.await;
                        drop(place);
                    });
                }
            }
        }
        drop(self.listener);
        self.room.end_waits();
        if time::timeout(DRAIN_TIME, connections.shutdown()).await.is_err() {
            warn!("closed with requests still running");
        }
    }
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    // Nobody closes the semaphore, so there is always a place in the end.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
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

/// Answers one connection's requests, one after the other.
async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, watcher: Watcher) {
    // Answers are small and written whole: nothing is won by waiting for more.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_header_size(HEAD)
        .max_headers(HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = watcher.watch(connection).await {
        debug!(%error, "a connection ended badly");
    }
}
