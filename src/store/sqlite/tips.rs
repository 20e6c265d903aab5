//! The tips of tables and the totals of players, cached as the last batches left them: a batch does not read again what an
//! earlier one wrote, unless another connection has written since.

use rusqlite::{Connection, OptionalExtension};

use super::lazy_statement::LazyStatement;
use super::player_totals::PlayerTotal;
use crate::service::id::IdMap;
use crate::service::ports::error::StoreError;
use crate::service::table::stored::commit::Commit;
use crate::store::column::Row;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;

/// How many tables and players are cached, plus those of a batch. If more play, all of these are read again now and then.
const MOST: usize = 4_096;

/// The tip of a table: the places of its last rows.
#[derive(Clone, Copy, Debug, Default)]
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

/// What the connection of commits has read or written last, if no other connection has written since.
#[derive(Debug, Default)]
pub struct Tips {
    /// SQLite's `data_version` of the database. It changes when another connection has written, and stays after a commit of this
    /// connection.
    state: i64,
    /// Of tables.
    pub tables: IdMap<TableId, TableTip>,
    /// Of players.
    pub players: IdMap<PlayerId, PlayerTotal>,
}

impl Tips {
    /// Makes sure that the cache is what is on disk, and holds the existing tables of a batch. Call it within a write
    /// transaction, so that this stays true until it ends.
    pub fn read(&mut self, db: &Connection, batch: &[Box<Commit>]) -> Result<(), StoreError> {
        let state = db.prepare_cached("pragma data_version")?.query_row([], |row| row.get(0))?;
        let is_same = self.state == state;
        self.state = state;
        if !is_same || self.tables.len() > MOST {
            self.tables.clear();
        }
        if !is_same || self.players.len() > MOST {
            self.players.clear();
        }
        let mut read = LazyStatement::new(db, READ);
        for table in batch.iter().map(|commit| commit.table.record.id) {
            if self.tables.contains_key(&table) {
                continue;
            }
            let id = table.to_string();
            let found = read.get()?.query_row([&id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            });
            let Some((number, version, last_change, due_bucket, last_hand)) = found.optional()? else {
                continue;
            };
            let version = Row { table: "heads", key: &id }.number("version", version)?;
            self.tables.insert(table, TableTip { number, version, last_change, due_bucket, last_hand });
        }
        Ok(())
    }
}

const READ: &str = "select number, version, last_change, period, last_hand from heads where table_id = ?";
