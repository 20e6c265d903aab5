//! Writing a batch of changes in one transaction: what it depends on is read first, then validated commit by commit, then written by
//! a few statements.

use sqlx::SqliteConnection;

use super::chains::{Chains, counted_players};
use super::checkpoint::Checkpoint;
use super::rating_log::SqliteRatingRows;
use super::tips::Tips;
use super::{batch_facts, batch_statements, tournament_commits};
use crate::service::ports::commits::{Batch, Committed};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::BatchValidator;
use crate::store::batch_rows::BatchRows;
use crate::store::rating_log;

/// A batch that was written.
pub struct WrittenBatch {
    /// The outcomes of its commits.
    pub verdicts: Vec<Committed>,
    /// How many pages the write-ahead log has after it.
    pub logged: i64,
}

/// Writes a batch, each of its commits and groups whole or not at all. After an error the connection may be within a transaction, and the tips are
/// not those of the database.
pub async fn write(
    db: &mut SqliteConnection,
    tips: &mut Tips,
    batch: &Batch,
) -> Result<WrittenBatch, StoreError> {
    let verdicts = write_within(db, tips, batch).await.map_err(StoreError::into_refused)?;
    // If this fails, it is unknown whether the batch was written.
    let Checkpoint { logged, .. } = sqlx::query_as(COMMIT).fetch_one(db).await?;
    Ok(WrittenBatch { verdicts, logged })
}

/// Begins a transaction and writes the batch in it. After an error nothing is written.
async fn write_within(
    db: &mut SqliteConnection,
    tips: &mut Tips,
    batch: &Batch,
) -> Result<Vec<Committed>, StoreError> {
    let state = sqlx::query_scalar(BEGIN).fetch_one(&mut *db).await?;
    tips.read(db, state, batch).await?;
    let tournaments = tournament_commits::versions(db, batch).await?;
    let mut validator = BatchValidator::new(batch_facts::read(db, batch).await?);
    let people = batch_facts::people(db, batch).await?;
    let verdicts = validator.validate_batch(
        batch,
        |table| tips.tables.get(&table).map(|tip| tip.version),
        |tournament| tournaments.get(&tournament).copied(),
    );
    let rows = BatchRows::of(batch, &verdicts, &people)?;
    tips.read_totals(db, counted_players(&rows)).await?;
    let chains = Chains::of(&rows, tips)?;
    batch_statements::write(db, rows, chains, tips, validator.into_moved()).await?;
    rating_log::write(&mut SqliteRatingRows(db), batch, &verdicts).await?;
    Ok(verdicts.outcomes(batch))
}

/// Begins a transaction that may write before it reads. Returns a number that changes when another connection has written.
const BEGIN: &str = "begin immediate; pragma data_version";

/// Commits. Then it reports the log, and copies nothing.
const COMMIT: &str = "commit; pragma wal_checkpoint(noop)";
