//! One write to a table: the events in order, and the decisions that are open after it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::decision::SharedDecisions;
use super::event::StoredEvent;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::AnyEvent;

/// One write to a table. It raises the table's version by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The table that changed.
    pub table: TableId,
    /// The table's version after it.
    pub version: Version,
    /// The time of the change.
    pub at: Timestamp,
    /// The hand that its hand events belong to.
    pub hand: Option<HandId>,
    /// The player, the clock or the operator who caused it.
    pub author: Author,
    /// The events, and the decisions that are open after them.
    pub body: Body,
}

/// The author of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A player, by a command.
    Player(PlayerId),
    /// Time passed.
    Clock,
    /// An operator, over the routes of the admin.
    Admin,
}

/// The events, and the decisions that are open after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// In the order in which it happened.
    pub events: Vec<Event>,
    /// The decisions that are open after it.
    pub decisions: SharedDecisions,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// In the hand; it has its cards and is never sent.
    Hand(AnyEvent),
    /// At the table; visible to everybody.
    Table(StoredEvent),
}
