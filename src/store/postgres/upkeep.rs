//! The readiness check, and deleting expired data.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgPool;

use super::Postgres;
use crate::service::ports::error::StoreError;
use crate::service::ports::shared::SharedStore;
use crate::service::ports::store::Store;
use crate::service::table::time::day_of;
use crate::store::column::signed;

#[async_trait]
impl Store for Postgres {
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError> {
        sqlx::query(WRITE_PROBE).bind(now.as_millisecond()).execute(&self.pool).await?;
        Ok(())
    }

    async fn forget(&self, requests_before: Timestamp, now: Timestamp) -> Result<u64, StoreError> {
        let sessions = delete(&self.pool, FORGET_SESSIONS, now).await?;
        let requests = delete(&self.pool, FORGET_REQUESTS, requests_before).await?;
        let in_tournaments = delete(&self.pool, FORGET_TOURNAMENT_REQUESTS, requests_before).await?;
        let tickets = delete(&self.pool, FORGET_TICKETS, now).await?;
        let guest_keys = delete(&self.pool, FORGET_GUEST_KEYS, requests_before).await?;
        let codes = delete(&self.pool, FORGET_DEVICE_CODES, now).await?;
        let pairs = sqlx::query(FORGET_RATED_PAIRS).bind(day_of(now)).execute(&self.pool).await?;
        let leases = delete(&self.pool, FORGET_LEASES, now).await?;
        let others = tickets + guest_keys + codes + leases + pairs.rows_affected();
        Ok(sessions + requests + in_tournaments + others)
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }
}

/// How many rows are deleted at once, so that other writes do not wait long.
const SLICE: u64 = 1_000;

/// Deletes what is older than a moment, slice by slice; returns how many rows.
async fn delete(db: &PgPool, slice: &'static str, before: Timestamp) -> Result<u64, StoreError> {
    let mut rows = 0;
    loop {
        let delete = sqlx::query(slice).bind(before.as_millisecond()).bind(signed(SLICE)?);
        let done = delete.execute(db).await?;
        rows += done.rows_affected();
        if done.rows_affected() < SLICE {
            return Ok(rows);
        }
    }
}

/// A write without an effect.
const WRITE_PROBE: &str = "
insert into pulse (id, at) values (1, $1) on conflict (id) do update set at = excluded.at";

/// A row that another process deletes at the same time, or has just renewed, is passed over.
const FORGET_SESSIONS: &str = "
delete from sessions where id in (
    select id from sessions where refresh_until < $1 limit $2 for update skip locked)";

/// Those of yesterday are kept, because an event may be written after midnight.
const FORGET_RATED_PAIRS: &str = "delete from rated_pairs where day < $1 - 1";

const FORGET_TOURNAMENT_REQUESTS: &str = "
delete from done_tournament_requests where (player_id, key) in (
    select player_id, key from done_tournament_requests where at < $1 limit $2 for update skip locked)";

const FORGET_REQUESTS: &str = "
delete from done_requests where (player_id, key) in (
    select player_id, key from done_requests where at < $1 limit $2 for update skip locked)";

const FORGET_DEVICE_CODES: &str = "
delete from device_codes where player_id in (
    select player_id from device_codes where until < $1 limit $2 for update skip locked)";

/// Those of tournaments whose server died at their end.
const FORGET_LEASES: &str = "
delete from leases where table_id in (
    select leases.table_id from leases join tournaments on tournaments.id = leases.table_id
    where ended_at is not null and until < $1 limit $2 for update of leases skip locked)";

const FORGET_TICKETS: &str = "
delete from tickets where ticket in (select ticket from tickets where until < $1 limit $2 for update skip locked)";

const FORGET_GUEST_KEYS: &str = "
delete from guest_keys where key in (select key from guest_keys where at < $1 limit $2 for update skip locked)";
