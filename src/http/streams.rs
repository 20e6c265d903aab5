//! Streams of messages: server-sent events, each flushed as it comes.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use futures::stream;

use super::answer::text;
use super::at_once::AddressPlace;
use crate::service::people::sessions::Ended;
use crate::service::room::following::Following;
use crate::service::room::inbox::Inbox;
use crate::service::room::lobby::LobbyFollowing;
use crate::service::table::message::{EndMessage, EndReason, Message};

/// How often a stream says something, so that both sides notice a connection that is dead.
pub const HEARTBEAT: Duration = Duration::from_secs(10);

/// The least time, in milliseconds, that a client is told to wait before it connects again; up to twice that, so that
/// not all come at once.
const RETRY_MILLIS: u64 = 1_000;

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
}

impl Messages {
    /// From this source, until this sign-in ends.
    pub fn new(source: Source, end: BoxFuture<'static, Ended>, place: AddressPlace) -> Self {
        Self { source, end, _place: place, over: false }
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
        self.over = matches!(message, Message::End(EndMessage { table: None, .. }));
        Some((self.source.position(&message), message))
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

/// Whether the client asks for server-sent events.
pub fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = |value: &str| value.split(',').any(|kind| kind.trim().starts_with("text/event-stream"));
    headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).any(accepts)
}

/// Sends messages as server-sent events.
pub fn events(messages: Messages, for_whom: impl Hash) -> Response {
    let retry = Duration::from_millis(RETRY_MILLIS + spread(for_whom) % RETRY_MILLIS);
    let events = stream::unfold((messages, Some(retry)), |(mut messages, retry)| async move {
        let (id, message) = messages.next().await?;
        let event = event(id, &message);
        let event = match retry {
            Some(retry) => event.retry(retry),
            None => event,
        };
        Some((Ok::<_, Infallible>(event), (messages, None)))
    });
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT).text("")).into_response();
    // Proxies that gather an answer before they pass it on would hold every message back.
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    response
}

fn event(id: Option<String>, message: &Message) -> Event {
    let event = Event::default().event(message.kind());
    let event = match id {
        Some(id) => event.id(id),
        None => event,
    };
    // Whole, and not piece by piece into the event, which looks through each piece for ends of lines: JSON has none.
    let data = match message {
        Message::Table(message) => text(message),
        Message::Presence(message) => text(message),
        Message::Warning(message) => text(message),
        Message::Me(message) => text(message),
        Message::Lobby(message) => text(message),
        Message::End(message) => text(message),
    };
    match data {
        Ok(data) => event.data(data),
        Err(error) => {
            tracing::error!(%error, "a message cannot be written as JSON");
            Event::default().comment("a message is missing")
        }
    }
}

/// A number that differs from client to client and follows from nothing hidden.
fn spread(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
