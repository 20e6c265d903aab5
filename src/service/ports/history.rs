//! The port for what a player has played.

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::table::views::my_hands::PlayedHand;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::statistics::{Figures, OpenTo};
use cardroom_rules::games::any::GameKind;

/// Reads what a player has played, which a [`Commit`](crate::service::table::stored::commit::Commit) writes, and stores who may see it.
#[async_trait]
pub trait HistoryStore: Send + Sync + 'static {
    /// The hands that a player was dealt into, newest first, older than `after`, at most `limit`. Rows with impossible data are
    /// left out, and logged.
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError>;
    /// A player's figures, by game, with the days from `since` on, which is numbered since 1970.
    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError>;
    /// Who may see a player's figures; `None` if there is no such player.
    async fn figures_open_to(&self, player: PlayerId) -> Result<Option<OpenTo>, StoreError>;
    /// Sets who may see them.
    async fn open_figures(&self, player: PlayerId, to: OpenTo) -> Result<(), StoreError>;
}
