//! A client of event streams that keeps the exact bytes, and may be cut at any of them.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::collections::VecDeque;
use std::io::Read;
use std::time::Duration;

use flate2::read::GzDecoder;
use reqwest::Method;

use crate::events::{Event, whole};
use crate::server::Client;

/// Longer than any message takes, so that a test that waits in vain fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(30);

/// An open stream.
pub struct Raw {
    response: reqwest::Response,
    gzip: bool,
    /// After how many bytes it is cut.
    limit: usize,
    /// Everything that came.
    pub bytes: Vec<u8>,
    /// How many messages of it were read.
    taken: usize,
    unread: VecDeque<Event>,
}

impl Raw {
    /// Requests a stream in this coding, after the message with this id if there is one.
    pub async fn ask(
        client: &Client,
        path: &str,
        after: Option<&str>,
        coding: &str,
    ) -> Result<reqwest::Response, reqwest::Error> {
        let request = client.request(Method::GET, path).header("accept", "text/event-stream");
        let request = request.header("accept-encoding", coding);
        let request = match after {
            Some(after) => request.header("last-event-id", after),
            None => request,
        };
        request.send().await
    }

    /// The stream of an answer, up to this many bytes.
    pub fn of(response: reqwest::Response, limit: usize) -> Self {
        assert_eq!(response.status(), 200);
        let gzip = response.headers().get("content-encoding").is_some_and(|coding| coding == "gzip");
        Self { response, gzip, limit, bytes: Vec::new(), taken: 0, unread: VecDeque::new() }
    }

    /// Opens a stream in this coding, without a cut.
    pub async fn open(client: &Client, path: &str, after: Option<&str>, coding: &str) -> Self {
        let stream = Self::of(Self::ask(client, path, after, coding).await.unwrap(), usize::MAX);
        assert_eq!(stream.gzip, coding == "gzip");
        stream
    }

    /// The next message that comes whole; `None` once the stream is over or cut.
    pub async fn next(&mut self) -> Option<Event> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("a message in time")
    }

    async fn read(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.unread.pop_front() {
                return Some(event);
            }
            self.more().await?;
            let events = whole(&self.text());
            self.unread.extend(events.iter().skip(self.taken).cloned());
            self.taken = events.len();
        }
    }

    /// Returns once a comment has come.
    pub async fn comment(&mut self) {
        let come = async {
            while !self.text().lines().any(|line| line.starts_with(':')) {
                self.more().await.expect("the stream ended before a comment");
            }
        };
        tokio::time::timeout(PATIENCE, come).await.expect("a comment in time");
    }

    /// Reads the next message; `None` if there is none.
    async fn more(&mut self) -> Option<()> {
        if self.bytes.len() >= self.limit {
            return None;
        }
        self.bytes.extend(self.response.chunk().await.ok().flatten()?);
        self.bytes.truncate(self.limit);
        Some(())
    }

    /// The readable text of the bytes so far.
    fn text(&self) -> String {
        let mut text = Vec::new();
        if self.gzip {
            // The stream is cut in the middle: everything up to there can be read.
            let _ = GzDecoder::new(&self.bytes[..]).read_to_end(&mut text);
        } else {
            text.extend(&self.bytes);
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}
