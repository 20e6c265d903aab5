//! A relay before the socket of PostgreSQL, which can cut all connections, or let nothing through.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

const SOCKET: &str = ".s.PGSQL.5432";

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// Connections end, and none is accepted.
    Cut,
    /// Connections stay, and nothing comes through.
    Stalled,
}

pub struct Relay {
    folder: TempDir,
    state: Arc<watch::Sender<State>>,
}

impl Relay {
    /// A relay to the server whose socket is in this folder.
    pub fn start(server: &Path) -> Self {
        let relay =
            Self { folder: tempfile::tempdir().unwrap(), state: Arc::new(watch::Sender::new(State::Open)) };
        let listener = UnixListener::bind(relay.folder.path().join(SOCKET)).unwrap();
        let (server, state) = (server.join(SOCKET), Arc::clone(&relay.state));
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                if *state.borrow() == State::Cut {
                    continue;
                }
                let Ok(server) = UnixStream::connect(&server).await else { continue };
                let ((from_client, to_client), (from_server, to_server)) =
                    (client.into_split(), server.into_split());
                tokio::spawn(pass(from_client, to_server, state.subscribe()));
                tokio::spawn(pass(from_server, to_client, state.subscribe()));
            }
        });
        relay
    }

    /// The URL of a database by this relay.
    pub fn url(&self, url: &str, server: &Path) -> String {
        url.replace(server.to_str().unwrap(), self.folder.path().to_str().unwrap())
    }

    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    pub fn stall(&self) {
        self.state.send_replace(State::Stalled);
    }

    /// Lets everything through again. What was stalled is lost.
    pub fn mend(&self) {
        self.state.send_replace(State::Cut);
        self.state.send_replace(State::Open);
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) {
    let mut bytes = [0; 8_192];
    state.mark_changed();
    loop {
        tokio::select! {
            biased;
            changed = state.changed() => {
                let now = *state.borrow_and_update();
                if changed.is_err() || now == State::Cut {
                    return;
                }
                if now == State::Stalled {
                    // The next change ends it.
                    drop(state.changed().await);
                    return;
                }
            }
            read = from.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(read) => if to.write_all(&bytes[..read]).await.is_err() { return },
            },
        }
    }
}
