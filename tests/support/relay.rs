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
    /// It passes everything on until rows are written within a transaction, and nothing from then on.
    StalledInTransaction,
    /// It passes everything on until a connection asks with this word. From then on it passes on what that one hears, and nothing that it
    /// asks, as if its process were paused; and it is open.
    HeldFrom(&'static str),
    /// It passes everything on but hints: connections that send or hear them are cut.
    WithoutHints,
    /// It takes connections and cuts them at once.
    Refused,
}

/// The state of the relay, how often all connections were cut, and the socket that it leads to.
#[derive(Clone, Debug)]
struct State {
    link: Link,
    cuts: u32,
    socket: PathBuf,
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
        let (state, _) = watch::channel(State { link: Link::Open, cuts: 0, socket });
        let carried = state.clone();
        tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else { return };
                tokio::spawn(carry(client, carried.clone()));
            }
        });
        Self { port, state }
    }

    /// Changes what it does, also with the connections that are there.
    pub fn set(&self, link: Link) {
        self.state.send_modify(|state| state.link = link);
    }

    /// What it does.
    pub fn link(&self) -> Link {
        self.state.borrow().link
    }

    /// Cuts all connections that are there, and leads to another socket.
    pub fn lead_to(&self, socket: PathBuf) {
        self.state.send_modify(|state| {
            state.cuts += 1;
            state.socket = socket;
        });
    }

    /// Cuts all connections that are there.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }
}

async fn carry(client: TcpStream, relay: watch::Sender<State>) {
    let mut state = relay.subscribe();
    let State { link, cuts, socket } = state.borrow().clone();
    if link == Link::Refused {
        return;
    }
    let Ok(server) = UnixStream::connect(socket).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let is_committing = AtomicBool::new(false);
    tokio::select! {
        () = ask(from_client, to_server, &relay, &is_committing) => {}
        () = answer(from_server, to_client, &relay, &is_committing) => {}
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
    relay: &watch::Sender<State>,
    is_committing: &AtomicBool,
) {
    let mut state = relay.subscribe();
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let read = next(&mut client, &mut bytes, &mut state).await;
        let commits =
            state.borrow().link == Link::CutAfterCommit && read.windows(6).any(|word| word == b"COMMIT");
        is_committing.store(commits, Ordering::Relaxed);
        let has = |word: &str| read.windows(word.len()).any(|part| part == word.as_bytes());
        let link = state.borrow().link;
        if let Link::HeldFrom(word) = link
            && has(word)
        {
            relay.send_modify(|state| state.link = Link::Open);
            std::future::pending::<()>().await;
        }
        let hints = link == Link::WithoutHints && ["LISTEN \"", "pg_notify"].into_iter().any(has);
        if hints || read.is_empty() || server.write_all(read).await.is_err() {
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
    relay: &watch::Sender<State>,
    is_committing: &AtomicBool,
) {
    let mut state = relay.subscribe();
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let read = next(&mut server, &mut bytes, &mut state).await;
        if is_committing.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        // The end of a statement that has written rows, within a transaction.
        if state.borrow().link == Link::StalledInTransaction
            && read.ends_with(b"Z\0\0\0\x05T")
            && read.windows(9).any(|word| word == b"INSERT 0 ")
        {
            relay.send_modify(|state| state.link = Link::Stalled);
            drop(state.wait_for(|state| state.link != Link::Stalled).await);
        }
        if read.is_empty() || client.write_all(read).await.is_err() {
            return;
        }
    }
}
