//! Sign-ins.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::SqliteExecutor;
use uuid::Uuid;

use super::Sqlite;
use crate::service::id::{PlayerId, SessionId};
use crate::service::people::device::Device;
use crate::service::people::session::{Session, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::ports::sessions::SessionStore;
use crate::store::rows::SessionRow;

#[async_trait]
impl SessionStore for Sqlite {
    async fn session_by_access(&self, access: TokenHash) -> Result<Option<Session>, StoreError> {
        sqlx::query_as::<_, SessionRow>("select * from sessions where access = ?")
            .bind(&access.0[..])
            .fetch_optional(&self.read)
            .await?
            .map(SessionRow::session)
            .transpose()
    }

    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        sqlx::query_as::<_, SessionRow>("select * from sessions where refresh = ?1 or replaced = ?1")
            .bind(&refresh.0[..])
            .fetch_optional(&self.read)
            .await?
            .map(SessionRow::session)
            .transpose()
    }

    async fn has_session(&self, id: SessionId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from sessions where id = ?").bind(id.to_string());
        Ok(found.fetch_optional(&self.read).await?.is_some())
    }

    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
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
        .execute(&self.write)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        let done = sqlx::query("delete from sessions where id = ?")
            .bind(id.to_string())
            .execute(&self.write)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError> {
        revoke_all(&self.write, player).await
    }

    async fn revoke_of(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        let done = sqlx::query("delete from sessions where id = ? and player_id = ?")
            .bind(id.to_string())
            .bind(player.to_string())
            .execute(&self.write)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now: Timestamp,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Session>, StoreError> {
        sqlx::query_as::<_, SessionRow>(
            "select * from sessions where player_id = ? and refresh_until > ? and id < ? order by id desc limit ?",
        )
        .bind(player.to_string())
        .bind(now.as_millisecond())
        .bind(after.map_or(Uuid::max(), |session| session.0).to_string())
        .bind(limit)
        .fetch_all(&self.read)
        .await?
        .into_iter()
        .map(SessionRow::session)
        .collect()
    }
}

pub async fn create(db: impl SqliteExecutor<'_>, session: &Session) -> Result<(), StoreError> {
    sqlx::query(
        "insert into sessions (id, player_id, access, access_until, refresh, refresh_until, replaced,
            replaced_at, replaced_salt, created_at, device)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
    .bind(session.device.as_ref().map(Device::as_str))
    .execute(db)
    .await?;
    Ok(())
}

pub async fn revoke_all(db: impl SqliteExecutor<'_>, player: PlayerId) -> Result<u64, StoreError> {
    let done =
        sqlx::query("delete from sessions where player_id = ?").bind(player.to_string()).execute(db).await?;
    Ok(done.rows_affected())
}
