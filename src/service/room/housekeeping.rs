//! What is thrown away in time.

use std::sync::Arc;

use jiff::SignedDuration;
use tracing::{error, info};

use crate::service::ports::clock::Clock;
use crate::service::ports::store::Store;
use crate::service::table::time::later;

/// How often.
const EVERY: SignedDuration = SignedDuration::from_hours(1);
/// How long the answer to an idempotency key can be had again.
const REQUESTS_KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Every hour, forgets idempotency keys older than two days and sign-ins whose time is up. Never returns.
pub async fn run(store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    loop {
        let now = clock.now();
        let requests = now.saturating_sub(REQUESTS_KEPT).unwrap_or(now);
        match store.forget(requests, now).await {
            Ok(rows) => info!(rows, "forgot what is over"),
            Err(error) => error!(%error, source = ?error, "could not forget what is over"),
        }
        clock.sleep_until(later(now, EVERY)).await;
    }
}
