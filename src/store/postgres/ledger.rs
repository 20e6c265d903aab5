//! Movements of chips, and the audit.

use super::{Postgres, missing};
use crate::service::ports::error::StoreError;
use crate::service::ports::ledger::LedgerStore;
use crate::service::table::ledger::ChipMovement;
use async_trait::async_trait;
use cardroom_api::house::Audit;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

#[async_trait]
impl LedgerStore for Postgres {
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<Vec<ChipMovement>, StoreError> {
        let _ = (player, after, limit);
        Err(missing())
    }

    async fn won_enough(
        &self,
        players: &[PlayerId],
        day: i64,
        most: Chips,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let _ = (players, day, most);
        Err(missing())
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        Err(missing())
    }
}
