//! The JSON that a database holds, column by column.

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};

use super::Folder;

/// Where JSON is kept: the table and its column.
pub const JSON_COLUMNS: [(&str, &str); 6] = [
    ("tables", "options"),
    ("tables", "state"),
    ("changes", "body"),
    ("hands", "setup"),
    ("hands", "players"),
    ("hands", "shuffle"),
];

/// Every value of a column.
pub async fn values(folder: &Folder, table: &str, column: &str) -> Vec<Value> {
    let mut behind = folder.behind().await;
    let rows = behind.fetch_all(AssertSqlSafe(format!("select {column} from {table}"))).await.unwrap();
    behind.close().await.unwrap();
    rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect()
}

/// Rewrites every value of a column behind everybody's back.
pub async fn rewrite(folder: &Folder, table: &str, column: &str, change: impl Fn(&mut Value)) {
    let mut behind = folder.behind().await;
    let read = format!("select rowid, {column} from {table}");
    for row in behind.fetch_all(AssertSqlSafe(read)).await.unwrap() {
        let mut value = serde_json::from_str(row.get(1)).unwrap();
        change(&mut value);
        let write = format!("update {table} set {column} = ? where rowid = ?");
        let write = sqlx::query(AssertSqlSafe(write)).bind(value.to_string()).bind(row.get::<i64, _>(0));
        write.execute(&mut behind).await.unwrap();
    }
    behind.close().await.unwrap();
}
