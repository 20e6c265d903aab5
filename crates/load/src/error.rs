//! What ends a load.

use std::io;

/// Why no load was put on a server, or none any more.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No address to ask.
    #[error("{0} is no address: write http://HOST:PORT, without TLS and without a path")]
    Url(String),
    /// The connection failed.
    #[error("the server cannot be asked")]
    Connection(#[from] io::Error),
    /// The connection was closed where an answer was due.
    #[error("the server has hung up")]
    HungUp,
    /// What came is not the HTTP that Cardroom speaks.
    #[error("the server does not answer as Cardroom does")]
    Unreadable,
    /// What came is not the JSON that Cardroom answers.
    #[error("the server's JSON is not as Cardroom's")]
    Json(#[from] serde_json::Error),
    /// It was refused to begin.
    #[error("{path}: {status} {told}")]
    Refused {
        /// What was asked.
        path: String,
        /// The status of the answer.
        status: u16,
        /// Its body.
        told: String,
    },
    /// The rules let a seat do something that this client does not know.
    #[error("of these options none is known: {0}")]
    Options(String),
    /// Every move was refused.
    #[error("every move was refused: {told}")]
    AllRefused {
        /// What was told with the first of them.
        told: String,
    },
    /// No move was answered.
    #[error("no move was answered")]
    Nothing,
}
