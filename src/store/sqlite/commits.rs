//! Writing a batch of changes in one transaction: what it depends on is read first, then validated commit by commit, then written by one
//! statement for each kind of rows.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::{Connection, SqliteConnection};

use super::chains::{Chains, counted_players};
use super::tips::Tips;
use super::{Sqlite, batch_facts, batch_statements};
use crate::service::ports::commits::{CommitStore, Committed};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::BatchValidator;
use crate::service::table::stored::commit::Commit;
use crate::store::batch_rows::BatchRows;

#[async_trait]
impl CommitStore for Sqlite {
    async fn commit(&self, batch: Arc<[Box<Commit>]>) -> Result<Vec<Committed>, StoreError> {
        let _turn = self.write.turn().await;
        self.commits.write(batch).await
    }
}

/// Writes a batch, each of its commits whole or not at all. After an error the tips are not those of the database.
pub async fn write(
    db: &mut SqliteConnection,
    tips: &mut Tips,
    batch: &[Box<Commit>],
) -> Result<Vec<Committed>, StoreError> {
    // It may write before it reads.
    let mut tx = db.begin_with("begin immediate").await?;
    tips.read(&mut tx, batch).await?;
    let mut validator = BatchValidator::new(batch_facts::read(&mut tx, batch).await?);
    let people = batch_facts::people(&mut tx, batch).await?;
    let version_of = |commit: &Commit| tips.tables.get(&commit.table.record.id).map(|tip| tip.version);
    let verdicts: Vec<Committed> =
        batch.iter().map(|commit| validator.validate(commit, version_of(commit))).collect();
    let accepted = batch.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == Committed::Done);
    let rows = BatchRows::of(accepted.map(|(commit, _)| &**commit), &people)?;
    tips.read_totals(&mut tx, counted_players(&rows)).await?;
    let chains = Chains::of(&rows, tips)?;
    batch_statements::write(&mut tx, rows, chains, tips, validator.into_moved()).await?;
    tx.commit().await?;
    Ok(verdicts)
}
