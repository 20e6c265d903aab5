//! Whether the database answers, and forgetting what is over.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Sqlite;
use super::known::Changing;
use super::writing::Writing;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::store::column::signed;

#[async_trait]
impl Store for Sqlite {
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&self.read).await?;
        sqlx::query(PULSE).bind(now.as_millisecond()).execute(&mut *self.write.acquire().await?).await?;
        Ok(())
    }

    async fn forget(&self, requests: Timestamp, sessions: Timestamp) -> Result<u64, StoreError> {
        let write = self.write.clone();
        let over = async move { delete(&write, FORGET_SESSIONS, sessions).await };
        let forgotten = self.known.changing(Changing::SignIns, over).await?;
        let forgotten = forgotten + delete(&self.write, FORGET_REQUESTS, requests).await?;
        Ok(forgotten + delete(&self.write, FORGET_DEVICE_CODES, sessions).await?)
    }
}

/// A write that changes nothing for anybody.
pub(super) const PULSE: &str =
    "insert into pulse (id, at) values (1, ?) on conflict do update set at = excluded.at";

/// How many rows are forgotten in one go: so that whoever writes does not wait long for what nobody needs.
const SLICE: u64 = 1_000;

/// Deletes what is older than a moment, slice by slice; how many rows.
async fn delete(write: &Writing, slice: &'static str, before: Timestamp) -> Result<u64, StoreError> {
    let mut rows = 0;
    loop {
        let delete = sqlx::query(slice).bind(before.as_millisecond()).bind(signed(SLICE)?);
        let done = delete.execute(&mut *write.acquire().await?).await?;
        if done.rows_affected() == 0 {
            return Ok(rows);
        }
        rows += done.rows_affected();
    }
}

/// Of the first ones: they lie in the order in which they came, but for a clock that was put back.
const FORGET_REQUESTS: &str = "
delete from done_requests where at < ?1 and place in (select place from done_requests order by place limit ?2)";

const FORGET_SESSIONS: &str = "
delete from sessions where id in (select id from sessions where refresh_until < ? limit ?)";

const FORGET_DEVICE_CODES: &str = "
delete from device_codes where player_id in (select player_id from device_codes where until < ? limit ?)";
