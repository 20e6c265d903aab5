//! Sign-ins, and forgetting what is over.

use jiff::Timestamp;
use sqlx::{SqliteExecutor, SqlitePool};

use crate::service::id::{PlayerId, SessionId};
use crate::service::session::{Session, TokenHash};
use crate::service::store::StoreError;
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

pub async fn forget(pool: &SqlitePool, replies: Timestamp, sessions: Timestamp) -> Result<u64, StoreError> {
    let replies =
        sqlx::query("delete from replies where at < ?").bind(replies.as_millisecond()).execute(pool).await?;
    let sessions = sqlx::query("delete from sessions where refresh_until < ?")
        .bind(sessions.as_millisecond())
        .execute(pool)
        .await?;
    Ok(replies.rows_affected() + sessions.rows_affected())
}
