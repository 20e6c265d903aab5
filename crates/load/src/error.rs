//! The errors that end a load.

use std::io;

/// Why no load could be put on a server, or why it ended.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The address is not usable.
    #[error("{0} is no address: write http://HOST:PORT, without TLS and without a path")]
    Url(String),
    /// The connection failed.
    #[error("the server cannot be asked")]
    Connection(#[from] io::Error),
    /// The connection was closed before the answer.
    #[error("the server has hung up")]
    HungUp,
    /// The bytes are not the HTTP that Cardroom speaks.
    #[error("the server does not answer as Cardroom does")]
    Unreadable,
    /// The body is not the JSON that Cardroom sends.
    #[error("the server's JSON is not as Cardroom's")]
    Json(#[from] serde_json::Error),
    /// A request of the preparation was refused.
    #[error("{path}: {status} {answer}")]
    Refused {
        /// The request.
        path: String,
        /// The status of the answer.
        status: u16,
        /// Its body.
        answer: String,
    },
    /// The options hold an action that this client does not know.
    #[error("of these options none is known: {0}")]
    Options(String),
    /// Every move was refused.
    #[error("every move was refused: {answer}")]
    AllRefused {
        /// The first refusal.
        answer: String,
    },
    /// No move was answered.
    #[error("no move was answered")]
    Nothing,
}
