//! The port for tables, their changes and their hands.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use super::error::StoreError;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;

/// Stores tables, their changes and their hands.
///
/// A list leaves out rows with impossible data, and logs them: one damaged table does not hide the others.
#[async_trait]
pub trait TableStore: Send + Sync + 'static {
    /// A table, with the decisions that its last change left open.
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError>;
    /// The open tables where computer players sit, the oldest first.
    async fn tables_with_bots(&self) -> Result<Vec<TableId>, StoreError>;
    /// Whether there is such a table.
    async fn has_table(&self, id: TableId) -> Result<bool, StoreError>;
    /// The open tables whose deadline is between two moments, and their deadlines.
    async fn due_tables(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<(TableId, Timestamp)>, StoreError>;
    /// The tables where a player sits, newest first, older than `after`, at most `limit`.
    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError>;
    /// The tables where a player waits for a chair, newest first.
    async fn waiting(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError>;
    /// The open table with this invite code.
    async fn invited_to(&self, invite_code: &str) -> Result<Option<TableId>, StoreError>;
    /// Listed open tables.
    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<ListedTable>, StoreError>;
    /// A table's changes after a version, in order, at most `limit`.
    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError>;
    /// A hand.
    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError>;
    /// These hands, as far as there are such.
    async fn hands_of(&self, ids: &[HandId]) -> Result<Vec<HandRecord>, StoreError>;
    /// A table's hands, newest first, older than number `before`, at most `limit`.
    async fn hands(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<HandRecord>, StoreError>;
    /// The request that was done for a player under this idempotency key.
    async fn done_request(&self, player: PlayerId, key: &str) -> Result<Option<DoneRequest>, StoreError>;
}

/// The order of listed tables; equal ones are sorted by age, newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LobbySort {
    /// The newest first.
    #[default]
    Newest,
    /// Those with the most players first.
    Players,
    /// The smallest stake first.
    Stake,
}

/// A query of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyFilter {
    /// Of this game.
    pub game: Option<GameKind>,
    /// With at least this stake: the size of one bet, as the game defines it.
    pub min_stake: Option<Chips>,
    /// With at most this stake.
    pub max_stake: Option<Chips>,
    /// With at least this many free chairs.
    pub free_seats: Option<u8>,
    /// With this in their name.
    pub name: Option<String>,
    /// With this word among their game's options.
    pub word: Option<String>,
    /// With a decision time of at most this many seconds.
    pub max_decision_seconds: Option<u16>,
    /// The order.
    pub sort: LobbySort,
    /// After this one.
    pub after: Option<TableId>,
    /// At most this many.
    pub limit: u32,
}
