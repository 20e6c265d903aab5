//! Writing a batch of changes in one transaction: what it depends on is read first, then validated commit by commit, then written by
//! a few statements.

use sqlx::SqliteConnection;

use super::chains::{Chains, counted_players};
use super::checkpoint::Checkpoint;
use super::tips::Tips;
use super::{batch_facts, batch_statements};
use crate::service::ports::commits::Committed;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::BatchValidator;
use crate::service::table::stored::commit::Commit;
use crate::store::batch_rows::BatchRows;

/// A batch that was written.
pub struct WrittenBatch {
    /// The outcomes of its commits.
    pub verdicts: Vec<Committed>,
    /// How many pages the write-ahead log has after it.
    pub logged: i64,
}

/// Writes a batch, each of its commits whole or not at all. After an error the connection may be within a transaction, and the tips are
/// not those of the database.
pub async fn write(
    db: &mut SqliteConnection,
    tips: &mut Tips,
    batch: &[Box<Commit>],
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
    batch: &[Box<Commit>],
) -> Result<Vec<Committed>, StoreError> {
    let state = sqlx::query_scalar(BEGIN).fetch_one(&mut *db).await?;
    tips.read(db, state, batch).await?;
    let mut validator = BatchValidator::new(batch_facts::read(db, batch).await?);
    let people = batch_facts::people(db, batch).await?;
    let version_of = |commit: &Commit| tips.tables.get(&commit.table.record.id).map(|tip| tip.version);
    let verdicts: Vec<Committed> =
        batch.iter().map(|commit| validator.validate(commit, version_of(commit))).collect();
    let accepted = batch.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Committed::Done);
    let rows = BatchRows::of(accepted.map(|(commit, _)| &**commit), &people)?;
    tips.read_totals(db, counted_players(&rows)).await?;
    let chains = Chains::of(&rows, tips)?;
    batch_statements::write(db, rows, chains, tips, validator.into_moved()).await?;
    Ok(verdicts)
}

/// Begins a transaction that may write before it reads. Returns a number that changes when another connection has written.
const BEGIN: &str = "begin immediate; pragma data_version";

/// Commits. Then it reports the log, and copies nothing.
const COMMIT: &str = "commit; pragma wal_checkpoint(noop)";
