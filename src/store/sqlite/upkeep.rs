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

    async fn forget(&self, requests: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
        let write = self.write.clone();
        let over = async move { delete(&write, FORGET_SESSIONS, now).await };
        let forgotten = self.known.changing(Changing::SignIns, over).await?;
        let forgotten = forgotten + forget_requests(&self.write, requests, now).await?;
        Ok(forgotten + delete(&self.write, FORGET_DEVICE_CODES, now).await?)
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
        rows += done.rows_affected();
        if done.rows_affected() < SLICE {
            return Ok(rows);
        }
    }
}

/// Deletes the requests that were done before a moment; how many. They lie in the order in which they came, so it ends with the first slice that
/// has a young one. One that says it was done later than now came while a clock was ahead, and tells nothing of those behind it.
async fn forget_requests(write: &Writing, before: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
    let (before, now) = (before.as_millisecond(), now.as_millisecond());
    let (mut rows, mut looked_to) = (0, 0_i64);
    loop {
        let mut write = write.acquire().await?;
        let slice =
            sqlx::query_as(SLICE_OF_REQUESTS).bind(looked_to).bind(signed(SLICE)?).bind(before).bind(now);
        let (last, has_young): (Option<i64>, Option<bool>) = slice.fetch_one(&mut *write).await?;
        let Some(last) = last else { return Ok(rows) };
        let delete = sqlx::query(FORGET_REQUESTS).bind(looked_to).bind(last).bind(before);
        rows += delete.execute(&mut *write).await?.rows_affected();
        if has_young == Some(true) {
            return Ok(rows);
        }
        looked_to = last;
    }
}

/// Up to where a slice goes, and whether one of them is young.
const SLICE_OF_REQUESTS: &str = "
select max(place), max(at between ?3 and ?4)
from (select place, at from done_requests where place > ?1 order by place limit ?2)";

const FORGET_REQUESTS: &str = "delete from done_requests where place > ? and place <= ? and at < ?";

const FORGET_SESSIONS: &str = "
delete from sessions where id in (select id from sessions where refresh_until < ? limit ?)";

const FORGET_DEVICE_CODES: &str = "
delete from device_codes where player_id in (select player_id from device_codes where until < ? limit ?)";
