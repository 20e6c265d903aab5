//! Spare connections, beyond the limits: on them a monitor learns whether the server is well while all others are in use.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;

use super::cost::is_free;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;

/// How long a spare connection lasts at most, so that the next monitor can have it.
pub const SPARE_TIME: Duration = Duration::from_secs(3);
/// How long a client may send nothing on a connection beyond the limit of its address. Then it is refused.
const SILENCE: Duration = Duration::from_secs(1);

/// On a request: its connection is a spare one.
#[derive(Clone, Debug)]
pub enum SpareConnection {
    /// Beyond the limit of all connections.
    OfAll,
    /// Beyond the limit of its address. The text is sent to a client that asks for nothing.
    OfAddress(Arc<str>),
}

impl SpareConnection {
    /// How long a client may send nothing.
    pub fn silence(&self) -> Duration {
        match self {
            Self::OfAll => SPARE_TIME,
            Self::OfAddress(_) => SILENCE,
        }
    }

    /// Why other requests are refused.
    fn problem(&self) -> Problem {
        match self {
            Self::OfAll => {
                let why = "the server has its maximum number of connections; try again in a moment";
                Problem::new(Code::Unavailable, why).soon()
            }
            Self::OfAddress(_) => too_many_of_address(),
        }
    }
}

/// The address has as many connections as it may.
pub fn too_many_of_address() -> Problem {
    let why = "your address has its maximum number of connections; close one";
    Problem::new(Code::TooManyConnections, why).soon()
}

/// Refuses a request on a spare connection, unless it asks for the server's health.
pub fn check(request: &Request) -> Result<(), Problem> {
    match request.extensions().get::<SpareConnection>() {
        Some(spare) if !is_free(request.method(), request.uri().path()) => Err(spare.problem()),
        _ => Ok(()),
    }
}
