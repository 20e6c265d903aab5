//! A client that costs little: HTTP/1.1 over one connection that stays, one request after another.

use std::io::Write;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection to a server.
pub struct Connection {
    stream: TcpStream,
    sent: Vec<u8>,
    read: Vec<u8>,
}

/// A request.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: &'a str,
    /// One more header, with its name and the end of its line.
    pub header: &'a str,
    pub body: &'a str,
}

/// What came back.
pub struct Answer<'a> {
    pub status: u16,
    pub head: &'a str,
    pub body: &'a [u8],
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, sent: Vec::new(), read: Vec::new() }
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.stream.peer_addr().unwrap()
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&mut self, request: Request<'_>) -> Answer<'_> {
        self.send(request).await;
        self.read.clear();
        let head = loop {
            self.more().await;
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let length = field(text(&self.read[..head]), "content-length: ");
        let whole = head + length.map_or(0, |length| length.parse::<usize>().unwrap());
        while self.read.len() < whole {
            self.more().await;
        }
        let (head, body) = self.read.split_at(head);
        let head = text(head);
        Answer { status: head[9..12].parse().unwrap(), head, body }
    }

    /// The same, where JSON comes with this status.
    pub async fn json(&mut self, request: Request<'_>, status: u16) -> Value {
        let answer = self.ask(request).await;
        assert_eq!(answer.status, status, "{}: {}", request.path, text(answer.body));
        serde_json::from_slice(answer.body).unwrap()
    }

    /// Opens a stream of events; what comes is read by [`Connection::stream`].
    pub async fn follow(&mut self, path: &str, token: &str) {
        let header = "accept: text/event-stream\r\n";
        self.send(Request { method: "GET", path, token, header, body: "" }).await;
    }

    /// What comes next of a stream.
    pub async fn stream(&mut self) -> &[u8] {
        self.read.clear();
        self.more().await;
        &self.read
    }

    async fn send(&mut self, Request { method, path, token, header, body }: Request<'_>) {
        self.sent.clear();
        write!(self.sent, "{method} {path} HTTP/1.1\r\nhost: load\r\n{header}").unwrap();
        if !token.is_empty() {
            write!(self.sent, "authorization: Bearer {token}\r\n").unwrap();
        }
        if !body.is_empty() {
            let length = body.len();
            write!(self.sent, "content-type: application/json\r\ncontent-length: {length}\r\n").unwrap();
        }
        write!(self.sent, "\r\n{body}").unwrap();
        self.stream.write_all(&self.sent).await.unwrap();
    }

    async fn more(&mut self) {
        self.read.reserve(16 * 1024);
        assert_ne!(self.stream.read_buf(&mut self.read).await.unwrap(), 0, "the server has hung up");
    }
}

impl Answer<'_> {
    /// What a header says.
    pub fn header(&self, name: &str) -> Option<&str> {
        field(self.head, name)
    }
}

fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(name)?;
    Some(rest.split_once('\r')?.0)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
