//! Computer players that sit where no person is: they leave once the house has no more of them and others want some.

use std::sync::Arc;

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
    /// Sends for computer players whenever some are wanted and the house has no more, until the room stops.
    pub(super) async fn recall_bots(self: Arc<Self>) {
        let (mut stopping, mut rest) = (self.stopping.subscribe(), GRACE);
        loop {
            let wanted = async {
                self.clock.sleep_until(later(self.clock.now(), rest)).await;
                self.bots.wanted.notified().await;
            };
            tokio::select! {
                _ = stopping.wait_for(|&stopping| stopping) => return,
                () = wanted => {}
            }
            match self.store.tables_with_bots().await {
                Ok(tables) => self.recall_from(tables).await,
                Err(error) => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "computer players cannot be sent for"
                    );
                }
            }
            rest = REST;
        }
    }

    async fn recall_from(self: &Arc<Self>, tables: Vec<TableId>) {
        let mut left = 0;
        for table in tables {
            if left == TABLES || *self.stopping.borrow() {
                break;
            }
            // In a task of its own: a table that fails badly takes no other with it.
            match tokio::spawn(Arc::clone(self).recall_from_one(table)).await {
                Ok(Ok(has_left)) => left += usize::from(has_left),
                Ok(Err(error)) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "computer players cannot be sent for");
                }
                Err(error) => tracing::error!(%table, %error, "computer players cannot be sent for"),
            }
        }
    }

    /// Whether computer players have left a table.
    async fn recall_from_one(self: Arc<Self>, id: TableId) -> Result<bool, RoomError> {
        let slot = self.slot(id).await?;
        let _no_step = self.stepping.read().await;
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
