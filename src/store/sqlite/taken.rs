//! Statements that are taken from those that a connection keeps ready.

use rusqlite::{CachedStatement, Connection, Statement};

/// A statement that is taken when it is needed first, and put back when it is dropped: to take it and to put it back costs half as much
/// as to run it.
pub struct Taken<'a> {
    db: &'a Connection,
    text: &'static str,
    statement: Option<CachedStatement<'a>>,
}

impl<'a> Taken<'a> {
    /// This statement, which nobody has needed yet.
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
