//! The hands of a table, and one hand as it was played.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::change::{SeenChange, Version};
use crate::id::{HandId, PlayerId, TableId};
use crate::moment;
use cardroom_rules::games::any::{AnyRules, AnyView};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A player of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HandSeat {
    /// The number of the seat in the hand.
    pub seat: Seat,
    /// The player who was dealt in there.
    pub player: PlayerId,
    /// Their name now; `Deleted player` if they were deleted.
    pub name: String,
    /// The chips they brought to it.
    pub chips: Chips,
    /// The level if a computer played; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
}

/// A hand in a table's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandSummary {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// Whether it is over.
    pub over: bool,
    /// The players who were dealt in, by seat.
    pub players: Vec<HandSeat>,
}

/// A page of a table's hands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandsPage {
    /// Newest first.
    pub hands: Vec<HandSummary>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<u64>,
}

/// A hand as one caller may know it, forever.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandHistory {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table at which the hand was played.
    pub table: TableId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// Whether it is over.
    pub over: bool,
    /// The players who were dealt in, by seat.
    pub players: Vec<HandSeat>,
    /// The hash over the salted deck, published at its start.
    pub root: String,
    /// The options it was played by.
    pub rules: AnyRules,
    /// The caller's seat in it; absent for a watcher.
    #[schema(required)]
    pub your_seat: Option<Seat>,
    /// Its changes, in order.
    pub changes: Vec<SeenChange>,
    /// The hand as the last of them left it.
    pub state: AnyView,
    /// The hand after each of them; null unless requested.
    #[schema(required)]
    pub views: Option<HandViews>,
}

/// A hand after one of its changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ViewAfter {
    /// The version of the change.
    pub version: Version,
    /// What the caller may know of the hand after it, by game.
    pub state: AnyView,
}

/// A hand after each of its changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HandViews {
    /// In the order of the changes, at most 100.
    #[schema(max_items = 100)]
    pub states: Vec<ViewAfter>,
    /// The `views_after` of the next page; null if these are the last so far.
    #[schema(required)]
    pub next: Option<Version>,
}

impl ViewerSafe for HandsPage {}
impl ViewerSafe for HandHistory {}
