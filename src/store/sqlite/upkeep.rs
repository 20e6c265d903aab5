//! The readiness check, and deleting expired data.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Sqlite;
use super::writing::Writing;
use crate::service::ports::error::StoreError;
use crate::service::ports::store::Store;
use crate::service::table::time::day_of;
use crate::store::column::signed;

#[async_trait]
impl Store for Sqlite {
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&self.read).await?;
        sqlx::query(WRITE_PROBE)
            .bind(now.as_millisecond())
            .execute(&mut *self.write.acquire().await?)
            .await?;
        Ok(())
    }

    async fn forget(&self, requests_before: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
        let sessions = delete(&self.write, FORGET_SESSIONS, now).await?;
        let requests = forget_requests(&self.write, requests_before, now).await?;
        let in_tournaments = delete(&self.write, FORGET_TOURNAMENT_REQUESTS, requests_before).await?;
        let pairs = sqlx::query(FORGET_RATED_PAIRS).bind(day_of(now));
        let pairs = pairs.execute(&mut *self.write.acquire().await?).await?.rows_affected();
        let codes = delete(&self.write, FORGET_DEVICE_CODES, now).await?;
        Ok(sessions + requests + in_tournaments + pairs + codes)
    }
}

/// A write without an effect.
pub(super) const WRITE_PROBE: &str =
    "insert into pulse (id, at) values (1, ?) on conflict do update set at = excluded.at";

/// How many rows are deleted at once, so that other writes do not wait long.
const SLICE: u64 = 1_000;

/// Deletes what is older than a moment, slice by slice; returns how many rows.
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

/// Deletes the requests that were done before a moment; returns how many. They lie in order of arrival, so this ends with the
/// first slice that has a young one. A request from the future came while the clock was ahead, and tells nothing about those
/// behind it.
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

/// The end of a slice, and whether it has a young row.
const SLICE_OF_REQUESTS: &str = "
select max(place), max(at between ?3 and ?4)
from (select place, at from done_requests where place > ?1 order by place limit ?2)";

const FORGET_REQUESTS: &str = "delete from done_requests where place > ? and place <= ? and at < ?";

const FORGET_TOURNAMENT_REQUESTS: &str = "
delete from done_tournament_requests where (player_id, key) in (
    select player_id, key from done_tournament_requests where at < ? limit ?)";

/// Those of yesterday are kept, because an event may be written after midnight.
const FORGET_RATED_PAIRS: &str = "delete from rated_pairs where day < ? - 1";

const FORGET_SESSIONS: &str = "
delete from sessions where id in (select id from sessions where refresh_until < ? limit ?)";

const FORGET_DEVICE_CODES: &str = "
delete from device_codes where player_id in (select player_id from device_codes where until < ? limit ?)";
