//! Blocks and mutes.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::retry::retried;
use super::{Postgres, friends};
use crate::service::people::friend::Blocked;
use crate::service::ports::blocks::{BlockStore, Blocking};
use crate::service::ports::error::StoreError;
use crate::store::social_rows::{BlockedRow, PairState};
use cardroom_api::id::PlayerId;

#[async_trait]
impl BlockStore for Postgres {
    async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let blocking = add(&mut tx, &BLOCKS, (player, other), at, most).await?;
            if blocking == Blocking::Done {
                friends::end(&mut tx, player, other).await?;
                tx.commit().await?;
            }
            Ok(blocking)
        })
        .await
    }

    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let done = sqlx::query("delete from blocks where player_id = $1 and blocked_id = $2")
            .bind(player.0)
            .bind(other.0)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn blocked(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        list(&self.pool, BLOCKS.list, player, after, limit).await
    }

    async fn mute(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        most: u32,
    ) -> Result<Blocking, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let blocking = add(&mut tx, &MUTES, (player, other), at, most).await?;
            tx.commit().await?;
            Ok(blocking)
        })
        .await
    }

    async fn unmute(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        sqlx::query("delete from mutes where player_id = $1 and muted_id = $2")
            .bind(player.0)
            .bind(other.0)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn muted(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Blocked>, StoreError> {
        list(&self.pool, MUTES.list, player, after, limit).await
    }

    async fn unheard(&self, player: PlayerId, speakers: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let ids: Vec<Uuid> = sqlx::query_scalar(
            "select speaker from unnest($2::uuid[]) as speaker
            where exists (select 1 from mutes where player_id = $1 and muted_id = speaker)
                or exists (select 1 from blocks where player_id = $1 and blocked_id = speaker)
                or exists (select 1 from blocks where player_id = speaker and blocked_id = $1)",
        )
        .bind(player.0)
        .bind(ids(speakers))
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(PlayerId).collect())
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
            where since <= $3 and (
                player_id = $1 and blocked_id = any($2)
                or blocked_id = $1 and player_id = any($2)
                    and exists (select 1 from accounts where accounts.player_id = blocks.player_id))
            limit 1",
        )
        .bind(player.0)
        .bind(ids(others))
        .bind(at.as_millisecond());
        Ok(found.fetch_optional(&self.pool).await?.is_some())
    }
}

/// The statements of a table of pairs: blocks or mutes.
struct Pairs {
    judge: &'static str,
    insert: &'static str,
    list: &'static str,
}

const BLOCKS: Pairs = Pairs { judge: JUDGE_BLOCK, insert: INSERT_BLOCK, list: LIST_BLOCKS };

const MUTES: Pairs = Pairs { judge: JUDGE_MUTE, insert: INSERT_MUTE, list: LIST_MUTES };

/// Adds a pair, unless the limit is reached; an existing one stays as it is.
async fn add(
    db: &mut PgConnection,
    pairs: &Pairs,
    (player, other): (PlayerId, PlayerId),
    at: Timestamp,
    most: u32,
) -> Result<Blocking, StoreError> {
    friends::lock(db, player, other).await?;
    let state: PairState =
        sqlx::query_as(pairs.judge).bind(player.0).bind(other.0).fetch_one(&mut *db).await?;
    if let Some(outcome) = state.judge(most) {
        return Ok(outcome);
    }
    let insert = sqlx::query(pairs.insert).bind(player.0).bind(other.0).bind(at.as_millisecond());
    insert.execute(db).await?;
    Ok(Blocking::Done)
}

/// The other players of a player's pairs: by identifier, after this one, at most `limit`.
async fn list(
    db: &PgPool,
    statement: &'static str,
    player: PlayerId,
    after: Option<PlayerId>,
    limit: u32,
) -> Result<Vec<Blocked>, StoreError> {
    let rows: Vec<BlockedRow> = sqlx::query_as(statement)
        .bind(player.0)
        .bind(after.map_or(Uuid::nil(), |after| after.0))
        .bind(i64::from(limit))
        .fetch_all(db)
        .await?;
    rows.into_iter().map(BlockedRow::blocked).collect()
}

fn ids(players: &[PlayerId]) -> Vec<Uuid> {
    players.iter().map(|player| player.0).collect()
}

const JUDGE_BLOCK: &str = r#"
select (select count(*) from players where id in ($1, $2) and deleted_at is null) = 2 as "exists",
    exists (select 1 from blocks where player_id = $1 and blocked_id = $2) as is_there,
    (select count(*) from blocks where player_id = $1) as count"#;

const INSERT_BLOCK: &str = "insert into blocks (player_id, blocked_id, since) values ($1, $2, $3)";

const LIST_BLOCKS: &str = "
select id::text, name, avatar, since from blocks join players on id = blocked_id
where player_id = $1 and blocked_id > $2 order by blocked_id limit $3";

const JUDGE_MUTE: &str = r#"
select (select count(*) from players where id in ($1, $2) and deleted_at is null) = 2 as "exists",
    exists (select 1 from mutes where player_id = $1 and muted_id = $2) as is_there,
    (select count(*) from mutes where player_id = $1) as count"#;

const INSERT_MUTE: &str = "insert into mutes (player_id, muted_id, since) values ($1, $2, $3)";

const LIST_MUTES: &str = "
select id::text, name, avatar, since from mutes join players on id = muted_id
where player_id = $1 and muted_id > $2 order by muted_id limit $3";
