//! The tips of tables and the totals of players, cached as the last batches left them: a batch does not read again what an
//! earlier one wrote, unless another connection has written since.

use std::collections::BTreeSet;

use sqlx::{FromRow, SqliteConnection};

use super::player_total::{PlayerTotal, PlayerTotalRow};
use crate::service::id::IdMap;
use crate::service::ports::error::StoreError;
use crate::service::table::stored::commit::Commit;
use crate::store::column::{Row, json};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;

/// How many tables and players are cached, plus those of a batch. If more play, all of these are read again now and then.
const MOST: usize = 4_096;

/// The tip of a table: the places of its last rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTip {
    /// The key of its row.
    pub number: i64,
    /// Its version.
    pub version: Version,
    /// The place of its last change in the log.
    pub last_change: Option<i64>,
    /// In which ten minutes it is due.
    pub due_bucket: Option<i64>,
    /// The place of its last hand.
    pub last_hand: Option<i64>,
}

impl TableTip {
    /// The tip of a table before anything else is written.
    pub fn at(number: i64) -> Self {
        Self { number, ..Self::default() }
    }
}

/// The largest keys of tables whose rows are in order of arrival; 0 in an empty table.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub struct LastKeys {
    /// Of `heads`.
    pub head: i64,
    /// Of `changes`.
    pub change: i64,
    /// Of `hands`.
    pub hand: i64,
    /// Of `ledger`.
    pub movement: i64,
    /// Of `heads_of_players`.
    pub total: i64,
}

/// What the connection of commits has read or written last, if no other connection has written since.
#[derive(Debug, Default)]
pub struct Tips {
    /// SQLite's `data_version` of the database. It changes when another connection has written, and stays after a commit of this
    /// connection.
    state: Option<i64>,
    /// The largest keys.
    pub last: LastKeys,
    /// Of tables.
    pub tables: IdMap<TableId, TableTip>,
    /// Of players.
    pub players: IdMap<PlayerId, PlayerTotal>,
}

impl Tips {
    /// Makes sure that the cache is what is on disk in this state, and holds the existing tables of a batch. Call it within a
    /// write transaction, so that this stays true until it ends.
    pub async fn read(
        &mut self,
        db: &mut SqliteConnection,
        state: i64,
        batch: &[Box<Commit>],
    ) -> Result<(), StoreError> {
        if self.state != Some(state) {
            *self = Self::default();
            self.last = sqlx::query_as(READ_LAST_KEYS).fetch_one(&mut *db).await?;
            self.state = Some(state);
        }
        if self.tables.len() > MOST {
            self.tables.clear();
        }
        if self.players.len() > MOST {
            self.players.clear();
        }
        let tables = batch.iter().map(|commit| commit.table.record.id);
        let missing: BTreeSet<TableId> = tables.filter(|table| !self.tables.contains_key(table)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let rows: Vec<TipRow> = sqlx::query_as(READ_TABLES).bind(json(&missing)?).fetch_all(db).await?;
        for row in rows {
            let (table, tip) = row.tip()?;
            self.tables.insert(table, tip);
        }
        Ok(())
    }

    /// Makes sure that the cache holds the existing totals of these players.
    pub async fn read_totals(
        &mut self,
        db: &mut SqliteConnection,
        players: impl Iterator<Item = PlayerId>,
    ) -> Result<(), StoreError> {
        let missing: BTreeSet<PlayerId> =
            players.filter(|player| !self.players.contains_key(player)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let rows: Vec<PlayerTotalRow> =
            sqlx::query_as(READ_TOTALS).bind(json(&missing)?).fetch_all(db).await?;
        for row in rows {
            let (player, total) = row.total()?;
            self.players.insert(player, total);
        }
        Ok(())
    }
}

/// A row of `heads`.
#[derive(FromRow)]
struct TipRow {
    table_id: String,
    number: i64,
    version: i64,
    last_change: Option<i64>,
    period: Option<i64>,
    last_hand: Option<i64>,
}

impl TipRow {
    fn tip(&self) -> Result<(TableId, TableTip), StoreError> {
        let row = Row { table: "heads", key: &self.table_id };
        let Self { number, last_change, period: due_bucket, last_hand, .. } = *self;
        let version = row.number("version", self.version)?;
        let tip = TableTip { number, version, last_change, due_bucket, last_hand };
        Ok((row.text("table_id", &self.table_id)?, tip))
    }
}

const READ_LAST_KEYS: &str = "
select (select coalesce(max(number), 0) from heads) as head,
    (select coalesce(max(place), 0) from changes) as change,
    (select coalesce(max(place), 0) from hands) as hand,
    (select coalesce(max(place), 0) from ledger) as movement,
    (select coalesce(max(number), 0) from heads_of_players) as total";

const READ_TABLES: &str = "
select table_id, number, version, last_change, period, last_hand
from json_each(?) as asked cross join heads on table_id = asked.value";

const READ_TOTALS: &str = "
select player_id, number, last_movement, last_hand, last_hands, game, with_computers, day, hands, net, tally
from json_each(?) as asked cross join heads_of_players on player_id = asked.value";
