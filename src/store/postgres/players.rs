//! Players.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Postgres, batch_statements, sessions};
use crate::service::people::player::{Looks, Player};
use crate::service::people::session::Session;
use crate::service::ports::error::StoreError;
use crate::service::ports::players::PlayerStore;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::column::signed;
use crate::store::rows::{PlayerRow, picture};
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;

#[async_trait]
impl PlayerStore for Postgres {
    async fn create_player(
        &self,
        player: &Player,
        grant: &[ChipMovement],
        session: &Session,
    ) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        insert(&mut tx, player).await?;
        batch_statements::insert_movements(&mut tx, grant).await?;
        sessions::create(&mut tx, session).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        sqlx::query_as::<_, PlayerRow>(
            "select players.id::text, name, avatar, login, players.created_at, chips, refilled_at
            from players left join accounts on player_id = players.id
            where players.id = $1 and deleted_at is null",
        )
        .bind(id.0)
        .fetch_optional(&self.pool)
        .await?
        .map(PlayerRow::player)
        .transpose()
    }

    async fn looks(&self, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Looks>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let found: Vec<(Uuid, String, Option<String>)> =
            sqlx::query_as("select id, name, avatar from players where id = any($1) and deleted_at is null")
                .bind(ids)
                .fetch_all(&self.pool)
                .await?;
        let looks = |(id, name, avatar): (Uuid, String, Option<String>)| {
            let id = PlayerId(id);
            (id, Looks { name: name.into(), avatar: picture(id, avatar.as_deref()) })
        };
        Ok(found.into_iter().map(looks).collect())
    }

    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError> {
        let change = sqlx::query(
            "update players set name = coalesce($1, name), avatar = coalesce($2, avatar)
            where id = $3 and deleted_at is null",
        )
        .bind(name)
        .bind(avatar.map(Avatar::name))
        .bind(id.0);
        Ok(change.execute(&self.pool).await?.rows_affected() > 0)
    }
}

/// Stores a new player.
pub async fn insert(db: &mut PgConnection, player: &Player) -> Result<(), StoreError> {
    sqlx::query("insert into players (id, name, created_at, chips) values ($1, $2, $3, $4)")
        .bind(player.id.0)
        .bind(&player.name)
        .bind(player.created_at.as_millisecond())
        .bind(signed(player.chips)?)
        .execute(db)
        .await?;
    Ok(())
}
