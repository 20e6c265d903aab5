//! Connections beyond those that there may be: a server that is full still answers whether it is well, and so it does to an address that
//! has all the connections that it may.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;

use super::code::Code;
use super::meter::is_free;
use super::problem::Problem;

/// How long a connection in a spare place lasts at most: the next monitor needs it.
pub const SPARE_TIME: Duration = Duration::from_secs(3);
/// How long a client may ask nothing beyond the connections of its address. Then it is refused, as others beyond them are.
const SILENCE: Duration = Duration::from_secs(1);

/// On a request: its connection is a spare one.
#[derive(Clone, Debug)]
pub enum Spare {
    /// Beyond all that there may be.
    OfAll,
    /// Beyond those that its address may have. The text is what a client is sent that asks nothing.
    OfAddress(Arc<str>),
}

impl Spare {
    /// How long a client may ask nothing.
    pub fn silence(&self) -> Duration {
        match self {
            Self::OfAll => SPARE_TIME,
            Self::OfAddress(_) => SILENCE,
        }
    }

    /// Why nothing else is answered.
    fn problem(&self) -> Problem {
        match self {
            Self::OfAll => {
                let why = "there are as many connections as may be; try again in a moment";
                Problem::new(Code::Unavailable, why).soon()
            }
            Self::OfAddress(_) => too_many_of_address(),
        }
    }
}

/// The address has as many connections as it may.
pub fn too_many_of_address() -> Problem {
    let why = "your address has as many connections as it may; close one";
    Problem::new(Code::TooManyConnections, why).soon()
}

/// Refuses what is asked on a spare connection, unless it is whether the server is well.
pub fn check(request: &Request) -> Result<(), Problem> {
    match request.extensions().get::<Spare>() {
        Some(spare) if !is_free(request.method(), request.uri().path()) => Err(spare.problem()),
        _ => Ok(()),
    }
}
