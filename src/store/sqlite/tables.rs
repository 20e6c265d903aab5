//! Reading tables, their changes and their hands.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::{Sqlite, names};
use crate::games::any::GameKind;
use crate::games::game::MOST_CHIPS;
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::ports::error::StoreError;
use crate::service::ports::tables::{LobbyFilter, TableStore};
use crate::service::table::change::{Change, Version};
use crate::service::table::commit::DoneRequest;
use crate::service::table::record::{HandRecord, ListedTable, TableRecord};
use crate::store::column::{Row, signed};
use crate::store::rows::{ChangeRow, DoneRequestRow, HandRow, ListedTableRow, TableRow};

#[async_trait]
impl TableStore for Sqlite {
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        sqlx::query_as::<_, TableRow>(TABLE)
            .bind(id.to_string())
            .fetch_optional(&self.read)
            .await?
            .as_ref()
            .map(TableRow::table)
            .transpose()
    }

    async fn has_table(&self, id: TableId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from tables where id = ?").bind(id.to_string());
        Ok(found.fetch_optional(&self.read).await?.is_some())
    }

    async fn due_tables(&self) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("select id, due_at from tables where due_at is not null and closed_at is null")
                .fetch_all(&self.read)
                .await?;
        let due = |(id, at): &(String, i64)| {
            let row = Row { table: "tables", key: id };
            Ok((row.text("id", id)?, row.time("due_at", *at)?))
        };
        Ok(rows.iter().filter_map(|row| sound(due(row))).collect())
    }

    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        let (mut tables, mut before) = (Vec::new(), cursor(after));
        loop {
            let rows = sqlx::query_as::<_, TableRow>(SEATED)
                .bind(player.to_string())
                .bind(&before)
                .bind(limit)
                .fetch_all(&self.read)
                .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().filter(|_| is_short(&rows, &tables, limit)) {
                Some(last) => last.key().clone_into(&mut before),
                None => return Ok(cut(tables, limit)),
            }
        }
    }

    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<ListedTable>, StoreError> {
        let (mut tables, mut before) = (Vec::new(), cursor(filter.after));
        loop {
            let rows = sqlx::query_as::<_, ListedTableRow>(LOBBY)
                .bind(filter.game.map(GameKind::name))
                .bind(signed(filter.min_stake.unwrap_or(0).min(MOST_CHIPS))?)
                .bind(signed(filter.max_stake.unwrap_or(MOST_CHIPS).min(MOST_CHIPS))?)
                .bind(filter.free_seats.unwrap_or(0))
                .bind(&before)
                .bind(filter.limit)
                .fetch_all(&self.read)
                .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().filter(|_| is_short(&rows, &tables, filter.limit)) {
                Some(last) => last.key().clone_into(&mut before),
                None => return Ok(cut(tables, filter.limit)),
            }
        }
    }

    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError> {
        let mut changes: Vec<Change> = sqlx::query_as::<_, ChangeRow>(
            "select * from changes where table_id = ? and version > ? order by version limit ?",
        )
        .bind(table.to_string())
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.read)
        .await?
        .iter()
        .map(ChangeRow::change)
        .collect::<Result<_, _>>()?;
        names::fill_in_changes(&self.read, &mut changes).await?;
        Ok(changes)
    }

    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError> {
        let found: Option<HandRow> = sqlx::query_as("select * from hands where id = ?")
            .bind(id.to_string())
            .fetch_optional(&self.read)
            .await?;
        let mut hand = found.map(HandRow::hand).transpose()?;
        names::fill_in_hands(&self.read, hand.as_mut_slice()).await?;
        Ok(hand)
    }

    async fn hands(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<HandRecord>, StoreError> {
        let mut hands = Vec::new();
        let mut before = before.and_then(|number| i64::try_from(number).ok()).unwrap_or(i64::MAX);
        loop {
            let rows = sqlx::query_as::<_, HandRow>(
                "select * from hands where table_id = ? and number < ? order by number desc limit ?",
            )
            .bind(table.to_string())
            .bind(before)
            .bind(limit)
            .fetch_all(&self.read)
            .await?;
            let (read, last) = (rows.len(), rows.last().map(HandRow::number));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.hand())));
            match last.filter(|_| read == limit as usize && hands.len() < limit as usize) {
                Some(last) => before = last,
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        names::fill_in_hands(&self.read, &mut hands).await?;
        Ok(hands)
    }

    async fn done_request(&self, player: PlayerId, key: &str) -> Result<Option<DoneRequest>, StoreError> {
        sqlx::query_as::<_, DoneRequestRow>("select * from done_requests where player_id = ? and key = ?")
            .bind(player.to_string())
            .bind(key)
            .fetch_optional(&self.read)
            .await?
            .map(DoneRequestRow::request)
            .transpose()
    }
}

/// What a row holds; a damaged one is left out, with an alarm.
fn sound<T>(row: Result<T, StoreError>) -> Option<T> {
    row.inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "a damaged row is left out");
    })
    .ok()
}

/// Whether a page came out short though there may be more, because rows were left out.
fn is_short<R, T>(rows: &[R], sound: &[T], limit: u32) -> bool {
    rows.len() == limit as usize && sound.len() < limit as usize
}

fn cut<T>(mut rows: Vec<T>, limit: u32) -> Vec<T> {
    rows.truncate(limit as usize);
    rows
}

/// The key that a page of tables comes before.
fn cursor(after: Option<TableId>) -> String {
    after.map_or(Uuid::max(), |table| table.0).to_string()
}

const TABLE: &str = "
select tables.*, iif(json_valid(body), body -> 'decisions', null) as decisions
from tables left join changes on table_id = tables.id and changes.version = tables.version
where tables.id = ?";

const SEATED: &str = "
select tables.*, iif(json_valid(body), body -> 'decisions', null) as decisions
from seats
join tables on tables.id = seats.table_id
left join changes on changes.table_id = tables.id and changes.version = tables.version
where seats.player_id = ? and seats.table_id < ? order by seats.table_id desc limit ?";

const LOBBY: &str = "
select id, options, hand_id, free_seats, created_at from tables
where listed = 1 and closed_at is null
    and game = coalesce(?, game) and stake between ? and ? and free_seats >= ? and id < ?
order by id desc limit ?";
