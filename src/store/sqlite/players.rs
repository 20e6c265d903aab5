//! Players.

use std::collections::HashMap;

use async_trait::async_trait;

use super::{Sqlite, batch_statements, sessions};
use crate::service::people::player::{Looks, Player};
use crate::service::people::session::Session;
use crate::service::ports::error::StoreError;
use crate::service::ports::players::PlayerStore;
use crate::service::table::stored::ledger::ChipMovement;
use crate::store::column::{Row, json, signed};
use crate::store::rows::{PlayerRow, picture};
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;

#[async_trait]
impl PlayerStore for Sqlite {
    async fn create_player(
        &self,
        player: &Player,
        grant: &[ChipMovement],
        session: &Session,
    ) -> Result<(), StoreError> {
        let mut tx = self.write.begin().await?;
        sqlx::query("insert into players (id, name, created_at, chips) values (?, ?, ?, ?)")
            .bind(player.id.to_string())
            .bind(&player.name)
            .bind(player.created_at.as_millisecond())
            .bind(signed(player.chips)?)
            .execute(&mut *tx)
            .await?;
        batch_statements::insert_movements(&mut tx, grant).await?;
        sessions::create(&mut *tx, session).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        sqlx::query_as::<_, PlayerRow>(
            "select players.id, name, avatar, login, players.created_at, chips, refilled_at
            from players left join accounts on player_id = players.id
            where players.id = ? and deleted_at is null",
        )
        .bind(id.to_string())
        .fetch_optional(&self.read)
        .await?
        .map(PlayerRow::player)
        .transpose()
    }

    async fn looks(&self, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Looks>, StoreError> {
        let found: Vec<(String, String, Option<String>)> = sqlx::query_as(
            "select id, name, avatar from players
            where id in (select value from json_each(?)) and deleted_at is null",
        )
        .bind(json(&ids)?)
        .fetch_all(&self.read)
        .await?;
        let looks = |(id, name, avatar): (String, String, Option<String>)| {
            let id = Row { table: "players", key: &id }.text("id", &id)?;
            Ok((id, Looks { name: name.into(), avatar: picture(id, avatar.as_deref()) }))
        };
        found.into_iter().map(looks).collect()
    }

    async fn change_player(
        &self,
        id: PlayerId,
        name: Option<&str>,
        avatar: Option<Avatar>,
    ) -> Result<bool, StoreError> {
        let change = sqlx::query(
            "update players set name = coalesce(?, name), avatar = coalesce(?, avatar)
            where id = ? and deleted_at is null",
        )
        .bind(name)
        .bind(avatar.map(Avatar::name))
        .bind(id.to_string());
        Ok(change.execute(&mut *self.write.acquire().await?).await?.rows_affected() > 0)
    }
}
