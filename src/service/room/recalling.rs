//! Computer players that sit where no person is: they leave once the house has no more of them and others want some.

use std::convert::Infallible;

use jiff::SignedDuration;

use super::error::RoomError;
use super::shared::Shared;
use crate::service::id::TableId;
use crate::service::table::change::Author;
use crate::service::table::time::later;

/// How long nobody has been at a table before its computer players leave for others, who may be gone for a moment: their phone sleeps,
/// or the house was closed.
const GRACE: SignedDuration = SignedDuration::from_mins(1);
/// How long it takes at least from one such look to the next, and from how many tables they leave by it.
const REST: SignedDuration = SignedDuration::from_secs(1);
const TABLES: usize = 8;

impl Shared {
    /// Sends for computer players whenever some are wanted and the house has no more. Never returns.
    pub(super) async fn recall_bots(&self) -> Infallible {
        self.clock.sleep_until(later(self.clock.now(), GRACE)).await;
        loop {
            self.bots.wanted.notified().await;
            match self.store.tables_with_bots().await {
                Ok(tables) => self.recall_from(tables).await,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "computer players cannot be sent for"
                    );
                }
            }
            self.clock.sleep_until(later(self.clock.now(), REST)).await;
        }
    }

    async fn recall_from(&self, tables: Vec<TableId>) {
        let mut left = 0;
        for table in tables {
            match self.recall_from_one(table).await {
                Ok(has_left) => left += usize::from(has_left),
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "computer players cannot be sent for");
                }
            }
            if left == TABLES {
                break;
            }
        }
    }

    /// Whether computer players have left a table.
    async fn recall_from_one(&self, id: TableId) -> Result<bool, RoomError> {
        let slot = self.slot(id).await?;
        let _turn = slot.turn.lock().await;
        let table = self.load(&slot, id).await?;
        let mut draft = self.draft(&table, self.surroundings(&table, None, false).await?);
        draft.recall_bots(GRACE);
        if draft.is_empty() {
            return Ok(false);
        }
        Ok(self.write(&slot, Some(&table), draft.finish(Author::Clock)?).await?.is_some())
    }
}
