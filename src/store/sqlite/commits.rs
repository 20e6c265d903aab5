//! The port of commits.

use std::sync::Arc;

use async_trait::async_trait;

use super::Sqlite;
use crate::service::ports::commits::{Batch, CommitStore, Committed};
use crate::service::ports::error::StoreError;

#[async_trait]
impl CommitStore for Sqlite {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        let _permit = self.write.permit().await;
        self.commits.write(batch).await
    }
}
