//! Refills for players who have lost their chips.

use super::{Postgres, missing};
use crate::service::people::refill::Refill;
use crate::service::ports::error::StoreError;
use crate::service::ports::refills::{RefillStore, Refilled};
use async_trait::async_trait;

#[async_trait]
impl RefillStore for Postgres {
    async fn refill(&self, refill: &Refill) -> Result<Refilled, StoreError> {
        let _ = (refill,);
        Err(missing())
    }
}
