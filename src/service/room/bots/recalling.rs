//! Recalling computer players from tables without people: they leave if the limit is reached and another table needs some.

use std::sync::Arc;

use jiff::SignedDuration;

use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::table::stored::change::Author;
use crate::service::table::time::later;
use cardroom_api::id::TableId;

/// How long a table must be without people before its computer players leave. The people may be back soon: their phone sleeps, or
/// the server restarted.
const GRACE: SignedDuration = SignedDuration::from_mins(1);
/// The shortest time between two recalls, and from how many tables computer players leave at each.
const REST: SignedDuration = SignedDuration::from_secs(1);
const TABLES: usize = 8;

impl RoomCore {
    /// Recalls computer players whenever some are needed and the limit is reached, until the room stops.
    pub(in crate::service::room) async fn recall_bots(self: Arc<Self>) {
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
                        "computer players cannot be recalled"
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
            // In a task of its own, so that a panic affects one table only.
            match tokio::spawn(Arc::clone(self).recall_from_one(table)).await {
                Ok(Ok(has_left)) => left += usize::from(has_left),
                Ok(Err(error)) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(%table, error, "computer players cannot be recalled");
                }
                Err(error) => tracing::error!(%table, %error, "computer players cannot be recalled"),
            }
        }
    }

    /// Whether computer players have left a table.
    async fn recall_from_one(self: Arc<Self>, id: TableId) -> Result<bool, RoomError> {
        let handle = self.handle(id).await?;
        let _no_step = self.stepping.read().await;
        let _lock = handle.write_lock.lock().await;
        let table = self.load(&handle, id).await?;
        let mut draft = self.draft(&table, self.draft_context(&table, None, false).await?);
        draft.recall_bots(GRACE);
        if draft.is_empty() {
            return Ok(false);
        }
        Ok(self.write(&handle, Some(&table), draft.finish(Author::Clock)?).await?.is_some())
    }
}
