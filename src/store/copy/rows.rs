//! Reading and writing the rows of a card room in the form that both databases share.

use std::collections::BTreeMap;

use async_trait::async_trait;
use futures::stream::BoxStream;
use serde_json::Value;

use super::copied_table::CopiedTable;
use crate::service::ports::error::StoreError;
use crate::store::column::{json, unavailable};
use cardroom_api::house::Audit;

/// The values of a row, column by column, as text. Bytes are in hexadecimal, a truth is 1 or 0, and a fraction is as short as it can be
/// without losing a bit.
pub type CopiedRow = Vec<Option<String>>;

/// Reads a card room as it is at one moment.
#[async_trait]
pub trait RowReader: Send {
    /// The rows of a table. Those that are listed in an order come in this order.
    fn rows<'a>(&'a mut self, table: &'static CopiedTable) -> BoxStream<'a, Result<CopiedRow, StoreError>>;
    /// The sums of all chips.
    async fn audit(&mut self) -> Result<Audit, StoreError>;
}

/// Writes a card room in one transaction. Dropped before [`RowWriter::commit`], it leaves nothing behind.
#[async_trait]
pub trait RowWriter: Send {
    /// Whether a table has rows.
    async fn has_rows(&mut self, table: &'static CopiedTable) -> Result<bool, StoreError>;
    /// Writes rows of a table, in this order.
    async fn write(&mut self, table: &'static CopiedTable, rows: Vec<CopiedRow>) -> Result<(), StoreError>;
    /// Writes what follows from all rows.
    async fn finish(&mut self) -> Result<(), StoreError>;
    /// Reads what was written; `None` after the commit.
    fn reader(&mut self) -> Option<&mut dyn RowReader>;
    /// Makes it durable.
    async fn commit(&mut self) -> Result<(), StoreError>;
}

/// A game's own counts in one form, from one or several objects: sorted by their names, without those that are 0.
pub fn summed(tallies: &str) -> Result<String, StoreError> {
    let value: Value = serde_json::from_str(tallies).map_err(unavailable)?;
    let objects = match value {
        Value::Array(objects) => objects,
        object => vec![object],
    };
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for (name, amount) in objects.iter().filter_map(Value::as_object).flatten() {
        *sums.entry(name).or_default() += amount.as_i64().unwrap_or_default();
    }
    sums.retain(|_, amount| *amount != 0);
    json(&sums)
}

#[cfg(test)]
mod tests {
    use super::summed;

    #[test]
    fn tallies_have_one_form() {
        for (tallies, sum) in [
            (r#"{"b": 2, "a": 1, "none": 0}"#, r#"{"a":1,"b":2}"#),
            (r#"[{"b": 2}, {"a": 1, "b": -3}, {"a": -1}]"#, r#"{"b":-1}"#),
            ("[]", "{}"),
        ] {
            assert_eq!(summed(tallies).unwrap(), sum);
        }
    }
}
