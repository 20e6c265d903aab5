//! Reading tables, their changes and their hands.

use jiff::Timestamp;
use sqlx::SqlitePool;
use uuid::Uuid;

use crate::games::any::GameKind;
use crate::games::game::MOST_CHIPS;
use crate::service::change::{Change, Version};
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::store::{HandRecord, LobbyFilter, StoreError, TableRecord};
use crate::store::cell::{Row, signed};
use crate::store::rows::{ChangeRow, HandRow, TableRow};

pub async fn read(pool: &SqlitePool, id: TableId) -> Result<Option<TableRecord>, StoreError> {
    sqlx::query_as::<_, TableRow>("select * from tables where id = ?")
        .bind(id.to_string())
        .fetch_optional(pool)
        .await?
        .as_ref()
        .map(TableRow::table)
        .transpose()
}

pub async fn due(pool: &SqlitePool) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("select id, due_at from tables where due_at is not null and closed_at is null")
            .fetch_all(pool)
            .await?;
    let due = |(id, at): &(String, i64)| {
        let row = Row { table: "tables", key: id };
        Ok((row.text("id", id)?, row.time("due_at", *at)?))
    };
    rows.iter().map(due).collect()
}

pub async fn hosted(pool: &SqlitePool, host: PlayerId) -> Result<u64, StoreError> {
    let count: i64 = sqlx::query_scalar("select count(*) from tables where host = ? and closed_at is null")
        .bind(host.to_string())
        .fetch_one(pool)
        .await?;
    Ok(count.unsigned_abs())
}

pub async fn seated(
    pool: &SqlitePool,
    player: PlayerId,
    after: Option<TableId>,
    limit: u32,
) -> Result<Vec<TableRecord>, StoreError> {
    sqlx::query_as::<_, TableRow>(
        "select tables.* from seats join tables on tables.id = seats.table_id
        where seats.player_id = ? and seats.table_id < ? order by seats.table_id desc limit ?",
    )
    .bind(player.to_string())
    .bind(after.map_or(Uuid::max(), |table| table.0).to_string())
    .bind(limit)
    .fetch_all(pool)
    .await?
    .iter()
    .map(TableRow::table)
    .collect()
}

pub async fn lobby(pool: &SqlitePool, filter: &LobbyFilter) -> Result<Vec<TableRecord>, StoreError> {
    sqlx::query_as::<_, TableRow>(
        "select * from tables
        where listed = 1 and closed_at is null
            and game = coalesce(?, game) and stake between ? and ? and free_seats >= ? and id < ?
        order by id desc limit ?",
    )
    .bind(filter.game.map(GameKind::name))
    .bind(signed(filter.min_stake.unwrap_or(0).min(MOST_CHIPS))?)
    .bind(signed(filter.max_stake.unwrap_or(MOST_CHIPS).min(MOST_CHIPS))?)
    .bind(filter.free_seats.unwrap_or(0))
    .bind(filter.after.map_or(Uuid::max(), |table| table.0).to_string())
    .bind(filter.limit)
    .fetch_all(pool)
    .await?
    .iter()
    .map(TableRow::table)
    .collect()
}

pub async fn changes(
    pool: &SqlitePool,
    table: TableId,
    after: Version,
    limit: u32,
) -> Result<Vec<Change>, StoreError> {
    sqlx::query_as::<_, ChangeRow>(
        "select * from changes where table_id = ? and version > ? order by version limit ?",
    )
    .bind(table.to_string())
    .bind(i64::try_from(after).unwrap_or(i64::MAX))
    .bind(limit)
    .fetch_all(pool)
    .await?
    .iter()
    .map(ChangeRow::change)
    .collect()
}

pub async fn hand(pool: &SqlitePool, id: HandId) -> Result<Option<HandRecord>, StoreError> {
    sqlx::query_as::<_, HandRow>("select * from hands where id = ?")
        .bind(id.to_string())
        .fetch_optional(pool)
        .await?
        .map(HandRow::hand)
        .transpose()
}

pub async fn hands(
    pool: &SqlitePool,
    table: TableId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<HandRecord>, StoreError> {
    let before = before.and_then(|number| i64::try_from(number).ok()).unwrap_or(i64::MAX);
    sqlx::query_as::<_, HandRow>(
        "select * from hands where table_id = ? and number < ? order by number desc limit ?",
    )
    .bind(table.to_string())
    .bind(before)
    .bind(limit)
    .fetch_all(pool)
    .await?
    .into_iter()
    .map(HandRow::hand)
    .collect()
}
