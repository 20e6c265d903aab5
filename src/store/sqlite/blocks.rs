//! Blocks and mutes.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{SqliteConnection, SqlitePool};
use uuid::Uuid;

use super::{Sqlite, friends};
use crate::service::people::friend::Blocked;
use crate::service::ports::blocks::{BlockStore, Blocking};
use crate::service::ports::error::StoreError;
use crate::store::column::{Row, json};
use crate::store::social_rows::{BlockedRow, PairState};
use cardroom_api::id::PlayerId;

#[async_trait]
impl BlockStore for Sqlite {
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        let mut tx = self.write.begin().await?;
        let blocking = add(&mut tx, &BLOCKS, (player, other), at, most).await?;
        if blocking == Blocking::Done {
            friends::end(&mut tx, player, other).await?;
            tx.commit().await?;
        }
        Ok(blocking)
    }

    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let done = sqlx::query("delete from blocks where player_id = ? and blocked_id = ?")
            .bind(player.to_string())
            .bind(other.to_string())
            .execute(&mut *self.write.acquire().await?)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        list(&self.read, BLOCKS.list, player, after, limit).await
    }

    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        let mut tx = self.write.begin().await?;
        let blocking = add(&mut tx, &MUTES, (player, other), at, most).await?;
        tx.commit().await?;
        Ok(blocking)
    }

    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        sqlx::query("delete from mutes where player_id = ? and muted_id = ?")
            .bind(player.to_string())
            .bind(other.to_string())
            .execute(&mut *self.write.acquire().await?)
            .await?;
        Ok(())
    }

    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        list(&self.read, MUTES.list, player, after, limit).await
    }

    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "select value from json_each(?2)
            where exists (select 1 from mutes where player_id = ?1 and muted_id = value)
                or exists (select 1 from blocks where player_id = ?1 and blocked_id = value)
                or exists (select 1 from blocks where player_id = value and blocked_id = ?1)",
        )
        .bind(player.to_string())
        .bind(json(speakers)?)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|(id,)| Row { table: "mutes", key: id }.text("muted_id", id)).collect()
    }

    async fn were_apart(
        &self,
        player: PlayerId,
        others: &[PlayerId],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query(
            // A guest costs nothing, so a guest's block keeps nobody from a chair.
            "select 1 from blocks
            where since <= ?3 and (
                player_id = ?1 and blocked_id in (select value from json_each(?2))
                or blocked_id = ?1 and player_id in (select value from json_each(?2))
                    and exists (select 1 from accounts where accounts.player_id = blocks.player_id))",
        )
        .bind(player.to_string())
        .bind(json(others)?)
        .bind(at.as_millisecond());
        Ok(found.fetch_optional(&self.read).await?.is_some())
    }
}

/// The statements of a table of pairs: blocks or mutes.
struct Pairs {
    judge: &'static str,
    insert: &'static str,
    list: &'static str,
}

const BLOCKS: Pairs = Pairs {
    judge:
        "select (select count(*) from players where id in (?1, ?2) and deleted_at is null) = 2 as \"exists\",
            exists (select 1 from blocks where player_id = ?1 and blocked_id = ?2) as is_there,
            (select count(*) from blocks where player_id = ?1) as count",
    insert: "insert into blocks (player_id, blocked_id, since) values (?, ?, ?)",
    list: "select id, name, avatar, since from blocks join players on id = blocked_id
        where player_id = ? and blocked_id > ? order by blocked_id limit ?",
};

const MUTES: Pairs = Pairs {
    judge:
        "select (select count(*) from players where id in (?1, ?2) and deleted_at is null) = 2 as \"exists\",
            exists (select 1 from mutes where player_id = ?1 and muted_id = ?2) as is_there,
            (select count(*) from mutes where player_id = ?1) as count",
    insert: "insert into mutes (player_id, muted_id, since) values (?, ?, ?)",
    list: "select id, name, avatar, since from mutes join players on id = muted_id
        where player_id = ? and muted_id > ? order by muted_id limit ?",
};

/// Adds a pair, unless the limit is reached; an existing one stays as it is.
async fn add(
    db: &mut SqliteConnection,
    pairs: &Pairs,
    (player, other): (PlayerId, PlayerId),
    at: Timestamp,
    most: u32,
) -> Result<Blocking, StoreError> {
    let state: PairState = sqlx::query_as(pairs.judge)
        .bind(player.to_string())
        .bind(other.to_string())
        .fetch_one(&mut *db)
        .await?;
    if let Some(outcome) = state.judge(most) {
        return Ok(outcome);
    }
    sqlx::query(pairs.insert)
        .bind(player.to_string())
        .bind(other.to_string())
        .bind(at.as_millisecond())
        .execute(db)
        .await?;
    Ok(Blocking::Done)
}

/// The other players of a player's pairs: by identifier, after this one, at most `limit`.
async fn list(
    db: &SqlitePool,
    statement: &'static str,
    player: PlayerId,
    after: Option<PlayerId>,
    limit: u32,
) -> Result<Vec<Blocked>, StoreError> {
    sqlx::query_as::<_, BlockedRow>(statement)
        .bind(player.to_string())
        .bind(after.map_or(Uuid::nil(), |after| after.0).to_string())
        .bind(limit)
        .fetch_all(db)
        .await?
        .into_iter()
        .map(BlockedRow::blocked)
        .collect()
}
