//! Lists of tables: the lobby, and the tables where the caller sits.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bots::Computer;
use super::change::Decision;
use super::options::TableOptions;
use super::view::ChairView;
use crate::cached_json::CachedJson;
use crate::id::{PlayerId, TableId};
use crate::moment;
use crate::tournament::options::TournamentOptions;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableSummary {
    /// The identifier of the table.
    pub id: TableId,
    /// The options: the game, its stakes, the pace and the access.
    #[schema(value_type = TableOptions)]
    pub options: CachedJson<TableOptions>,
    /// The name of its host; `Deleted player` if they were deleted.
    pub host_name: String,
    /// How many chairs a person can have: the free ones, and those of computer players.
    pub free_seats: u8,
    /// Its players, by seat.
    pub seated: Vec<Seated>,
    /// How many watch.
    pub watching: u32,
    /// Whether a hand is being played.
    pub in_hand: bool,
    /// The time at which the table was opened.
    #[serde(serialize_with = "moment::exact")]
    pub created_at: Timestamp,
}

/// A player who sits at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seated {
    /// The number of the seat.
    pub seat: Seat,
    /// The player who sits there.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The level if a computer plays; null for a person.
    #[schema(required)]
    pub computer: Option<Computer>,
}

/// A page of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LobbyPage {
    /// In the requested order.
    pub tables: Vec<TableSummary>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<TableId>,
}

/// A table where the caller sits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatedTable {
    /// The table at which the player sits or waits.
    pub table: TableSummary,
    /// The caller's chair.
    pub chair: ChairView,
    /// The caller's open decision.
    #[schema(required)]
    pub decision: Option<Decision>,
}

/// A page of the tables where the caller sits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatedPage {
    /// Newest first.
    pub tables: Vec<SeatedTable>,
    /// The cursor of the next page; absent on the last.
    #[schema(required)]
    pub next: Option<TableId>,
}

/// The kinds of table and of tournament that the server offers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Offers {
    /// Each as the options of such a table. Each has a name of its own.
    pub presets: Vec<TableOptions>,
    /// The kinds of tournament that the server offers, each as the options of one. Each has a name of its own.
    #[serde(default)]
    pub tournaments: Vec<TournamentOptions>,
}

impl ViewerSafe for TableSummary {}
impl ViewerSafe for LobbyPage {}
impl ViewerSafe for SeatedPage {}
impl ViewerSafe for Offers {}
