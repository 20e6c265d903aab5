//! The frames of a socket as they are sent, and what to do about those that cannot be read.

use std::error::Error;

use axum::extract::ws::{Message as Frame, close_code};
use serde::Deserialize;
use tungstenite::error::ProtocolError;

use crate::http::answer;
use cardroom_api::socket::SocketFrame;
use cardroom_api::table::message::{EndMessage, EndReason, Message};

/// How many characters of a request's id are sent back.
const LONGEST_ID: usize = 64;

/// A frame of the server as it is sent.
pub fn written(frame: &SocketFrame) -> Option<Frame> {
    match answer::text(frame) {
        Ok(text) => Some(Frame::Text(text.into())),
        Err(error) => {
            tracing::error!(%error, "a frame cannot be written as JSON");
            None
        }
    }
}

/// The close code after a message, if the message ends the stream.
pub fn end_code(message: &Message) -> Option<u16> {
    match message {
        Message::End(EndMessage { table: None, tournament: None, reason: EndReason::Draining }) => {
            Some(close_code::RESTART)
        }
        Message::End(EndMessage { table: None, tournament: None, .. }) => Some(close_code::NORMAL),
        _ => None,
    }
}

/// The close code and the reason after a frame that could not be read; `None` if the connection is lost, for instance because a phone has
/// left its network.
pub fn unreadable(error: &axum::Error) -> Option<(u16, &'static str)> {
    match error.source()?.downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Some((close_code::SIZE, "the frame is too large")),
        tungstenite::Error::Utf8(_) => Some((close_code::INVALID, "the text is not UTF-8")),
        tungstenite::Error::Protocol(fault) if *fault != ProtocolError::ResetWithoutClosingHandshake => {
            Some((close_code::PROTOCOL, "the frame cannot be read"))
        }
        _ => None,
    }
}

/// The id of a request that cannot be read otherwise.
pub fn id_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    let named: Named = serde_json::from_slice(text).ok()?;
    Some(named.id.chars().take(LONGEST_ID).collect())
}
