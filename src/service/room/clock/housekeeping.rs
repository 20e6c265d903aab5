//! Deleting expired data.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tracing::{error, info};

use crate::service::people::session_cache::{Invalidate, SessionCache};
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::time::later;

/// The interval between two deletions.
const EVERY: SignedDuration = SignedDuration::from_hours(1);
/// How long the answer to a request with an idempotency key is kept.
const REQUESTS_KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Every hour, deletes expired idempotency keys, sign-ins and codes. Never returns.
pub async fn run(store: Arc<dyn Store>, clock: Arc<dyn Clock>, cache: SessionCache) {
    loop {
        let now = clock.now();
        match forget(&store, &cache, now).await {
            Ok(rows) => info!(rows, "deleted expired data"),
            Err(error) => error!(%error, source = ?error, "could not delete expired data"),
        }
        clock.sleep_until(later(now, EVERY)).await;
    }
}

/// Deletes what has expired by now; returns how many rows.
pub async fn forget(store: &Arc<dyn Store>, cache: &SessionCache, now: Timestamp) -> Result<u64, StoreError> {
    let requests = now.saturating_sub(REQUESTS_KEPT).unwrap_or(now);
    let store = Arc::clone(store);
    cache.invalidating(Invalidate::SignIns, async move { store.forget(requests, now).await }).await
}
