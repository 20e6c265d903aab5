//! The messages of a stream.

use futures::future::BoxFuture;

use crate::http::request_log::StreamLine;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::people::sessions::Ended;
use crate::service::room::streams::following::Following;
use crate::service::room::streams::inbox::Inbox;
use crate::service::room::streams::lobby::LobbyFollowing;
use crate::service::room::tournaments::reads::TournamentFollowing;
use cardroom_api::table::message::{EndMessage, EndReason, Message};

/// The source of the messages of a stream.
pub enum MessageSource {
    /// One table.
    Table(Box<Following>),
    /// Everything that concerns a player.
    Player(Box<Inbox>),
    /// The lobby.
    Lobby(Box<LobbyFollowing>),
    /// A tournament.
    Tournament(Box<TournamentFollowing>),
}

/// The messages of a stream. The last one gives the reason why it is the last.
pub struct Messages {
    source: MessageSource,
    /// Returns when the sign-in ends.
    end: BoxFuture<'static, Ended>,
    /// The permit of its address.
    _permit: NetworkPermit,
    over: bool,
    line: StreamLine,
}

impl Messages {
    /// The messages of a source, until the sign-in ends.
    pub fn new(source: MessageSource, end: BoxFuture<'static, Ended>, permit: NetworkPermit) -> Self {
        Self { source, end, _permit: permit, over: false, line: StreamLine::begin() }
    }

    /// The next message, with the position to resume after it if it has one; `None` after the last. Cancel safe.
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
        if let Message::End(EndMessage { table: None, tournament: None, reason }) = &message {
            self.over = true;
            self.ends(reason.into());
        }
        Some((self.source.position(&message), message))
    }

    /// Sets the reason in the log why the stream ends.
    pub fn ends(&mut self, why: &'static str) {
        self.line.ends(why);
    }

    /// The source.
    pub fn source(&mut self) -> &mut MessageSource {
        &mut self.source
    }
}

impl MessageSource {
    async fn next(&mut self) -> Option<Message> {
        match self {
            Self::Table(following) => following.next().await,
            Self::Player(inbox) => inbox.next().await,
            Self::Lobby(following) => following.next().await,
            Self::Tournament(following) => following.next().await,
        }
    }

    /// The position of the stream after a message; `None` if the message has no version.
    fn position(&self, message: &Message) -> Option<String> {
        match (self, message) {
            (Self::Table(following), Message::Table(_)) => following.known().map(|known| known.to_string()),
            (Self::Player(inbox), Message::Table(_) | Message::Me(_) | Message::Tournament(_)) => {
                Some(inbox.cursor().to_string())
            }
            (Self::Tournament(following), Message::Tournament(_)) => Some(following.known().to_string()),
            _ => None,
        }
    }
}
