//! Accounts: logins and password hashes.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::PgConnection;
use uuid::Uuid;

use super::retry::retried;
use super::{Postgres, sessions};
use crate::service::people::session::Session;
use crate::service::ports::accounts::{AccountStore, Named, Relogged};
use crate::service::ports::error::StoreError;
use crate::store::postgres_code::{UNIQUE_VIOLATION, postgres_code};
use cardroom_api::id::PlayerId;

#[async_trait]
impl AccountStore for Postgres {
    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            sqlx::query("select 1 from players where id = $1 for no key update")
                .bind(id.0)
                .execute(&mut *tx)
                .await?;
            // A player who was deleted meanwhile gets no account.
            let has_one = sqlx::query(
                "select 1 from players left join accounts on player_id = players.id
                where players.id = $1 and (login is not null or deleted_at is not null)",
            )
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?
            .is_some();
            if has_one {
                return Ok(Named::AlreadyNamed);
            }
            let done = sqlx::query(
                "insert into accounts (player_id, login, password_hash, created_at) values ($1, $2, $3, $4)
                on conflict (login) do nothing",
            )
            .bind(id.0)
            .bind(login)
            .bind(password_hash)
            .bind(at.as_millisecond())
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(if done.rows_affected() > 0 { Named::Done } else { Named::LoginTaken })
        })
        .await
    }

    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError> {
        let found: Option<(Uuid, String)> =
            sqlx::query_as("select player_id, password_hash from accounts where login = $1")
                .bind(login)
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.map(|(id, hash)| (PlayerId(id), hash)))
    }

    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let done = sqlx::query(
                "update accounts set password_hash = $1 where player_id = $2 and password_hash = $3",
            )
            .bind(password_hash)
            .bind(session.player.0)
            .bind(was)
            .execute(&mut *tx)
            .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            sessions::revoke_all(&mut tx, session.player).await?;
            sessions::create(&mut tx, session).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn change_login(&self, id: PlayerId, was: &str, login: &str) -> Result<Relogged, StoreError> {
        let taken = sqlx::query("select 1 from accounts where login = $1 and player_id <> $2")
            .bind(login)
            .bind(id.0)
            .fetch_optional(&self.pool)
            .await?
            .is_some();
        if taken {
            return Ok(Relogged::LoginTaken);
        }
        let done = sqlx::query("update accounts set login = $1 where player_id = $2 and password_hash = $3")
            .bind(login)
            .bind(id.0)
            .bind(was)
            .execute(&self.pool)
            .await;
        match done {
            Ok(done) if done.rows_affected() > 0 => Ok(Relogged::Done),
            Ok(_) => Ok(Relogged::OtherPassword),
            // Another account has just taken it.
            Err(error) if postgres_code(&error) == Some(UNIQUE_VIOLATION) => Ok(Relogged::LoginTaken),
            Err(error) => Err(error.into()),
        }
    }

    async fn with_account(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let players: Vec<Uuid> = players.iter().map(|player| player.0).collect();
        let ids: Vec<Uuid> = sqlx::query_scalar("select player_id from accounts where player_id = any($1)")
            .bind(players)
            .fetch_all(&self.pool)
            .await?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let stands = has_password(&mut tx, session.player, password_hash).await?;
            if stands {
                sessions::create(&mut tx, session).await?;
                tx.commit().await?;
            }
            Ok(stands)
        })
        .await
    }
}

/// Whether an account has this password's hash, and until the transaction ends no other.
pub async fn has_password(
    db: &mut PgConnection,
    player: PlayerId,
    password_hash: &str,
) -> Result<bool, StoreError> {
    let found =
        sqlx::query("select 1 from accounts where player_id = $1 and password_hash = $2 for no key update")
            .bind(player.0)
            .bind(password_hash);
    Ok(found.fetch_optional(db).await?.is_some())
}
