//! Followers of a table, by streams that end with their server and are resumed at another one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use std::sync::atomic::Ordering;

use serde_json::Value;

use crate::fleet::Fleet;
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

/// Follows a table until the game is over; returns how many changes came, and how often it was resumed. A gap or a repeat fails.
pub async fn follow(
    fleet: Arc<Fleet>,
    game: Arc<Game>,
    sightings: Arc<Sightings>,
    table: String,
    token: String,
) -> (u64, usize) {
    let (mut known, mut last_id): (Option<u64>, Option<String>) = (None, None);
    let (mut changes, mut resumed) = (0, 0);
    while !game.is_over.load(Ordering::Relaxed) {
        let request = fleet.http().get(format!("{}/v1/tables/{table}/events", fleet.any()));
        let mut request = request.bearer_auth(&token).header("accept", "text/event-stream");
        if let Some(id) = &last_id {
            request = request.header("last-event-id", id);
        }
        let opened = tokio::time::timeout(Duration::from_secs(3), request.send()).await;
        let Ok(Ok(mut stream)) = opened else { continue };
        if !stream.status().is_success() {
            assert!(stream.status().is_server_error(), "{}", stream.text().await.unwrap());
            continue;
        }
        resumed += 1;
        let mut unread = String::new();
        // A paused server sends nothing, not even a comment.
        while let Ok(Ok(Some(chunk))) = tokio::time::timeout(Duration::from_secs(6), stream.chunk()).await {
            unread.push_str(std::str::from_utf8(&chunk).unwrap());
            while let Some((block, rest)) = unread.split_once("\n\n") {
                let (id, kind, data) = parse(block);
                unread = rest.to_owned();
                if kind != "table" {
                    continue;
                }
                for change in data["changes"].as_array().unwrap() {
                    let version = change["version"].as_u64().unwrap();
                    assert!(known.is_none_or(|known| version == known + 1), "{version} after {known:?} at {table}");
                    known = Some(version);
                    changes += 1;
                    sightings.0.lock().unwrap().entry((table.clone(), version)).or_default().push(Instant::now());
                }
                if let Some(version) = data["table"]["version"].as_u64() {
                    assert!(known.is_none_or(|known| version == known), "{version} after {known:?} at {table}");
                    known = Some(version);
                }
                last_id = id.or(last_id);
            }
            if game.is_over.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    (changes, resumed)
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
