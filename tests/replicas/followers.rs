//! Followers of a table, by streams that end with their server and are resumed at another one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Response, StatusCode};
use serde_json::Value;
use tokio::time::Instant;

use crate::fleet::{Fleet, below};
use crate::players::Game;

/// When each change was first seen by a stream, to compare with the others.
#[derive(Default)]
pub struct Sightings(Mutex<HashMap<(String, u64), Vec<Instant>>>);

impl Sightings {
    /// How much later than the first the other streams had each change, in milliseconds.
    pub fn delays(&self) -> Vec<u128> {
        let seen = self.0.lock().unwrap();
        let delays = seen.values().flat_map(|at| {
            let first = at.iter().min().copied();
            at.iter().filter_map(move |at| first.map(|first| (*at - first).as_millis()))
        });
        let mut delays: Vec<u128> = delays.filter(|delay| *delay > 0).collect();
        delays.sort_unstable();
        delays
    }
}

/// Follows a table until the game is over and the last version of the game has come; returns how many changes came, and how often it was
/// resumed. A gap or a repeat fails.
pub async fn follow(
    fleet: Arc<Fleet>,
    game: Arc<Game>,
    sightings: Arc<Sightings>,
    table: String,
    token: String,
) -> (u64, usize) {
    let (mut known, mut last_id): (Option<u64>, Option<String>) = (None, None);
    let (mut changes, mut resumed) = (0, 0);
    let path = format!("/v1/tables/{table}/events");
    while !game.is_seen(&table, known) {
        let (nth, last) = (below(fleet.len()), last_id.as_deref());
        let mut stream = match Stream::resume(&fleet, nth, &path, &token, last).await {
            Ok(stream) => stream,
            Err(status) => {
                assert!(status.is_server_error(), "{status}");
                continue;
            }
        };
        resumed += 1;
        while let Some((id, kind, data)) = stream.message().await {
            if kind == "table" {
                for change in data["changes"].as_array().unwrap() {
                    let version = change["version"].as_u64().unwrap();
                    assert!(
                        known.is_none_or(|known| version == known + 1),
                        "{version} after {known:?} at {table}"
                    );
                    known = Some(version);
                    changes += 1;
                    sightings
                        .0
                        .lock()
                        .unwrap()
                        .entry((table.clone(), version))
                        .or_default()
                        .push(Instant::now());
                }
                if let Some(version) = data["table"]["version"].as_u64() {
                    assert!(
                        known.is_none_or(|known| version == known),
                        "{version} after {known:?} at {table}"
                    );
                    known = Some(version);
                }
                last_id = id.or(last_id);
            }
            if game.is_seen(&table, known) {
                break;
            }
        }
    }
    (changes, resumed)
}

/// An open stream of a server.
pub struct Stream {
    response: Response,
    unread: String,
}

impl Stream {
    /// Opens a stream at a server; its refusal otherwise.
    pub async fn open(fleet: &Fleet, nth: usize, path: &str, token: &str) -> Result<Self, StatusCode> {
        Self::resume(fleet, nth, path, token, None).await
    }

    /// The same, after the message with this id. A server that does not answer is unavailable.
    pub async fn resume(
        fleet: &Fleet,
        nth: usize,
        path: &str,
        token: &str,
        after: Option<&str>,
    ) -> Result<Self, StatusCode> {
        let request =
            fleet.http().get(format!("{}{path}", fleet.url(nth))).header("accept", "text/event-stream");
        let request = if token.is_empty() { request } else { request.bearer_auth(token) };
        let request = match after {
            Some(after) => request.header("last-event-id", after),
            None => request,
        };
        let opened = tokio::time::timeout(Duration::from_secs(3), request.send()).await;
        let Ok(Ok(response)) = opened else { return Err(StatusCode::SERVICE_UNAVAILABLE) };
        if !response.status().is_success() {
            return Err(response.status());
        }
        Ok(Self { response, unread: String::new() })
    }

    /// The next message; `None` once the stream is over, or if its server sends nothing for long.
    pub async fn message(&mut self) -> Option<(Option<String>, String, Value)> {
        loop {
            if let Some((block, rest)) = self.unread.split_once("\n\n") {
                let (message, rest) = (parse(block), rest.to_owned());
                self.unread = rest;
                return Some(message);
            }
            // A paused server sends nothing, not even a comment.
            let chunk = tokio::time::timeout(Duration::from_secs(6), self.response.chunk()).await;
            self.unread.push_str(std::str::from_utf8(&chunk.ok()?.ok()??).unwrap());
        }
    }

    /// The data of the next message of a kind.
    pub async fn next(&mut self, kind: &str) -> Value {
        loop {
            let (_, found, data) = self.message().await.unwrap_or_else(|| panic!("no message {kind}"));
            if found == kind {
                return data;
            }
        }
    }

    /// Returns once the stream is over.
    pub async fn end(&mut self) {
        while self.message().await.is_some() {}
    }
}

fn parse(block: &str) -> (Option<String>, String, Value) {
    let (mut id, mut kind, mut data) = (None, String::new(), Value::Null);
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => id = Some(value.to_owned()),
            "event" => value.clone_into(&mut kind),
            "data" => data = serde_json::from_str(value).unwrap(),
            _ => {}
        }
    }
    (id, kind, data)
}
