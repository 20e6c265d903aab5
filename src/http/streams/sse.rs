//! Server-sent events, each flushed at once.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures::stream;
use tokio::time::{self, Instant, MissedTickBehavior};

use super::messages::Messages;
use crate::http::answer::{TYPICAL, accepted};
use cardroom_api::table::message::Message;

/// How often a stream sends something, so that both sides notice a dead connection.
pub const HEARTBEAT: Duration = Duration::from_secs(10);

/// The least time, in milliseconds, that a client has to wait before it connects again. Each client waits up to twice as long, so that
/// not all of them connect at once.
pub const RETRY_MILLIS: u64 = 1_000;

/// The media type of a stream.
const EVENTS: &str = "text/event-stream";
/// A comment, which clients ignore (HTML, section 9.2.6).
const BEAT: &[u8] = b":\n\n";
/// Sent in place of a message that cannot be written as JSON.
const MISSING: &[u8] = b": a message is missing\n\n";

/// Whether the client accepts server-sent events.
pub fn takes_events(headers: &HeaderMap) -> bool {
    accepted::names(headers, &ACCEPT, EVENTS)
}

/// Whether the client accepts server-sent events, and does not prefer JSON.
pub fn wants_events(headers: &HeaderMap) -> bool {
    let weight = |kind| accepted::weight(headers, &ACCEPT, kind);
    let page = weight("application/json").or_else(|| weight("application/*")).or_else(|| weight("*/*"));
    takes_events(headers) && weight(EVENTS) >= page
}

/// Sends messages as server-sent events.
pub fn events(messages: Messages, caller: impl Hash) -> Response {
    let retry = RETRY_MILLIS + spread(caller) % RETRY_MILLIS;
    let mut beats = time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events =
        stream::unfold((messages, beats, Some(retry)), |(mut messages, mut beats, retry)| async move {
            let next = tokio::select! {
                biased;
                next = messages.next() => Some(next?),
                _ = beats.tick() => None,
            };
            let (event, retry) = match next {
                Some((id, message)) => (event(id.as_deref(), &message, retry), None),
                None => (Bytes::from_static(BEAT), retry),
            };
            Some((Ok::<_, Infallible>(event), (messages, beats, retry)))
        });
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENTS));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Without this, proxies that buffer answers would hold back every message.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// A message as an event of a stream. Its JSON has no line breaks, so it is one `data` line.
fn event(id: Option<&str>, message: &Message, retry: Option<u64>) -> Bytes {
    let mut event = Vec::with_capacity(TYPICAL);
    match write_event(&mut event, id, message, retry) {
        Ok(()) => event.into(),
        Err(error) => {
            tracing::error!(%error, "a message cannot be written as JSON");
            Bytes::from_static(MISSING)
        }
    }
}

fn write_event(
    to: &mut Vec<u8>,
    id: Option<&str>,
    message: &Message,
    retry: Option<u64>,
) -> std::io::Result<()> {
    writeln!(to, "event: {}", message.kind())?;
    if let Some(id) = id {
        writeln!(to, "id: {id}")?;
    }
    to.extend_from_slice(b"data: ");
    match message {
        Message::Table(message) => serde_json::to_writer(&mut *to, message),
        Message::Presence(message) => serde_json::to_writer(&mut *to, message),
        Message::Progress(message) => serde_json::to_writer(&mut *to, message),
        Message::Warning(message) => serde_json::to_writer(&mut *to, message),
        Message::Me(message) => serde_json::to_writer(&mut *to, message),
        Message::Tournament(message) => serde_json::to_writer(&mut *to, message),
        Message::Lobby(message) => serde_json::to_writer(&mut *to, message),
        Message::End(message) => serde_json::to_writer(&mut *to, message),
    }?;
    to.push(b'\n');
    if let Some(retry) = retry {
        writeln!(to, "retry: {retry}")?;
    }
    to.push(b'\n');
    Ok(())
}

/// A number that differs between clients and depends on nothing secret.
fn spread(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
