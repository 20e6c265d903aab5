//! When a connection was last lost.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use crate::service::lock::lock;

/// How long after a loss all connections are suspected. Those that were idle may be lost too, and show it only when they are used.
const SUSPECTED: Duration = Duration::from_secs(5);

/// The last loss of a connection.
#[derive(Clone, Debug, Default)]
pub struct Losses(Arc<Mutex<Option<Instant>>>);

impl Losses {
    /// A connection was lost just now.
    pub fn note(&self) {
        *lock(&self.0) = Some(Instant::now());
    }

    /// Whether one was lost lately.
    pub fn are_recent(&self) -> bool {
        lock(&self.0).is_some_and(|at| at.elapsed() < SUSPECTED)
    }
}
