//! Reading what a player has played.

use super::{Postgres, missing};
use crate::service::ports::error::StoreError;
use crate::service::ports::history::HistoryStore;
use crate::service::table::my_hands::PlayedHand;
use async_trait::async_trait;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::statistics::{Figures, OpenTo};
use cardroom_rules::games::any::GameKind;

#[async_trait]
impl HistoryStore for Postgres {
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError> {
        let _ = (player, game, after, limit);
        Err(missing())
    }

    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError> {
        let _ = (player, game, since);
        Err(missing())
    }

    async fn figures_open_to(&self, player: PlayerId) -> Result<Option<OpenTo>, StoreError> {
        let _ = (player,);
        Err(missing())
    }

    async fn open_figures(&self, player: PlayerId, to: OpenTo) -> Result<(), StoreError> {
        let _ = (player, to);
        Err(missing())
    }
}
