//! Players, and what is kept under their name: movements of chips, and replies.

use sqlx::SqlitePool;
use uuid::Uuid;

use super::{commit, sessions};
use crate::service::id::{EntryId, PlayerId};
use crate::service::ledger::Entry;
use crate::service::player::Player;
use crate::service::session::Session;
use crate::service::store::{ReplyRecord, StoreError};
use crate::store::cell::signed;
use crate::store::rows::{LedgerRow, PlayerRow, ReplyRow};

pub async fn create(
    pool: &SqlitePool,
    player: &Player,
    grant: &[Entry],
    session: &Session,
) -> Result<(), StoreError> {
    let mut tx = pool.begin_with("begin immediate").await?;
    sqlx::query("insert into players (id, name, created_at, chips) values (?, ?, ?, ?)")
        .bind(player.id.to_string())
        .bind(&player.name)
        .bind(player.created_at.as_millisecond())
        .bind(signed(player.chips)?)
        .execute(&mut *tx)
        .await?;
    let grant: Vec<_> = grant.iter().map(LedgerRow::of).collect::<Result<_, _>>()?;
    commit::insert_ledger(&mut tx, &grant).await?;
    sessions::create(&mut *tx, session).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn read(pool: &SqlitePool, id: PlayerId) -> Result<Option<Player>, StoreError> {
    sqlx::query_as::<_, PlayerRow>(
        "select players.id, name, login, players.created_at, chips
        from players left join accounts on player_id = players.id
        where players.id = ?",
    )
    .bind(id.to_string())
    .fetch_optional(pool)
    .await?
    .map(PlayerRow::player)
    .transpose()
}

pub async fn rename(pool: &SqlitePool, id: PlayerId, name: &str) -> Result<bool, StoreError> {
    let done = sqlx::query("update players set name = ? where id = ?")
        .bind(name)
        .bind(id.to_string())
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

pub async fn ledger(
    pool: &SqlitePool,
    player: PlayerId,
    after: Option<EntryId>,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    sqlx::query_as::<_, LedgerRow>(
        "select * from ledger where player_id = ? and id < ? order by id desc limit ?",
    )
    .bind(player.to_string())
    .bind(after.map_or(Uuid::max(), |entry| entry.0).to_string())
    .bind(limit)
    .fetch_all(pool)
    .await?
    .iter()
    .map(LedgerRow::entry)
    .collect()
}

pub async fn reply(
    pool: &SqlitePool,
    player: PlayerId,
    key: &str,
) -> Result<Option<ReplyRecord>, StoreError> {
    sqlx::query_as::<_, ReplyRow>("select * from replies where player_id = ? and key = ?")
        .bind(player.to_string())
        .bind(key)
        .fetch_optional(pool)
        .await?
        .map(ReplyRow::reply)
        .transpose()
}
