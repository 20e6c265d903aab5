//! All streams of a table that a viewer can open at once, and their exact bytes.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::raw::Raw;
use crate::server::Client;
use crate::socket::Socket;

/// Streams of one viewer, each read up to the same message.
pub struct Taps(Vec<(String, Tap)>);

enum Tap {
    Stream(Box<Raw>),
    Socket(Box<Socket>),
}

impl Taps {
    /// Opens all streams that this viewer may open: an anonymous client has none of its own. Returns once each has
    /// sent this version of the table.
    pub async fn open(client: &Client, path: &str, version: u64) -> Self {
        let mut taps = Self(Vec::new());
        let mut streams = vec![format!("{path}/events")];
        if client.token.is_some() {
            streams.push("/v1/me/events".to_owned());
            let socket = Socket::open(client, "", u64::MAX).await.unwrap();
            taps.0.push(("the socket".to_owned(), Tap::Socket(Box::new(socket))));
            taps.version(version).await;
        }
        for stream in streams {
            for coding in ["identity", "gzip"] {
                let mut opened = Tap::Stream(Box::new(Raw::open(client, &stream, None, coding).await));
                opened.until(|got| got["table"]["table"]["version"] == version).await;
                if client.token.is_none() && !taps.0.is_empty() {
                    // One more anonymous client: if it were still connecting when the next one comes, one message
                    // might count both.
                    taps.watched_by(taps.0.len() + 1).await;
                }
                taps.0.push((format!("{stream} as it comes, {coding}"), opened));
            }
        }
        taps
    }

    /// Returns once each has sent this version of the table.
    pub async fn version(&mut self, version: u64) {
        self.until(|got| got["table"]["table"]["version"] == version).await;
    }

    /// Returns once each has sent this number of watchers.
    pub async fn watched_by(&mut self, watching: usize) {
        self.until(|got| got["presence"]["presence"]["watching"] == watching).await;
    }

    /// Returns once each has sent the warning that the viewer's time is nearly up.
    pub async fn warning(&mut self) {
        self.until(|got| !got["warning"].is_null()).await;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Sends a request through the socket, if there is one.
    pub async fn ask(&mut self, request: &Value) {
        for (_, tap) in &mut self.0 {
            if let Tap::Socket(socket) = tap {
                socket.ask(request).await;
            }
        }
    }

    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        join_all(self.0.iter_mut().map(|(_, tap)| tap.until(&wanted))).await;
    }

    /// The bytes of each.
    pub fn close(self) -> Vec<(String, Vec<u8>)> {
        let sent = |(name, tap)| match tap {
            Tap::Stream(stream) => (name, stream.bytes),
            Tap::Socket(socket) => (name, socket.text.into_bytes()),
        };
        self.0.into_iter().map(sent).collect()
    }
}

impl Tap {
    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        loop {
            let got = match self {
                Self::Stream(stream) => stream.next().await.map(|event| json!({event.kind: event.data})),
                Self::Socket(socket) => {
                    socket.next().await.map(|mut frame| frame["message"]["message"].take())
                }
            };
            if wanted(&got.expect("a stream that goes on")) {
                return;
            }
        }
    }
}
