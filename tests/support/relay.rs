//! A relay before a server of PostgreSQL, which can cut its connections and hold back what they say.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::path::PathBuf;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
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
    tokio::select! {
        () = pass(from_client, to_server, state.clone(), true) => {}
        () = pass(from_server, to_client, state.clone(), false) => {}
        _ = state.wait_for(|state| state.cuts != cuts || state.link == Link::Refused) => {}
    }
}

async fn pass(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut state: watch::Receiver<State>,
    is_from_client: bool,
) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut bytes).await else { return };
        if state.wait_for(|state| state.link != Link::Stalled).await.is_err() {
            return;
        }
        let link = state.borrow().link;
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
        if is_from_client && link == Link::CutAfterCommit && bytes[..read].windows(6).any(|word| word == b"COMMIT") {
            // The server has it, and commits.
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            return;
        }
    }
}
