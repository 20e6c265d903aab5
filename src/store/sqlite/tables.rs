//! Reading tables, their changes and their hands.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::{Sqlite, names};
use crate::service::ports::error::StoreError;
use crate::service::ports::tables::{LobbyFilter, LobbySort, TableStore};
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use crate::store::column::{Row, json, signed};
use crate::store::names::NamePlaces;
use crate::store::page::{cut, is_short, sound};
use crate::store::rows::{ChangeRow, DoneRequestRow, HandRow, ListedTableRow, TableRow, due_bucket};
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::MOST_CHIPS;

/// The filter of listed tables. A damaged row is no JSON, and hides nothing else.
macro_rules! listed {
    () => {
        "listed = 1 and closed_at is null
    and game = coalesce(?1, game) and stake between ?2 and ?3 and free_seats >= ?4
    and (?5 is null or instr(lower(iif(json_valid(options), options ->> '$.name', '')), lower(?5)))
    and (?6 is null or instr(iif(json_valid(options), options -> '$.game', ''), ?6))
    and (?7 is null or iif(json_valid(options), options ->> '$.decision_seconds', 0) <= ?7)"
    };
}

/// Listed tables by a key, the smallest first, and among equals the newest. The table that a page comes after is looked up as it
/// is now: its place is right even if it has closed meanwhile. Only the page's own rows are read whole, because sorting many is
/// slow enough.
macro_rules! lobby {
    ($key:literal) => {
        concat!(
            "
select tables.id, name as host_name, options, hand_id, free_seats,
    iif(json_valid(state), state -> '$.chairs', null) as seated, tables.created_at
from (
    select id, ",
            $key,
            " as place from tables
    where ",
            listed!(),
            "
        and (?8 is null or ",
            $key,
            " > (select ",
            $key,
            " from tables where id = ?8) or ",
            $key,
            " = (select ",
            $key,
            " from tables where id = ?8) and id < ?8)
    order by place, id desc limit ?9
) as page join tables on tables.id = page.id
left join players on players.id = tables.host and deleted_at is null
order by page.place, page.id desc"
        )
    };
}

/// Newest first, as their index is sorted: only one page of them is read, however many there are.
const NEWEST: &str = concat!(
    "
select id, (select name from players where players.id = tables.host and deleted_at is null) as host_name,
    options, hand_id, free_seats, iif(json_valid(state), state -> '$.chairs', null) as seated, created_at
from tables where ",
    listed!(),
    "
    and (?8 is null or id < ?8)
order by id desc limit ?9"
);

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

    async fn tables_with_bots(&self) -> Result<Vec<TableId>, StoreError> {
        // An identifier starts with the time at which it was made.
        let rows: Vec<(String,)> = sqlx::query_as("select distinct table_id from bots order by table_id")
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(|(id,)| Row { table: "bots", key: id }.text("table_id", id)).collect()
    }

    async fn due_tables(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(DUE)
            .bind(due_bucket(from))
            .bind(due_bucket(until))
            .bind(from.as_millisecond())
            .bind(until.as_millisecond())
            .fetch_all(&self.read)
            .await?;
        let due = |(id, at): &(String, i64)| {
            let row = Row { table: "heads", key: id };
            Ok((row.text("table_id", id)?, row.time("due_at", *at)?))
        };
        Ok(rows.iter().filter_map(|row| sound(due(row))).collect())
    }

    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        let (mut tables, mut before) = (Vec::new(), cursor(after.map(|table| table.0)));
        loop {
            let rows = sqlx::query_as::<_, TableRow>(SEATED)
                .bind(player.to_string())
                .bind(&before)
                .bind(limit)
                .fetch_all(&self.read)
                .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().filter(|_| is_short(rows.len(), &tables, limit)) {
                Some(last) => last.key().clone_into(&mut before),
                None => return Ok(cut(tables, limit)),
            }
        }
    }

    async fn waiting(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("select table_id from waiting where player_id = ? order by table_id desc")
                .bind(player.to_string())
                .fetch_all(&self.read)
                .await?;
        rows.iter().map(|(id,)| Row { table: "waiting", key: id }.text("table_id", id)).collect()
    }

    async fn invited_to(&self, invite_code: &str) -> Result<Option<TableId>, StoreError> {
        let found: Option<(String,)> =
            sqlx::query_as("select id from tables where invite_code = ? and closed_at is null")
                .bind(invite_code)
                .fetch_optional(&self.read)
                .await?;
        found.map(|(id,)| Row { table: "tables", key: &id }.text("id", &id)).transpose()
    }

    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<ListedTable>, StoreError> {
        let (mut tables, mut after) = (Vec::new(), filter.after.map(|table| table.to_string()));
        loop {
            let rows = sqlx::query_as::<_, ListedTableRow>(match filter.sort {
                LobbySort::Newest => NEWEST,
                LobbySort::Players => {
                    lobby!("free_seats - iif(json_valid(options), options ->> '$.seats', 0)")
                }
                LobbySort::Stake => lobby!("stake"),
            })
            .bind(filter.game.map(GameKind::name))
            .bind(signed(filter.min_stake.unwrap_or(0).min(MOST_CHIPS))?)
            .bind(signed(filter.max_stake.unwrap_or(MOST_CHIPS).min(MOST_CHIPS))?)
            .bind(filter.free_seats.unwrap_or(0))
            .bind(&filter.name)
            .bind(filter.word.as_ref().map(|word| format!("\"{word}\"")))
            .bind(filter.max_decision_seconds)
            .bind(&after)
            .bind(filter.limit)
            .fetch_all(&self.read)
            .await?;
            tables.extend(rows.iter().filter_map(|row| sound(row.table())));
            match rows.last().filter(|_| is_short(rows.len(), &tables, filter.limit)) {
                Some(last) => after = Some(last.key().to_owned()),
                None => return Ok(cut(tables, filter.limit)),
            }
        }
    }

    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError> {
        let mut changes: Vec<Change> = sqlx::query_as::<_, ChangeRow>(CHANGES)
            .bind(table.to_string())
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(&self.read)
            .await?
            .iter()
            .map(ChangeRow::change)
            .collect::<Result<_, _>>()?;
        names::fill_in(&self.read, NamePlaces::in_changes(&mut changes)).await?;
        Ok(changes)
    }

    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError> {
        let found: Option<HandRow> =
            sqlx::query_as(HAND).bind(id.to_string()).fetch_optional(&self.read).await?;
        let mut hand = found.map(HandRow::hand).transpose()?;
        names::fill_in(&self.read, NamePlaces::in_hands(&mut hand)).await?;
        Ok(hand)
    }

    async fn hands_of(&self, ids: &[HandId]) -> Result<Vec<HandRecord>, StoreError> {
        let rows: Vec<HandRow> = sqlx::query_as(HANDS_OF).bind(json(ids)?).fetch_all(&self.read).await?;
        let mut hands: Vec<_> = rows.into_iter().map(HandRow::hand).collect::<Result<_, _>>()?;
        names::fill_in(&self.read, NamePlaces::in_hands(&mut hands)).await?;
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
            let rows = sqlx::query_as::<_, HandRow>(HANDS)
                .bind(table.to_string())
                .bind(before)
                .bind(limit)
                .fetch_all(&self.read)
                .await?;
            let (read, last) = (rows.len(), rows.last().map(HandRow::number));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.hand())));
            match last.filter(|_| is_short(read, &hands, limit)) {
                Some(last) => before = last,
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        names::fill_in(&self.read, NamePlaces::in_hands(&mut hands)).await?;
        Ok(hands)
    }

    async fn done_request(&self, player: PlayerId, key: &str) -> Result<Option<DoneRequest>, StoreError> {
        let row: Option<DoneRequestRow> = sqlx::query_as(DONE_REQUEST)
            .bind(&player.0.as_bytes()[..])
            .bind(key)
            .fetch_optional(&self.read)
            .await?;
        row.map(|row| row.request(player, key)).transpose()
    }
}

/// The key that a page comes before.
fn cursor(after: Option<Uuid>) -> String {
    after.unwrap_or(Uuid::max()).to_string()
}

const TABLE: &str = "
select tables.*, players.name as host_name, heads.version, due_at, iif(json_valid(body), body -> 'decisions', null) as decisions
from tables
join heads on heads.table_id = tables.id
left join players on players.id = tables.host and deleted_at is null
left join changes on place = last_change and changes.version = heads.version
where tables.id = ?";

/// A closed table has no deadline; so the rows of the tables themselves, which lie elsewhere, are not read.
const DUE: &str = "
select table_id, due_at from heads where period between ?1 and ?2 and due_at >= ?3 and due_at < ?4";

const SEATED: &str = "
select tables.*, players.name as host_name, heads.version, due_at, iif(json_valid(body), body -> 'decisions', null) as decisions
from seats
join tables on tables.id = seats.table_id
join heads on heads.table_id = tables.id
left join players on players.id = tables.host and deleted_at is null
left join changes on place = last_change and changes.version = heads.version
where seats.player_id = ? and seats.table_id < ? order by seats.table_id desc limit ?";

/// The log lies in order of arrival, and each change has the place of its table's previous one. So this starts at a change behind
/// the last wanted one, at most 31 behind, or at the table's last, and walks back.
const CHANGES: &str = "
with recursive walk (place, before, version) as (
    select place, before, version from changes where place = coalesce(
        (select place from changes
            where head = (select number from heads where table_id = ?1) and version >= ?2 + ?3 and version % 32 = 0
            order by version limit 1),
        (select last_change from heads where table_id = ?1))
    union all
    select changes.place, changes.before, changes.version
    from walk join changes on changes.place = walk.before where walk.version > ?2 + 1
)
select ?1 as table_id, changes.version, at, hands.id as hand_id, author, body
from walk
join changes on changes.place = walk.place
left join hands on hands.place = changes.hand
where walk.version > ?2 order by walk.version limit ?3";

/// The end of a hand is in a row of its own.
const HAND: &str = "
select hands.*, last_version from hands left join ended_hands using (place) where id = ?";

const HANDS_OF: &str = "
select hands.*, last_version from hands left join ended_hands using (place) where id in (select value from json_each(?))";

/// Hands lie in the order in which they were dealt, and each has the place of its table's previous one. So this starts at a hand
/// behind the first wanted one, at most 31 behind, or at the table's last, and walks back.
const HANDS: &str = "
with recursive walk (place, previous, number) as (
    select place, previous, number from hands where place = coalesce(
        (select place from hands
            where table_id = ?1 and number >= ?2 and number % 32 = 0
            order by number limit 1),
        (select last_hand from heads where table_id = ?1))
    union all
    select hands.place, hands.previous, hands.number
    from walk join hands on hands.place = walk.previous
    limit ?3 + 32
)
select hands.*, last_version
from walk
join hands on hands.place = walk.place
left join ended_hands on ended_hands.place = walk.place
where walk.number < ?2 order by walk.number desc limit ?3";

const DONE_REQUEST: &str = "
select digest, table_id, done_requests.version, at from done_requests join heads on number = head where player = ? and key = ?";
