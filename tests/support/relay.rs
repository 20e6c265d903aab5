//! A relay before a server of PostgreSQL, which can cut its connections and hold back what they say.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream, UnixStream, unix};
use tokio::sync::watch;

/// What the relay does with its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It passes everything on.
    Open,
    /// It passes nothing on, and keeps its connections.
    Stalled,
    /// It passes everything on until a transaction is to be committed, and cuts that connection before the answer.
    CutAfterCommit,
    /// It takes connections and cuts them at once.
    Refused,
}

/// The state of the relay, and how often all connections were cut.
#[derive(Clone, Copy, Debug)]
struct State {
    link: Link,
    cuts: u32,
}

/// A running relay.
pub struct Relay {
    /// The port of this machine that it listens on.
    pub port: u16,
    state: watch::Sender<State>,
}

impl Relay {
    /// Starts one that leads to a socket.
    pub async fn to(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (state, watched) = watch::channel(State { link: Link::Open, cuts: 0 });
        tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else { return };
                tokio::spawn(carry(client, socket.clone(), watched.clone()));
            }
        });
        Self { port, state }
    }

    /// Changes what it does, also with the connections that are there.
    pub fn set(&self, link: Link) {
        self.state.send_modify(|state| state.link = link);
    }

    /// Cuts all connections that are there.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }
}

async fn carry(client: TcpStream, socket: PathBuf, mut state: watch::Receiver<State>) {
    let State { link, cuts } = *state.borrow();
    if link == Link::Refused {
        return;
    }
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let is_committing = AtomicBool::new(false);
    tokio::select! {
        () = ask(from_client, to_server, state.clone(), &is_committing) => {}
        () = answer(from_server, to_client, state.clone(), &is_committing) => {}
        _ = state.wait_for(|state| state.cuts != cuts || state.link == Link::Refused) => {}
    }
}

/// Reads the next bytes, as soon as the relay passes bytes on; empty at the end.
async fn next<'a>(
    from: &mut (impl AsyncReadExt + Unpin),
    bytes: &'a mut [u8],
    state: &mut watch::Receiver<State>,
) -> &'a [u8] {
    let read = from.read(bytes).await.unwrap_or(0);
    let passes = state.wait_for(|state| state.link != Link::Stalled).await.is_ok();
    if passes { &bytes[..read] } else { &[] }
}

async fn ask(
    mut client: OwnedReadHalf,
    mut server: unix::OwnedWriteHalf,
    mut state: watch::Receiver<State>,
    is_committing: &AtomicBool,
) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let read = next(&mut client, &mut bytes, &mut state).await;
        let commits =
            state.borrow().link == Link::CutAfterCommit && read.windows(6).any(|word| word == b"COMMIT");
        is_committing.store(commits, Ordering::Relaxed);
        if read.is_empty() || server.write_all(read).await.is_err() {
            return;
        }
        if commits {
            tokio::time::sleep(Duration::from_millis(300)).await;
            return;
        }
    }
}

async fn answer(
    mut server: unix::OwnedReadHalf,
    mut client: OwnedWriteHalf,
    mut state: watch::Receiver<State>,
    is_committing: &AtomicBool,
) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let read = next(&mut server, &mut bytes, &mut state).await;
        if is_committing.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        if read.is_empty() || client.write_all(read).await.is_err() {
            return;
        }
    }
}
