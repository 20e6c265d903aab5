//! Sign-ins, and forgetting what is over.

use jiff::Timestamp;
use sqlx::{SqliteExecutor, SqlitePool};

use crate::service::id::{PlayerId, SessionId};
use crate::service::session::{Session, TokenHash};
use crate::service::store::StoreError;
use crate::store::cell::signed;
use crate::store::rows::SessionRow;

pub async fn create(db: impl SqliteExecutor<'_>, session: &Session) -> Result<(), StoreError> {
    sqlx::query(
        "insert into sessions (id, player_id, access, access_until, refresh, refresh_until, replaced,
            replaced_at, replaced_salt, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(session.id.to_string())
    .bind(session.player.to_string())
    .bind(&session.access.0[..])
    .bind(session.access_until.as_millisecond())
    .bind(&session.refresh.0[..])
    .bind(session.refresh_until.as_millisecond())
    .bind(session.replaced.as_ref().map(|replaced| &replaced.refresh.0[..]))
    .bind(session.replaced.map(|replaced| replaced.at.as_millisecond()))
    .bind(session.replaced.as_ref().map(|replaced| &replaced.salt[..]))
    .bind(session.created_at.as_millisecond())
    .execute(db)
    .await?;
    Ok(())
}

pub async fn by_access(pool: &SqlitePool, access: TokenHash) -> Result<Option<Session>, StoreError> {
    sqlx::query_as::<_, SessionRow>("select * from sessions where access = ?")
        .bind(&access.0[..])
        .fetch_optional(pool)
        .await?
        .map(SessionRow::session)
        .transpose()
}

pub async fn by_refresh(pool: &SqlitePool, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
    sqlx::query_as::<_, SessionRow>("select * from sessions where refresh = ?1 or replaced = ?1")
        .bind(&refresh.0[..])
        .fetch_optional(pool)
        .await?
        .map(SessionRow::session)
        .transpose()
}

pub async fn rotate(pool: &SqlitePool, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "update sessions set access = ?, access_until = ?, refresh = ?, refresh_until = ?, replaced = ?,
            replaced_at = ?, replaced_salt = ?
        where id = ? and refresh = ?",
    )
    .bind(&session.access.0[..])
    .bind(session.access_until.as_millisecond())
    .bind(&session.refresh.0[..])
    .bind(session.refresh_until.as_millisecond())
    .bind(session.replaced.as_ref().map(|replaced| &replaced.refresh.0[..]))
    .bind(session.replaced.map(|replaced| replaced.at.as_millisecond()))
    .bind(session.replaced.as_ref().map(|replaced| &replaced.salt[..]))
    .bind(session.id.to_string())
    .bind(&was.0[..])
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

pub async fn revoke(pool: &SqlitePool, id: SessionId) -> Result<bool, StoreError> {
    let done = sqlx::query("delete from sessions where id = ?").bind(id.to_string()).execute(pool).await?;
    Ok(done.rows_affected() > 0)
}

pub async fn revoke_all(db: impl SqliteExecutor<'_>, player: PlayerId) -> Result<u64, StoreError> {
    let done =
        sqlx::query("delete from sessions where player_id = ?").bind(player.to_string()).execute(db).await?;
    Ok(done.rows_affected())
}

/// How many rows are forgotten in one go: so that whoever writes does not wait long for what nobody needs.
const SLICE: u64 = 1_000;

pub async fn forget(pool: &SqlitePool, replies: Timestamp, sessions: Timestamp) -> Result<u64, StoreError> {
    Ok(delete(pool, FORGET_REPLIES, replies).await? + delete(pool, FORGET_SESSIONS, sessions).await?)
}

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

const FORGET_REPLIES: &str = "
delete from replies where (player_id, key) in (select player_id, key from replies where at < ? limit ?)";

const FORGET_SESSIONS: &str = "
delete from sessions where id in (select id from sessions where refresh_until < ? limit ?)";
