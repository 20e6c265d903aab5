//! Deleting a player: only the identifier is left, in logs, in the ledger and with hands.

use super::{Postgres, missing};
use crate::service::people::deletion::Deletion;
use crate::service::ports::deletion::{Deleted, DeletionStore};
use crate::service::ports::error::StoreError;
use async_trait::async_trait;

#[async_trait]
impl DeletionStore for Postgres {
    async fn delete_player(&self, deletion: &Deletion) -> Result<Deleted, StoreError> {
        let _ = (deletion,);
        Err(missing())
    }
}
