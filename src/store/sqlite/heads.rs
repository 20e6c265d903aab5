//! Where tables and persons stand, in memory as the last batches left it: a batch does not read again what the one before it wrote,
//! unless somebody else has written since.

use rusqlite::{Connection, OptionalExtension};

use super::person_heads::PersonHead;
use super::taken::Taken;
use crate::service::id::{IdMap, PlayerId, TableId};
use crate::service::ports::error::StoreError;
use crate::service::table::change::Version;
use crate::service::table::commit::Commit;
use crate::store::column::Row;

/// Of how many tables it is kept, and of how many persons, give or take those of a batch. Where more play, all of these are read
/// again now and then.
const MOST: usize = 4_096;

/// Where a table stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Head {
    /// The key of its row.
    pub number: i64,
    /// Its version.
    pub version: Version,
    /// Where in the log its last change is.
    pub last_change: Option<i64>,
    /// In which ten minutes it is due.
    pub period: Option<i64>,
    /// Where its last hand is.
    pub last_hand: Option<i64>,
}

impl Head {
    /// That of a table of which nothing has been written yet.
    pub fn at(number: i64) -> Self {
        Self { number, ..Self::default() }
    }
}

/// What the connection of commits has read or written last, and nobody else has written since.
#[derive(Debug, Default)]
pub struct Heads {
    /// What SQLite calls the state of the database. It is another one wherever another connection has written, and the same after a
    /// commit of one's own.
    state: i64,
    /// Of tables.
    pub tables: IdMap<TableId, Head>,
    /// Of persons.
    pub persons: IdMap<PlayerId, PersonHead>,
}

impl Heads {
    /// Makes sure that what is known is what is on disk, and that those of a batch's tables are known which are there. Within a transaction that has the
    /// right to write, so this stays true until it ends.
    pub fn read(&mut self, db: &Connection, batch: &[Box<Commit>]) -> Result<(), StoreError> {
        let state = db.prepare_cached("pragma data_version")?.query_row([], |row| row.get(0))?;
        let is_same = self.state == state;
        self.state = state;
        if !is_same || self.tables.len() > MOST {
            self.tables.clear();
        }
        if !is_same || self.persons.len() > MOST {
            self.persons.clear();
        }
        let mut read = Taken::new(db, READ);
        for table in batch.iter().map(|commit| commit.table.record.id) {
            if self.tables.contains_key(&table) {
                continue;
            }
            let id = table.to_string();
            let found = read.get()?.query_row([&id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            });
            let Some((number, version, last_change, period, last_hand)) = found.optional()? else { continue };
            let version = Row { table: "heads", key: &id }.number("version", version)?;
            self.tables.insert(table, Head { number, version, last_change, period, last_hand });
        }
        Ok(())
    }
}

const READ: &str = "select number, version, last_change, period, last_hand from heads where table_id = ?";
