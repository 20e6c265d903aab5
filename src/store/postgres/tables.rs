//! Reading tables, their changes and their hands.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::{Postgres, names};
use crate::service::ports::error::StoreError;
use crate::service::ports::tables::{LobbyFilter, LobbySort, TableStore};
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use crate::store::column::{Row, signed};
use crate::store::names::NamePlaces;
use crate::store::page::{cut, is_short, sound};
use crate::store::rows::{ChangeRow, DoneRequestRow, HandRow, ListedTableRow, TableRow, due_bucket};
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::MOST_CHIPS;

/// The columns of a table and its head, with the decisions that its last change left open.
macro_rules! table {
    ($from:literal) => {
        concat!(
            "
select tables.id::text, players.name as host_name, options::text, state::text, heads.version, tables.hand_id::text,
    due_at, listed, free_seats, tables.created_at, closed_at, (body -> 'decisions')::text as decisions
",
            $from,
            "
join heads on heads.table_id = tables.id
left join players on players.id = tables.host and deleted_at is null
left join changes on changes.table_id = tables.id and changes.version = heads.version
"
        )
    };
}

/// The columns that the lobby shows, of listed tables that pass the filter.
macro_rules! listed {
    ($then:expr) => {
        concat!(
            "
select tables.id::text, name as host_name, options::text, hand_id::text, free_seats,
    (state -> 'chairs')::text as seated, tables.created_at
from tables left join players on players.id = tables.host and deleted_at is null
where listed and closed_at is null
    and game = coalesce($1, game) and stake between $2 and $3 and free_seats >= $4
    and ($5::text is null or position(lower($5 collate \"C\") in lower((options ->> 'name') collate \"C\")) > 0)
    and ($6::text is null or position($6 in (options -> 'game')::text) > 0)
    and ($7::bigint is null or (options ->> 'decision_seconds')::bigint <= $7)
    and ",
            $then
        )
    };
}

/// Listed tables by a key, the smallest first, and among equals the newest. The table that a page comes after is looked up as it
/// is now: its place is right even if it has closed meanwhile.
macro_rules! lobby {
    ($key:literal) => {
        listed!(concat!(
            "($8::uuid is null or ",
            $key,
            " > (select ",
            $key,
            " from tables where id = $8::uuid) or ",
            $key,
            " = (select ",
            $key,
            " from tables where id = $8::uuid) and tables.id < $8::uuid)
order by ",
            $key,
            ", tables.id desc limit $9"
        ))
    };
}

/// The columns of a hand, with the end of it.
macro_rules! hand {
    ($then:literal) => {
        concat!(
            "
select hands.id::text, hands.table_id::text, number, rules_version, setup, players::text, shuffle, root, mix, started_at,
    first_version, last_version
from hands left join ended_hands on hand_id = hands.id
",
            $then
        )
    };
}

#[async_trait]
impl TableStore for Postgres {
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        let row: Option<TableRow> = sqlx::query_as(TABLE).bind(id.0).fetch_optional(&self.pool).await?;
        row.as_ref().map(TableRow::table).transpose()
    }

    async fn has_table(&self, id: TableId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from tables where id = $1").bind(id.0);
        Ok(found.fetch_optional(&self.pool).await?.is_some())
    }

    async fn tables_with_bots(&self) -> Result<Vec<TableId>, StoreError> {
        // An identifier starts with the time at which it was made.
        let ids: Vec<Uuid> = sqlx::query_scalar("select distinct table_id from bots order by table_id")
            .fetch_all(&self.pool)
            .await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn due_tables(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
        let rows: Vec<(Uuid, i64)> = sqlx::query_as(DUE)
            .bind(due_bucket(from))
            .bind(due_bucket(until))
            .bind(from.as_millisecond())
            .bind(until.as_millisecond())
            .fetch_all(&self.pool)
            .await?;
        let due = |(id, at): (Uuid, i64)| {
            let key = id.to_string();
            Ok((TableId(id), Row { table: "heads", key: &key }.time("due_at", at)?))
        };
        Ok(rows.into_iter().filter_map(|row| sound(due(row))).collect())
    }

    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        let (mut tables, mut before) = (Vec::new(), after.map_or(Uuid::max(), |table| table.0));
        loop {
            let rows: Vec<TableRow> = sqlx::query_as(SEATED)
                .bind(player.0)
                .bind(before)
                .bind(i64::from(limit))
                .fetch_all(&self.pool)
                .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().and_then(|row| row.key().parse().ok()) {
                Some(last) if is_short(rows.len(), &tables, limit) => before = last,
                _ => return Ok(cut(tables, limit)),
            }
        }
    }

    async fn waiting(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        let ids: Vec<Uuid> =
            sqlx::query_scalar("select table_id from waiting where player_id = $1 order by table_id desc")
                .bind(player.0)
                .fetch_all(&self.pool)
                .await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn invited_to(&self, invite_code: &str) -> Result<Option<TableId>, StoreError> {
        if is_in_no_text(invite_code) {
            return Ok(None);
        }
        let id: Option<Uuid> =
            sqlx::query_scalar("select id from tables where invite_code = $1 and closed_at is null")
                .bind(invite_code)
                .fetch_optional(&self.pool)
                .await?;
        Ok(id.map(TableId))
    }

    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<ListedTable>, StoreError> {
        if filter.name.as_deref().is_some_and(is_in_no_text) {
            return Ok(Vec::new());
        }
        let (mut tables, mut after) = (Vec::new(), filter.after.map(|table| table.0));
        loop {
            let rows: Vec<ListedTableRow> = sqlx::query_as(match filter.sort {
                LobbySort::Newest => NEWEST,
                LobbySort::Players => PLAYERS,
                LobbySort::Stake => STAKE,
            })
            .bind(filter.game.map(GameKind::name))
            .bind(signed(filter.min_stake.unwrap_or(0).min(MOST_CHIPS))?)
            .bind(signed(filter.max_stake.unwrap_or(MOST_CHIPS).min(MOST_CHIPS))?)
            .bind(i64::from(filter.free_seats.unwrap_or(0)))
            .bind(&filter.name)
            .bind(filter.word.as_ref().map(|word| format!("\"{word}\"")))
            .bind(filter.max_decision_seconds.map(i64::from))
            .bind(after)
            .bind(i64::from(filter.limit))
            .fetch_all(&self.pool)
            .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().filter(|_| is_short(rows.len(), &tables, filter.limit)) {
                Some(last) => after = last.key().parse().ok(),
                None => return Ok(cut(tables, filter.limit)),
            }
        }
    }

    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError> {
        let rows: Vec<ChangeRow> = sqlx::query_as(CHANGES)
            .bind(table.0)
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        let mut changes: Vec<Change> = rows.iter().map(ChangeRow::change).collect::<Result<_, _>>()?;
        names::fill_in(&self.pool, NamePlaces::in_changes(&mut changes)).await?;
        Ok(changes)
    }

    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError> {
        let found: Option<HandRow> = sqlx::query_as(HAND).bind(id.0).fetch_optional(&self.pool).await?;
        let mut hand = found.map(HandRow::hand).transpose()?;
        names::fill_in(&self.pool, NamePlaces::in_hands(&mut hand)).await?;
        Ok(hand)
    }

    async fn hands_of(&self, ids: &[HandId]) -> Result<Vec<HandRecord>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let rows: Vec<HandRow> = sqlx::query_as(HANDS_OF).bind(ids).fetch_all(&self.pool).await?;
        let mut hands: Vec<_> = rows.into_iter().map(HandRow::hand).collect::<Result<_, _>>()?;
        names::fill_in(&self.pool, NamePlaces::in_hands(&mut hands)).await?;
        Ok(hands)
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
            let rows: Vec<HandRow> = sqlx::query_as(HANDS)
                .bind(table.0)
                .bind(before)
                .bind(i64::from(limit))
                .fetch_all(&self.pool)
                .await?;
            let (read, last) = (rows.len(), rows.last().map(HandRow::number));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.hand())));
            match last.filter(|_| is_short(read, &hands, limit)) {
                Some(last) => before = last,
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        names::fill_in(&self.pool, NamePlaces::in_hands(&mut hands)).await?;
        Ok(hands)
    }

    async fn done_request(&self, player: PlayerId, key: &str) -> Result<Option<DoneRequest>, StoreError> {
        let row: Option<DoneRequestRow> =
            sqlx::query_as(DONE_REQUEST).bind(player.0).bind(key).fetch_optional(&self.pool).await?;
        row.map(|row| row.request(player, key)).transpose()
    }
}

/// Whether no stored text contains this one. PostgreSQL refuses U+0000, also in what is only looked for.
pub fn is_in_no_text(text: &str) -> bool {
    text.contains('\0')
}

const TABLE: &str = concat!(table!("from tables"), "where tables.id = $1");

const SEATED: &str = concat!(
    table!("from seats join tables on tables.id = seats.table_id"),
    "where seats.player_id = $1 and seats.table_id < $2 order by seats.table_id desc limit $3"
);

/// A closed table has no deadline.
const DUE: &str = "
select table_id, due_at from heads where period between $1 and $2 and due_at >= $3 and due_at < $4";

/// An index has the listed tables in this order.
const NEWEST: &str = listed!("($8::uuid is null or tables.id < $8::uuid) order by tables.id desc limit $9");

const PLAYERS: &str = lobby!("free_seats - (options ->> 'seats')::bigint");

const STAKE: &str = lobby!("stake");

const CHANGES: &str = "
select table_id::text, version, at, hand_id::text, author, body::text
from changes where table_id = $1 and version > $2 order by version limit $3";

const HAND: &str = hand!("where hands.id = $1");

const HANDS_OF: &str = hand!("where hands.id = any($1)");

const HANDS: &str = hand!("where hands.table_id = $1 and number < $2 order by number desc limit $3");

const DONE_REQUEST: &str = "
select digest, table_id::text, version, at from done_requests where player_id = $1 and key = $2";
