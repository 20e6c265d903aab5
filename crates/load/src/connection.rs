//! A cheap client: HTTP/1.1 over one persistent connection, one request after another.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, lookup_host};

use super::error::LoadError;

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address to connect to.
    pub address: SocketAddr,
    /// Its name in the `Host` header.
    host: Arc<str>,
}

impl Place {
    /// At this address.
    pub fn at(address: SocketAddr) -> Self {
        Self { address, host: address.to_string().into() }
    }

    /// The address in a URL: `http://HOST:PORT`, port 80 if there is none.
    pub async fn named(url: &str) -> Result<Self, LoadError> {
        let wrong = || LoadError::Url(url.to_owned());
        let host = url.strip_prefix("http://").ok_or_else(wrong)?;
        let host = host.strip_suffix('/').unwrap_or(host);
        if host.is_empty() || host.contains(['/', '?', '#', '@']) {
            return Err(wrong());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host_and_port = if has_port { host.to_owned() } else { format!("{host}:80") };
        let address = lookup_host(host_and_port).await?.next().ok_or_else(wrong)?;
        Ok(Self { address, host: host.into() })
    }
}

/// A connection to a server.
pub struct Connection {
    stream: TcpStream,
    host: Arc<str>,
    sent: Vec<u8>,
    read: Vec<u8>,
}

/// A request.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    /// The method.
    pub method: &'a str,
    /// The path, with the query.
    pub path: &'a str,
    /// The token; none if it is empty.
    pub token: &'a str,
    /// One more header, with its name and the end of its line.
    pub header: &'a str,
    /// The JSON body; none if it is empty.
    pub body: &'a str,
}

/// An answer.
pub struct Answer<'a> {
    /// The status.
    pub status: u16,
    head: &'a str,
    /// The body.
    pub body: &'a [u8],
}

impl Connection {
    /// Connects.
    pub async fn open(place: &Place) -> Result<Self, LoadError> {
        let stream = TcpStream::connect(place.address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, host: Arc::clone(&place.host), sent: Vec::new(), read: Vec::new() })
    }

    /// Sends a request and waits for the answer.
    pub async fn ask(&mut self, request: Request<'_>) -> Result<Answer<'_>, LoadError> {
        self.send(request).await?;
        self.read.clear();
        let head = loop {
            self.more().await?;
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let length = match field(text(&self.read[..head])?, "content-length") {
            Some(length) => length.parse().map_err(|_| LoadError::Unreadable)?,
            None => 0,
        };
        while self.read.len() < head + length {
            self.more().await?;
        }
        let (head, body) = self.read.split_at(head);
        let head = text(head)?;
        let status = head.get(9..12).and_then(|status| status.parse().ok()).ok_or(LoadError::Unreadable)?;
        Ok(Answer { status, head, body })
    }

    /// The same, for requests that must be answered with JSON and this status.
    pub async fn json(&mut self, request: Request<'_>, status: u16) -> Result<Value, LoadError> {
        let answer = self.ask(request).await?;
        if answer.status == status {
            return Ok(serde_json::from_slice(answer.body)?);
        }
        let answer_text = String::from_utf8_lossy(answer.body).into_owned();
        Err(LoadError::Refused { path: request.path.to_owned(), status: answer.status, answer: answer_text })
    }

    /// Opens a stream of events, which [`Connection::stream`] reads.
    pub async fn follow(&mut self, path: &str, token: &str) -> Result<(), LoadError> {
        let header = "accept: text/event-stream\r\n";
        self.send(Request { method: "GET", path, token, header, body: "" }).await
    }

    /// The next bytes of a stream.
    pub async fn stream(&mut self) -> Result<&[u8], LoadError> {
        self.read.clear();
        self.more().await?;
        Ok(&self.read)
    }

    async fn send(
        &mut self,
        Request { method, path, token, header, body }: Request<'_>,
    ) -> Result<(), LoadError> {
        self.sent.clear();
        let Self { sent, host, .. } = self;
        write!(sent, "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{header}")?;
        if !token.is_empty() {
            write!(sent, "authorization: Bearer {token}\r\n")?;
        }
        if !body.is_empty() {
            let length = body.len();
            write!(sent, "content-type: application/json\r\ncontent-length: {length}\r\n")?;
        }
        write!(sent, "\r\n{body}")?;
        self.stream.write_all(sent).await?;
        Ok(())
    }

    async fn more(&mut self) -> Result<(), LoadError> {
        self.read.reserve(16 * 1024);
        let read = self.stream.read_buf(&mut self.read).await?;
        if read == 0 { Err(LoadError::HungUp) } else { Ok(()) }
    }
}

impl Answer<'_> {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        field(self.head, name)
    }
}

fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(field, _)| field.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.trim())
}

fn text(bytes: &[u8]) -> Result<&str, LoadError> {
    std::str::from_utf8(bytes).map_err(|_| LoadError::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[tokio::test]
    async fn a_url_names_a_host_and_a_port() {
        for (url, address) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
            ("http://127.0.0.1", "127.0.0.1:80"),
            ("http://[::1]:8080", "[::1]:8080"),
        ] {
            assert_eq!(Place::named(url).await.unwrap().address, address.parse().unwrap(), "{url}");
        }
        for url in
            ["https://127.0.0.1", "127.0.0.1:8080", "http://", "http://127.0.0.1/room", "http://a@127.0.0.1"]
        {
            let answer_text = Place::named(url).await.unwrap_err().to_string();
            assert!(answer_text.contains("is no address"), "{url}: {answer_text}");
        }
    }
}
