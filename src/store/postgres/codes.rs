//! Recovery codes and device codes, each used once.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::retry::retried;
use super::{Postgres, accounts, sessions};
use crate::service::people::session::{Session, TokenHash};
use crate::service::ports::codes::CodeStore;
use crate::service::ports::error::StoreError;
use cardroom_api::id::PlayerId;

#[async_trait]
impl CodeStore for Postgres {
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            if !accounts::has_password(&mut tx, player, was).await? {
                return Ok(false);
            }
            sqlx::query("delete from recovery_codes where player_id = $1")
                .bind(player.0)
                .execute(&mut *tx)
                .await?;
            let codes: Vec<&[u8]> = codes.iter().map(|code| &code.0[..]).collect();
            sqlx::query("insert into recovery_codes (player_id, code) select $1, unnest($2::bytea[])")
                .bind(player.0)
                .bind(codes)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let player = session.player;
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let set = sqlx::query("update accounts set password_hash = $1 where player_id = $2")
                .bind(password_hash)
                .bind(player.0)
                .execute(&mut *tx)
                .await?;
            if set.rows_affected() == 0 {
                return Ok(false);
            }
            let used = sqlx::query("delete from recovery_codes where player_id = $1 and code = $2")
                .bind(player.0)
                .bind(&code.0[..])
                .execute(&mut *tx)
                .await?;
            if used.rows_affected() == 0 {
                return Ok(false);
            }
            sessions::revoke_all(&mut tx, player).await?;
            sessions::create(&mut tx, session).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        // A player who is being deleted gets none: the deletion holds the lock.
        sqlx::query(
            "insert into device_codes (player_id, code, until)
            select id, $1, $2 from players where id = $3 and deleted_at is null for key share
            on conflict (player_id) do update set code = excluded.code, until = excluded.until",
        )
        .bind(&code.0[..])
        .bind(until.as_millisecond())
        .bind(player.0)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError> {
        let found: Option<Uuid> =
            sqlx::query_scalar("select player_id from device_codes where code = $1 and until > $2")
                .bind(&code.0[..])
                .bind(now.as_millisecond())
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.map(PlayerId))
    }

    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let used = sqlx::query("delete from device_codes where player_id = $1 and code = $2")
                .bind(session.player.0)
                .bind(&code.0[..])
                .execute(&mut *tx)
                .await?;
            if used.rows_affected() == 0 {
                return Ok(false);
            }
            sessions::create(&mut tx, session).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }
}
