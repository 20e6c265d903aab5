//! Whether the database answers, and forgetting what is over.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::SqlitePool;

use super::Sqlite;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::store::column::signed;

#[async_trait]
impl Store for Sqlite {
    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&self.read).await?;
        Ok(())
    }

    async fn forget(&self, requests: Timestamp, sessions: Timestamp) -> Result<u64, StoreError> {
        let forgotten = delete(&self.write, FORGET_REQUESTS, requests).await?;
        let forgotten = forgotten + delete(&self.write, FORGET_SESSIONS, sessions).await?;
        Ok(forgotten + delete(&self.write, FORGET_DEVICE_CODES, sessions).await?)
    }
}

/// How many rows are forgotten in one go: so that whoever writes does not wait long for what nobody needs.
const SLICE: u64 = 1_000;

/// Deletes what is older than a moment, slice by slice; how many rows.
async fn delete(pool: &SqlitePool, slice: &'static str, before: Timestamp) -> Result<u64, StoreError> {
    let mut rows = 0;
    loop {
        let done =
            sqlx::query(slice).bind(before.as_millisecond()).bind(signed(SLICE)?).execute(pool).await?;
        rows += done.rows_affected();
        if done.rows_affected() < SLICE {
            return Ok(rows);
        }
    }
}

const FORGET_REQUESTS: &str = "
delete from done_requests where (player_id, key) in (select player_id, key from done_requests where at < ? limit ?)";

const FORGET_SESSIONS: &str = "
delete from sessions where id in (select id from sessions where refresh_until < ? limit ?)";

const FORGET_DEVICE_CODES: &str = "
delete from device_codes where player_id in (select player_id from device_codes where until < ? limit ?)";
