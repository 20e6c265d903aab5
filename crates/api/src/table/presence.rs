//! Presence: which players at a table are connected. It has no version, and no decision depends on it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::moment;
use cardroom_rules::games::seat::Seat;

/// Which players at a table are connected. It has no version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// The occupied chairs, by seat.
    pub chairs: Vec<Connection>,
    /// How many follow the table without a chair.
    pub watching: u32,
}

/// Whether a seated player is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Connection {
    /// The seat of the player.
    pub seat: Seat,
    /// Whether they are: they follow the table, or sent a request to it some seconds ago. A computer player always is.
    pub connected: bool,
    /// Since when; null if they have not been connected since the server started.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub since: Option<Timestamp>,
    /// When they give up the chair, because they are gone or have no chips, unless they come back or bring more; null if they
    /// keep it.
    #[schema(required)]
    #[serde(serialize_with = "moment::exact_or_null")]
    pub gives_up_at: Option<Timestamp>,
}
