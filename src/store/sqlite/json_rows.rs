//! Statements with rows in JSON, for rows that are few.

use serde::Serialize;
use sqlx::SqliteConnection;

use crate::service::ports::error::StoreError;
use crate::store::column::json;

/// Runs a statement on rows in JSON, if there are any.
pub async fn run<T: Serialize>(
    db: &mut SqliteConnection,
    statement: &'static str,
    rows: impl IntoIterator<Item = T>,
) -> Result<(), StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    if !rows.is_empty() {
        sqlx::query(statement).bind(json(&rows)?).execute(db).await?;
    }
    Ok(())
}
