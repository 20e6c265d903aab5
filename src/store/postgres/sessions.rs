//! Sign-ins.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgConnection;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use uuid::Uuid;

use super::Postgres;
use super::retry::retried;
use crate::service::people::device::Device;
use crate::service::people::session::{Session, SignedIn, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::ports::sessions::SessionStore;
use crate::store::rows::SessionRow;
use cardroom_api::id::{PlayerId, SessionId};

/// The columns of a sign-in.
macro_rules! session {
    ($where:literal) => {
        concat!(
            "
select id::text, player_id::text, access, access_until, refresh, refresh_until, replaced, replaced_at, replaced_salt, family,
    created_at, device
from sessions where ",
            $where
        )
    };
}

#[async_trait]
impl SessionStore for Postgres {
    async fn sign_in_by_access(&self, access: TokenHash) -> Result<Option<SignedIn>, StoreError> {
        let found = self.session(session!("access = $1"), access).await?;
        Ok(found.map(|session| session.shown()))
    }

    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        self.session(session!("refresh = $1 or replaced = $1"), refresh).await
    }

    async fn session_by_family(&self, family: TokenHash) -> Result<Option<Session>, StoreError> {
        self.session(session!("family = $1"), family).await
    }

    async fn has_session(&self, id: SessionId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from sessions where id = $1").bind(id.0);
        Ok(found.fetch_optional(&self.pool).await?.is_some())
    }

    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
        rotate(&mut *self.pool.acquire().await?, was, session).await
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        let end = sqlx::query("delete from sessions where id = $1").bind(id.0);
        Ok(end.execute(&self.pool).await?.rows_affected() > 0)
    }

    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let ended = revoke_all(&mut tx, player).await?;
            tx.commit().await?;
            Ok(ended)
        })
        .await
    }

    async fn revoke_of(&self, player: PlayerId, id: SessionId) -> Result<bool, StoreError> {
        let end =
            sqlx::query("delete from sessions where id = $1 and player_id = $2").bind(id.0).bind(player.0);
        Ok(end.execute(&self.pool).await?.rows_affected() > 0)
    }

    async fn sessions_of(
        &self,
        player: PlayerId,
        now: Timestamp,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<SessionRow> = sqlx::query_as(SESSIONS_OF)
            .bind(player.0)
            .bind(now.as_millisecond())
            .bind(after.map_or(Uuid::max(), |session| session.0))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(SessionRow::session).collect()
    }
}

impl Postgres {
    /// The sign-in that a statement finds by one of its hashes.
    async fn session(&self, statement: &'static str, hash: TokenHash) -> Result<Option<Session>, StoreError> {
        let found: Option<SessionRow> =
            sqlx::query_as(statement).bind(&hash.0[..]).fetch_optional(&self.pool).await?;
        found.map(SessionRow::session).transpose()
    }
}

/// Replaces a sign-in's tokens; false, and nothing happens, if its refresh token is not `was` any more.
pub async fn rotate(db: &mut PgConnection, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
    let update = sqlx::query(
        "update sessions set access = $1, access_until = $2, refresh = $3, refresh_until = $4, replaced = $5,
                replaced_at = $6, replaced_salt = $7, family = $8
            where id = $9 and refresh = $10",
    );
    let rotation = with_tokens(update, session).bind(session.id.0).bind(&was.0[..]);
    Ok(rotation.execute(db).await?.rows_affected() > 0)
}

/// Binds the tokens of a sign-in, from `access` to `family` in the order of the columns.
fn with_tokens<'q>(
    query: Query<'q, sqlx::Postgres, PgArguments>,
    session: &'q Session,
) -> Query<'q, sqlx::Postgres, PgArguments> {
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

/// Stores a new sign-in.
pub async fn create(db: &mut PgConnection, session: &Session) -> Result<(), StoreError> {
    let insert = sqlx::query(
        "insert into sessions (id, player_id, access, access_until, refresh, refresh_until, replaced,
            replaced_at, replaced_salt, family, created_at, device)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(session.id.0)
    .bind(session.player.0);
    let insert = with_tokens(insert, session)
        .bind(session.created_at.as_millisecond())
        .bind(session.device.as_ref().map(Device::as_str));
    insert.execute(db).await?;
    Ok(())
}

/// Ends all sign-ins of a player, and the code that would begin another.
pub async fn revoke_all(db: &mut PgConnection, player: PlayerId) -> Result<u64, StoreError> {
    sqlx::query("delete from device_codes where player_id = $1").bind(player.0).execute(&mut *db).await?;
    let done = sqlx::query("delete from sessions where player_id = $1").bind(player.0).execute(db).await?;
    Ok(done.rows_affected())
}

const SESSIONS_OF: &str = concat!(
    session!("player_id = $1 and refresh_until > $2 and id < $3"),
    " order by sessions.id desc limit $4"
);
