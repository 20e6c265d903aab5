//! The port for movements of chips.

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::table::stored::ledger::ChipMovement;
use cardroom_api::house::Audit;
use cardroom_api::id::{MovementId, PlayerId};
use cardroom_rules::games::game::Chips;

/// Keeps movements of chips.
#[async_trait]
pub trait LedgerStore: Send + Sync + 'static {
    /// A player's movements, newest first, older than `after`, at most `limit`.
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<MovementId>,
        limit: u32,
    ) -> Result<Vec<ChipMovement>, StoreError>;
    /// Which of these players have won at least this many chips from computer players on a day, which is numbered since 1970.
    async fn won_enough(
        &self,
        players: &[PlayerId],
        day: i64,
        most: Chips,
    ) -> Result<Vec<PlayerId>, StoreError>;
    /// The sums of all chips on the server, all read at one moment.
    async fn audit(&self) -> Result<Audit, StoreError>;
}
