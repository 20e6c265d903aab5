//! Accounts: logins and password hashes.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{Sqlite, sessions};
use crate::service::people::session::Session;
use crate::service::ports::accounts::{AccountStore, Named, Relogged};
use crate::service::ports::error::StoreError;
use crate::store::column::{Row, json};
use cardroom_api::id::PlayerId;

#[async_trait]
impl AccountStore for Sqlite {
    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "select player_id from accounts where player_id in (select value from json_each(?))",
        )
        .bind(json(players)?)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|(id,)| Row { table: "accounts", key: id }.text("player_id", id)).collect()
    }

    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        let mut tx = self.write.begin().await?;
        // A player who was deleted meanwhile gets no account.
        let has_one = sqlx::query(
            "select 1 from players left join accounts on player_id = players.id
            where players.id = ? and (login is not null or deleted_at is not null)",
        )
        .bind(id.to_string())
        .fetch_optional(&mut *tx)
        .await?
        .is_some();
        if has_one {
            return Ok(Named::AlreadyNamed);
        }
        let done = sqlx::query(
            "insert into accounts (player_id, login, password_hash, created_at) values (?, ?, ?, ?)
            on conflict (login) do nothing",
        )
        .bind(id.to_string())
        .bind(login)
        .bind(password_hash)
        .bind(at.as_millisecond())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(if done.rows_affected() > 0 { Named::Done } else { Named::LoginTaken })
    }

    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError> {
        let found: Option<(String, String)> =
            sqlx::query_as("select player_id, password_hash from accounts where login = ?")
                .bind(login)
                .fetch_optional(&self.read)
                .await?;
        found
            .map(|(id, hash)| Ok((Row { table: "accounts", key: &id }.text("player_id", &id)?, hash)))
            .transpose()
    }

    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        let mut tx = self.write.begin().await?;
        let done =
            sqlx::query("update accounts set password_hash = ? where player_id = ? and password_hash = ?")
                .bind(password_hash)
                .bind(session.player.to_string())
                .bind(was)
                .execute(&mut *tx)
                .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        sessions::revoke_all(&mut tx, session.player).await?;
        sessions::create(&mut *tx, session).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError> {
        let mut tx = self.write.begin().await?;
        let taken = sqlx::query("select 1 from accounts where login = ? and player_id <> ?")
            .bind(login)
            .bind(id.to_string())
            .fetch_optional(&mut *tx)
            .await?
            .is_some();
        if taken {
            return Ok(Relogged::LoginTaken);
        }
        let done = sqlx::query("update accounts set login = ? where player_id = ? and password_hash = ?")
            .bind(login)
            .bind(id.to_string())
            .bind(was)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(if done.rows_affected() > 0 { Relogged::Done } else { Relogged::OtherPassword })
    }

    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError> {
        let mut tx = self.write.begin().await?;
        let stands = sqlx::query("select 1 from accounts where player_id = ? and password_hash = ?")
            .bind(session.player.to_string())
            .bind(password_hash)
            .fetch_optional(&mut *tx)
            .await?
            .is_some();
        if stands {
            sessions::create(&mut *tx, session).await?;
            tx.commit().await?;
        }
        Ok(stands)
    }
}
