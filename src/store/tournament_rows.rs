//! Rows of tournaments and of their logs, on both databases.

use sqlx::FromRow;

use super::column::Row;
use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{TournamentChange, TournamentRecord};

/// A row of `tournaments`.
#[derive(FromRow)]
pub struct TournamentRow {
    id: String,
    host: String,
    options: String,
    lots: Vec<u8>,
    phase: String,
    version: i64,
    created_at: i64,
    ended_at: Option<i64>,
}

impl TournamentRow {
    /// The tournament it holds.
    pub fn tournament(self) -> Result<TournamentRecord, StoreError> {
        let row = Row { table: "tournaments", key: &self.id };
        Ok(TournamentRecord {
            id: row.text("id", &self.id)?,
            host: row.text("host", &self.host)?,
            options: row.json("options", &self.options)?,
            lots: row.bytes("lots", self.lots)?,
            phase: row.word("phase", &self.phase)?,
            version: row.number("version", self.version)?,
            created_at: row.time("created_at", self.created_at)?,
            ended_at: self.ended_at.map(|at| row.time("ended_at", at)).transpose()?,
        })
    }
}

/// A row of `tournament_changes`.
#[derive(FromRow)]
pub struct TournamentChangeRow {
    tournament_id: String,
    version: i64,
    at: i64,
    author: Vec<u8>,
    body: String,
}

impl TournamentChangeRow {
    /// The change it holds.
    pub fn change(&self) -> Result<TournamentChange, StoreError> {
        let key = format!("{}/{}", self.tournament_id, self.version);
        let row = Row { table: "tournament_changes", key: &key };
        Ok(TournamentChange {
            tournament: row.text("tournament_id", &self.tournament_id)?,
            version: row.number("version", self.version)?,
            at: row.time("at", self.at)?,
            author: row.author("author", &self.author)?,
            body: row.json("body", &self.body)?,
        })
    }
}
