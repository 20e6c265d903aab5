//! Recovery codes and device codes, each used once.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{Sqlite, sessions};
use crate::service::people::session::{Session, TokenHash};
use crate::service::ports::codes::CodeStore;
use crate::service::ports::error::StoreError;
use crate::store::column::Row;
use cardroom_api::id::PlayerId;

#[async_trait]
impl CodeStore for Sqlite {
    async fn set_recovery_codes(
        &self,
        player: PlayerId,
        was: &str,
        codes: &[TokenHash],
    ) -> Result<bool, StoreError> {
        let mut tx = self.write.begin().await?;
        let stands = sqlx::query("select 1 from accounts where player_id = ? and password_hash = ?")
            .bind(player.to_string())
            .bind(was)
            .fetch_optional(&mut *tx)
            .await?
            .is_some();
        if !stands {
            return Ok(false);
        }
        sqlx::query("delete from recovery_codes where player_id = ?")
            .bind(player.to_string())
            .execute(&mut *tx)
            .await?;
        for code in codes {
            sqlx::query("insert into recovery_codes (player_id, code) values (?, ?)")
                .bind(player.to_string())
                .bind(&code.0[..])
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn recover(
        &self,
        code: TokenHash,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let player = session.player;
        let mut tx = self.write.begin().await?;
        let used = sqlx::query("delete from recovery_codes where player_id = ? and code = ?")
            .bind(player.to_string())
            .bind(&code.0[..])
            .execute(&mut *tx)
            .await?;
        if used.rows_affected() == 0 {
            return Ok(false);
        }
        let set = sqlx::query("update accounts set password_hash = ? where player_id = ?")
            .bind(password_hash)
            .bind(player.to_string())
            .execute(&mut *tx)
            .await?;
        if set.rows_affected() == 0 {
            return Ok(false);
        }
        sessions::revoke_all(&mut tx, player).await?;
        sessions::create(&mut *tx, session).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn set_device_code(
        &self,
        player: PlayerId,
        code: TokenHash,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "insert into device_codes (player_id, code, until)
            select id, ?, ? from players where id = ? and deleted_at is null
            on conflict (player_id) do update set code = excluded.code, until = excluded.until",
        )
        .bind(&code.0[..])
        .bind(until.as_millisecond())
        .bind(player.to_string())
        .execute(&mut *self.write.acquire().await?)
        .await?;
        Ok(())
    }

    async fn device_code(&self, code: TokenHash, now: Timestamp) -> Result<Option<PlayerId>, StoreError> {
        let found: Option<(String,)> =
            sqlx::query_as("select player_id from device_codes where code = ? and until > ?")
                .bind(&code.0[..])
                .bind(now.as_millisecond())
                .fetch_optional(&self.read)
                .await?;
        found.map(|(id,)| Row { table: "device_codes", key: &id }.text("player_id", &id)).transpose()
    }

    async fn claim_device_code(&self, code: TokenHash, session: &Session) -> Result<bool, StoreError> {
        let mut tx = self.write.begin().await?;
        let used = sqlx::query("delete from device_codes where player_id = ? and code = ?")
            .bind(session.player.to_string())
            .bind(&code.0[..])
            .execute(&mut *tx)
            .await?;
        if used.rows_affected() == 0 {
            return Ok(false);
        }
        sessions::create(&mut *tx, session).await?;
        tx.commit().await?;
        Ok(true)
    }
}
