//! Writing a batch of changes in one transaction: what it depends on is locked and read first, then validated commit by commit, then
//! written by one statement a table.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, timeout};

use super::rating_log::PostgresRatingRows;
use super::retry::{cause, is_lost, is_rolled_back_for_another, retried_if};
use super::{Postgres, batch_facts, batch_statements, tournament_commits};
use crate::service::ports::commits::{Batch, CommitStore, Committed};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::BatchValidator;
use crate::store::batch_rows::BatchRows;
use crate::store::postgres_code::{IDLE_IN_TRANSACTION, UNIQUE_VIOLATION, postgres_code};
use crate::store::rating_log;

#[async_trait]
impl CommitStore for Postgres {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let began = Instant::now();
        let is_worth_it =
            |failure: &BatchFailure| began.elapsed() < PATIENCE && failure.is_worth_another_try();
        let written = retried_if(is_worth_it, || async {
            self.commits.run(async |connection: &mut PgConnection| write(connection, &batch).await).await
        });
        written.await.map_err(BatchFailure::into_store_error)
    }
}

/// How long a batch may take before it is committed, and to be committed: longer than any wait for a lock. Without it a connection that is
/// cut off silently would hold all further batches. After so long a batch is not tried again either.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a batch was not written, or may not have been.
struct BatchFailure {
    error: StoreError,
    /// Whether nothing was written: it came before the batch was to be committed, or the server had given up the transaction before.
    is_unwritten: bool,
}

impl From<StoreError> for BatchFailure {
    fn from(error: StoreError) -> Self {
        Self { error, is_unwritten: true }
    }
}

impl BatchFailure {
    /// Whether nothing was written, and the batch may be written if it is tried again: another process was in the way, or has just
    /// used a key or opened a table of the batch, or the connection was lost.
    fn is_worth_another_try(&self) -> bool {
        let has_used_a_key = self.code() == Some(UNIQUE_VIOLATION);
        is_rolled_back_for_another(&self.error) || self.is_unwritten && (has_used_a_key || self.is_lost())
    }

    fn is_lost(&self) -> bool {
        cause(&self.error).is_some_and(is_lost)
    }

    fn code(&self) -> Option<&str> {
        cause(&self.error).and_then(postgres_code)
    }

    /// The outcome of a batch is unknown after an error, unless the error says that nothing was written.
    fn into_store_error(self) -> StoreError {
        let is_out_of_reach = self.is_lost() || matches!(cause(&self.error), Some(sqlx::Error::PoolTimedOut));
        match self.error {
            StoreError::Unavailable(source) if self.is_unwritten && is_out_of_reach => {
                StoreError::Locked(source)
            }
            error if self.is_unwritten => error.into_refused(),
            error => error,
        }
    }
}

/// Writes a batch, each of its commits and groups whole or not at all.
async fn write(connection: &mut PgConnection, batch: &Batch) -> Result<Vec<Committed>, BatchFailure> {
    let begun = timeout(PATIENCE, async {
        let mut transaction = connection.begin().await?;
        let verdicts = write_within(&mut transaction, batch).await?;
        Ok::<_, StoreError>((transaction, verdicts))
    });
    let (transaction, verdicts) = begun.await.map_err(|_| StoreError::from(sqlx::Error::PoolTimedOut))??;
    // If the answer to this one is lost, it is unknown whether the batch was written.
    let unknown = |error: sqlx::Error| BatchFailure {
        is_unwritten: postgres_code(&error) == Some(IDLE_IN_TRANSACTION),
        error: error.into(),
    };
    let committed = timeout(PATIENCE, transaction.commit()).await;
    committed.map_err(|_| unknown(sqlx::Error::PoolTimedOut))?.map_err(unknown)?;
    Ok(verdicts)
}

async fn write_within(db: &mut PgConnection, batch: &Batch) -> Result<Vec<Committed>, StoreError> {
    let tournaments = tournament_commits::lock(db, batch).await?;
    let versions = batch_facts::lock_tables(db, batch).await?;
    let mut validator = BatchValidator::new(batch_facts::read(db, batch).await?);
    let people = batch_facts::people(db, batch).await?;
    let verdicts = validator.validate_batch(
        batch,
        |table| versions.get(&table).copied(),
        |tournament| tournaments.get(&tournament).copied(),
    );
    let rows = BatchRows::of(batch, &verdicts, &people)?;
    batch_statements::write(db, rows, &validator.into_moved()).await?;
    rating_log::write(&mut PostgresRatingRows(db), batch, &verdicts).await?;
    Ok(verdicts.outcomes(batch))
}
