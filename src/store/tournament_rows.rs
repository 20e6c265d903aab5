//! Rows of tournaments and of their logs, on both databases.

use std::sync::Arc;

use sqlx::FromRow;

use super::column::Row;
use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use cardroom_api::id::PlayerId;
use cardroom_api::player::statistics::TournamentFigures;

/// A row of `tournaments`.
#[derive(FromRow)]
pub struct TournamentRow {
    id: String,
    host: String,
    options: String,
    lots: Vec<u8>,
    invite_code: Option<String>,
    phase: String,
    version: i64,
    created_at: i64,
    ended_at: Option<i64>,
    due_at: Option<i64>,
    saved_at: Option<i64>,
    numbers: String,
}

impl TournamentRow {
    /// The tournament it holds.
    pub fn tournament(self) -> Result<TournamentRecord, StoreError> {
        let row = Row { table: "tournaments", key: &self.id };
        Ok(TournamentRecord {
            id: row.text("id", &self.id)?,
            host: row.text("host", &self.host)?,
            options: Arc::new(row.json("options", &self.options)?),
            lots: row.bytes("lots", self.lots)?,
            invite_code: self.invite_code,
            phase: row.word("phase", &self.phase)?,
            version: row.number("version", self.version)?,
            created_at: row.time("created_at", self.created_at)?,
            ended_at: self.ended_at.map(|at| row.time("ended_at", at)).transpose()?,
            due_at: self.due_at.map(|at| row.time("due_at", at)).transpose()?,
            saved_at: self.saved_at.map(|at| row.time("saved_at", at)).transpose()?,
            numbers: row.json("numbers", &self.numbers)?,
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

/// A row of `done_tournament_requests`.
#[derive(FromRow)]
pub struct DoneTournamentRequestRow {
    digest: Vec<u8>,
    tournament_id: String,
    version: i64,
    at: i64,
}

impl DoneTournamentRequestRow {
    /// The request it holds, of this player and key.
    pub fn request(self, player: PlayerId, key: &str) -> Result<DoneTournamentRequest, StoreError> {
        let row = Row { table: "done_tournament_requests", key };
        Ok(DoneTournamentRequest {
            player,
            key: key.to_owned(),
            digest: row.bytes("digest", self.digest)?,
            tournament: row.text("tournament_id", &self.tournament_id)?,
            version: row.number("version", self.version)?,
            at: row.time("at", self.at)?,
        })
    }
}

/// A row of sums over `tournament_results`.
#[derive(FromRow)]
pub struct TournamentFiguresRow {
    game: String,
    played: i64,
    won: i64,
    in_the_money: i64,
    paid: i64,
    received: i64,
}

impl TournamentFiguresRow {
    /// The figures it holds.
    pub fn figures(&self) -> Result<TournamentFigures, StoreError> {
        let row = Row { table: "tournament_results", key: &self.game };
        Ok(TournamentFigures {
            game: row.word("game", &self.game)?,
            played: row.number("played", self.played)?,
            won: row.number("won", self.won)?,
            in_the_money: row.number("in_the_money", self.in_the_money)?,
            paid: row.number("paid", self.paid)?,
            received: row.number("received", self.received)?,
        })
    }
}
