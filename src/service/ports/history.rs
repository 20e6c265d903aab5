//! The port that reads what a player has played.

use async_trait::async_trait;

use super::error::StoreError;
use crate::games::any::GameKind;
use crate::service::id::{HandId, PlayerId};
use crate::service::table::figures::Figures;
use crate::service::table::my_hands::PlayedHand;

/// Reads what a player has played; a [`Commit`](crate::service::table::commit::Commit) writes it.
#[async_trait]
pub trait HistoryStore: Send + Sync + 'static {
    /// The hands that a player was dealt into, newest first, older than `after`, at most `limit`. Rows that hold what they
    /// cannot hold are left out, and logged.
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError>;
    /// A player's figures, by game, with the days from `since` on: its number since 1970.
    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError>;
}
