//! Streams of messages: server-sent events, each flushed as it comes.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use futures::future::BoxFuture;
use futures::stream;
use tokio::time::{self, Instant, MissedTickBehavior};

use super::accepted;
use super::answer::TYPICAL;
use super::at_once::AddressPlace;
use super::request_log::StreamLine;
use crate::service::people::sessions::Ended;
use crate::service::room::following::Following;
use crate::service::room::inbox::Inbox;
use crate::service::room::lobby::LobbyFollowing;
use crate::service::table::message::{EndMessage, EndReason, Message};

/// How often a stream says something, so that both sides notice a connection that is dead.
pub const HEARTBEAT: Duration = Duration::from_secs(10);

/// The least time, in milliseconds, that a client is told to wait before it connects again; up to twice that, so that
/// not all come at once.
pub const RETRY_MILLIS: u64 = 1_000;

/// What a stream is sent as.
const EVENTS: &str = "text/event-stream";
/// A comment, which clients pass over (HTML, 9.2.6).
const BEAT: &[u8] = b":\n\n";
/// What comes in the place of a message that cannot be written.
const MISSING: &[u8] = b": a message is missing\n\n";

/// What a stream is told from.
pub enum Source {
    /// One table.
    Table(Box<Following>),
    /// Everything that concerns a player.
    Player(Box<Inbox>),
    /// The lobby.
    Lobby(Box<LobbyFollowing>),
}

/// Messages until the last, which says why it is the last.
pub struct Messages {
    source: Source,
    /// What returns when the sign-in opens nothing any more.
    end: BoxFuture<'static, Ended>,
    /// What counts the stream for its address.
    _place: AddressPlace,
    over: bool,
    line: StreamLine,
}

impl Messages {
    /// From this source, until this sign-in ends.
    pub fn new(source: Source, end: BoxFuture<'static, Ended>, place: AddressPlace) -> Self {
        Self { source, end, _place: place, over: false, line: StreamLine::begin() }
    }

    /// The next message, with what resumes after it where it has a version; `None` after the last. Dropping the
    /// future loses nothing.
    pub async fn next(&mut self) -> Option<(Option<String>, Message)> {
        if self.over {
            return None;
        }
        let message = tokio::select! {
            biased;
            ended = &mut self.end => Some(Message::end(match ended {
                Ended::Expired => EndReason::TokenExpired,
                Ended::SignedOut => EndReason::SignedOut,
            })),
            message = self.source.next() => message,
        }?;
        if let Message::End(EndMessage { table: None, reason }) = &message {
            self.over = true;
            self.ends(reason.into());
        }
        Some((self.source.position(&message), message))
    }

    /// Notes for the log why the stream ends.
    pub fn ends(&mut self, why: &'static str) {
        self.line.ends(why);
    }

    /// What the stream is told from.
    pub fn source(&mut self) -> &mut Source {
        &mut self.source
    }
}

impl Source {
    async fn next(&mut self) -> Option<Message> {
        match self {
            Self::Table(following) => following.next().await,
            Self::Player(inbox) => inbox.next().await,
            Self::Lobby(following) => following.next().await,
        }
    }

    /// Where the stream has come to with this message; `None` for what has no version.
    fn position(&self, message: &Message) -> Option<String> {
        match (self, message) {
            (Self::Table(following), Message::Table(_)) => following.known().map(|known| known.to_string()),
            (Self::Player(inbox), Message::Table(_) | Message::Me(_)) => Some(inbox.cursor().to_string()),
            _ => None,
        }
    }
}

/// Whether the client takes server-sent events.
pub fn takes_events(headers: &HeaderMap) -> bool {
    accepted::names(headers, &ACCEPT, EVENTS)
}

/// Whether the client asks for server-sent events, and does not prefer a page.
pub fn wants_events(headers: &HeaderMap) -> bool {
    let weight = |kind| accepted::weight(headers, &ACCEPT, kind);
    let page = weight("application/json").or_else(|| weight("application/*")).or_else(|| weight("*/*"));
    takes_events(headers) && weight(EVENTS) >= page
}

/// Sends messages as server-sent events.
pub fn events(messages: Messages, for_whom: impl Hash) -> Response {
    let retry = RETRY_MILLIS + spread(for_whom) % RETRY_MILLIS;
    let mut beats = time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events =
        stream::unfold((messages, beats, Some(retry)), |(mut messages, mut beats, retry)| async move {
            let told = tokio::select! {
                biased;
                told = messages.next() => Some(told?),
                _ = beats.tick() => None,
            };
            let (event, retry) = match told {
                Some((id, message)) => (event(id.as_deref(), &message, retry), None),
                None => (Bytes::from_static(BEAT), retry),
            };
            Some((Ok::<_, Infallible>(event), (messages, beats, retry)))
        });
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(EVENTS));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Proxies that gather an answer before they pass it on would hold every message back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// A message as an event of a stream, whole: its JSON has no ends of lines.
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
        Message::Warning(message) => serde_json::to_writer(&mut *to, message),
        Message::Me(message) => serde_json::to_writer(&mut *to, message),
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

/// A number that differs from client to client and follows from nothing hidden.
fn spread(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
