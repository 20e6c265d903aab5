//! The changes of a table, as one viewer may know them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::TableEvent;
use crate::cached_json::CachedJson;
use crate::id::HandId;
use crate::moment;
use cardroom_rules::games::any::AnySeen;
use cardroom_rules::games::seat::Seat;

/// Counts a table's changes; the first, which opens it, is 1.
pub type Version = u64;

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// The seat that has to decide.
    pub seat: Seat,
    /// The version at which it arose. An action sent with `at` is fresh when `since ≤ at ≤ version`.
    pub since: Version,
    /// The clock it is on; absent if the seat may act but nothing waits for it.
    #[schema(required)]
    pub clock: Option<DecisionClock>,
}

/// The clock of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DecisionClock {
    /// When the decision time is over and the time bank starts to run.
    #[serde(serialize_with = "moment::exact")]
    pub bank_from: Timestamp,
    /// When the time bank is used up too, and the clock plays for the seat.
    #[serde(serialize_with = "moment::exact")]
    pub due: Timestamp,
}

/// One event, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeenEvent {
    /// In the hand, by game.
    Hand(AnySeen),
    /// At the table.
    Table(TableEvent),
}

/// One change as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeenChange {
    /// The table's version after it.
    pub version: Version,
    /// The time of the change.
    #[serde(serialize_with = "moment::exact")]
    pub at: Timestamp,
    /// The hand that its hand events belong to.
    #[schema(required)]
    pub hand: Option<HandId>,
    /// In the order in which it happened.
    #[schema(value_type = Vec<SeenEvent>)]
    pub events: CachedJson<Vec<SeenEvent>>,
    /// The decisions that are open after it.
    #[schema(value_type = Vec<Decision>)]
    pub decisions: CachedJson<Vec<Decision>>,
}
