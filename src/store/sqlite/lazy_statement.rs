//! Prepared statements of a connection, taken from its cache when needed.

use rusqlite::{CachedStatement, Connection, Statement};

/// A statement that is taken from the cache on first use, and returned when dropped: taking and returning it costs half as much
/// as running it.
pub struct LazyStatement<'a> {
    db: &'a Connection,
    text: &'static str,
    statement: Option<CachedStatement<'a>>,
}

impl<'a> LazyStatement<'a> {
    /// This statement, not prepared yet.
    pub fn new(db: &'a Connection, text: &'static str) -> Self {
        Self { db, text, statement: None }
    }

    /// The statement.
    pub fn get(&mut self) -> rusqlite::Result<&mut Statement<'a>> {
        match &mut self.statement {
            Some(statement) => Ok(statement),
            untaken => Ok(untaken.insert(self.db.prepare_cached(self.text)?)),
        }
    }
}
