//! A client of the socket, which may be cut after any byte.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, Join, Take, join};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::schema::Schema;
use crate::server::Client;

/// Longer than any frame takes, so that a test that waits in vain fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open socket.
pub struct Socket {
    wire: WebSocketStream<Join<Take<OwnedReadHalf>, OwnedWriteHalf>>,
    /// The text of every frame that came, one to a line.
    pub text: String,
    /// The messages that came before an awaited reply.
    unread: VecDeque<Value>,
    schema: Arc<Schema>,
}

impl Socket {
    /// Opens a socket that is cut after this many bytes. An error has the status of a refusal, or `None` if it is cut
    /// before it is open.
    pub async fn open(client: &Client, query: &str, limit: u64) -> Result<Self, Option<u16>> {
        let mut request = format!("ws://{}/v1/socket{query}", client.address).into_client_request().unwrap();
        if let Some(token) = &client.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        let (read, write) = TcpStream::connect(client.address).await.map_err(|_| None)?.into_split();
        match client_async(request, join(read.take(limit), write)).await {
            Ok((wire, _)) => {
                let schema = Arc::clone(&client.schema);
                Ok(Self { wire, text: String::new(), unread: VecDeque::new(), schema })
            }
            Err(Error::Http(response)) => Err(Some(response.status().as_u16())),
            Err(_) => Err(None),
        }
    }

    /// The next frame that comes whole, which is held against the description; `None` once the socket is closed or cut.
    pub async fn next(&mut self) -> Option<Value> {
        match self.unread.pop_front() {
            Some(frame) => Some(frame),
            None => self.fresh().await,
        }
    }

    async fn fresh(&mut self) -> Option<Value> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("a frame in time")
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            match self.frame().await? {
                Message::Text(text) => {
                    self.text.push_str(&text);
                    self.text.push('\n');
                    let frame = serde_json::from_str(&text).unwrap();
                    self.schema.assert_frame(&frame);
                    return Some(frame);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Returns once the server has sent a ping.
    pub async fn ping(&mut self) {
        let come = async { while !matches!(self.frame().await.expect("a ping"), Message::Ping(_)) {} };
        tokio::time::timeout(PATIENCE, come).await.expect("a ping in time");
    }

    /// Sends a request, and returns with its reply; earlier messages can be read afterwards.
    pub async fn ask(&mut self, request: &Value) -> Value {
        self.wire.send(Message::text(request.to_string())).await.unwrap();
        loop {
            let frame = self.fresh().await.expect("a reply");
            if let Some(reply) = frame.get("reply") {
                return reply.clone();
            }
            self.unread.push_back(frame);
        }
    }

    async fn frame(&mut self) -> Option<Message> {
        self.wire.next().await?.ok()
    }
}
