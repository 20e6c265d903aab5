//! Sending computer players away from tables without people: they leave if the limit is reached and another table needs some.

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
/// The shortest time between two rounds, and from how many tables computer players leave in each.
const REST: SignedDuration = SignedDuration::from_secs(1);
const TABLES: usize = 8;

/// Sends computer players away whenever some are needed and the limit is reached, until the room stops.
pub(in crate::service::room) async fn send_bots_away(core: Arc<RoomCore>) {
    let (mut stopping, mut rest) = (core.stopping.subscribe(), GRACE);
    loop {
        let wanted = async {
            core.clock.sleep_until(later(core.clock.now(), rest)).await;
            core.bots.wanted.notified().await;
        };
        tokio::select! {
            _ = stopping.wait_for(|&stopping| stopping) => return,
            () = wanted => {}
        }
        match core.store.tables_with_bots().await {
            Ok(tables) => send_away_from(&core, tables).await,
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "computer players cannot be sent away"
                );
            }
        }
        rest = REST;
    }
}

async fn send_away_from(core: &Arc<RoomCore>, tables: Vec<TableId>) {
    let mut left = 0;
    for table in tables {
        if left == TABLES || *core.stopping.borrow() {
            break;
        }
        // In a task of its own, so that a panic affects one table only.
        match tokio::spawn(send_away_from_one(Arc::clone(core), table)).await {
            Ok(Ok(has_left)) => left += usize::from(has_left),
            Ok(Err(error)) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(%table, error, "computer players cannot be sent away");
            }
            Err(error) => tracing::error!(%table, %error, "computer players cannot be sent away"),
        }
    }
}

/// Whether computer players have left a table.
async fn send_away_from_one(core: Arc<RoomCore>, id: TableId) -> Result<bool, RoomError> {
    let handle = core.tables.handle(id).await?;
    let _lock = core.tables.lock(&handle).await;
    let table = core.tables.load(&handle, id).await?;
    let mut draft = core.draft(&table, core.draft_context(&table, None, false).await?);
    draft.send_resting_bots_away(GRACE);
    if draft.is_empty() {
        return Ok(false);
    }
    Ok(core.write(&handle, Some(&table), draft.finish(Author::Clock)?).await?.is_some())
}
