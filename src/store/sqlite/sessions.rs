//! Sign-ins.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{SqliteConnection, SqliteExecutor};
use uuid::Uuid;

use super::Sqlite;
use crate::service::people::device::Device;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::ports::sessions::SessionStore;
use crate::store::rows::SessionRow;
use cardroom_api::id::{PlayerId, SessionId};

#[async_trait]
impl SessionStore for Sqlite {
    async fn sign_in_by_access(&self, access: TokenHash) -> Result<Option<SignedIn>, StoreError> {
        let found = self.session("select * from sessions where access = ?", access).await?;
        Ok(found.map(|session| session.shown()))
    }

    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        self.session("select * from sessions where refresh = ?1 or replaced = ?1", refresh).await
    }

    async fn session_by_family(&self, family: TokenHash) -> Result<Option<Session>, StoreError> {
        self.session("select * from sessions where family = ?", family).await
    }

    async fn has_session(&self, id: SessionId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from sessions where id = ?").bind(id.to_string());
        Ok(found.fetch_optional(&self.read).await?.is_some())
    }

    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "update sessions set access = ?, access_until = ?, refresh = ?, refresh_until = ?, replaced = ?,
                replaced_at = ?, replaced_salt = ?, family = ?
            where id = ? and refresh = ?",
        );
        let rotation = with_tokens(update, session).bind(session.id.to_string()).bind(was.0.to_vec());
        Ok(rotation.execute(&mut *self.write.acquire().await?).await?.rows_affected() > 0)
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        let end = sqlx::query("delete from sessions where id = ?").bind(id.to_string());
        Ok(end.execute(&mut *self.write.acquire().await?).await?.rows_affected() > 0)
    }

    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError> {
        let mut tx = self.write.begin().await?;
        let ended = revoke_all(&mut tx, player).await?;
        tx.commit().await?;
        Ok(ended)
    }

    async fn revoke_of(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        let end = sqlx::query("delete from sessions where id = ? and player_id = ?")
            .bind(id.to_string())
            .bind(player.to_string());
        Ok(end.execute(&mut *self.write.acquire().await?).await?.rows_affected() > 0)
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

impl Sqlite {
    /// The sign-in that a statement finds by one of its hashes.
    async fn session(&self, statement: &'static str, hash: TokenHash) -> Result<Option<Session>, StoreError> {
        sqlx::query_as::<_, SessionRow>(statement)
            .bind(&hash.0[..])
            .fetch_optional(&self.read)
            .await?
            .map(SessionRow::session)
            .transpose()
    }
}

/// Binds the tokens of a sign-in, from `access` to `family` in the order of the columns.
fn with_tokens<'q>(
    query: Query<'q, sqlx::Sqlite, SqliteArguments>,
    session: &'q Session,
) -> Query<'q, sqlx::Sqlite, SqliteArguments> {
    query
        .bind(&session.access.0[..])
        .bind(session.access_until.as_millisecond())
        .bind(&session.refresh.0[..])
        .bind(session.refresh_until.as_millisecond())
        .bind(session.replaced.as_ref().map(|replaced| &replaced.refresh.0[..]))
        .bind(session.replaced.map(|replaced| replaced.at.as_millisecond()))
        .bind(session.replaced.as_ref().map(|replaced| &replaced.salt[..]))
        .bind(session.family.as_ref().map(|family| &family.0[..]))
}

pub async fn create(db: impl SqliteExecutor<'_>, session: &Session) -> Result<(), StoreError> {
    let insert = sqlx::query(
        "insert into sessions (id, player_id, access, access_until, refresh, refresh_until, replaced,
            replaced_at, replaced_salt, family, created_at, device)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(session.id.to_string())
    .bind(session.player.to_string());
    let insert = with_tokens(insert, session)
        .bind(session.created_at.as_millisecond())
        .bind(session.device.as_ref().map(Device::as_str));
    insert.execute(db).await?;
    Ok(())
}

/// Ends all sign-ins of a player, and the code that would begin another.
pub async fn revoke_all(db: &mut SqliteConnection, player: PlayerId) -> Result<u64, StoreError> {
    let id = player.to_string();
    sqlx::query("delete from device_codes where player_id = ?").bind(&id).execute(&mut *db).await?;
    let done = sqlx::query("delete from sessions where player_id = ?").bind(&id).execute(db).await?;
    Ok(done.rows_affected())
}
