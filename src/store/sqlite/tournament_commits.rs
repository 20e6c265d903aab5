//! Writing a change of a tournament, within the transaction of its tables.

use rusqlite::{Connection, OptionalExtension, params};

use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{TournamentChange, TournamentCommit, TournamentRecord};
use crate::store::column::{self, Row, json, signed, word};
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;

/// The version of a stored tournament.
pub fn version(db: &Connection, id: TournamentId) -> Result<Option<Version>, StoreError> {
    let key = id.to_string();
    let mut read = db.prepare_cached("select version from tournaments where id = ?")?;
    let found: Option<i64> = read.query_row([&key], |row| row.get(0)).optional()?;
    found.map(|version| Row { table: "tournaments", key: &key }.number("version", version)).transpose()
}

/// Writes the tournament's row, its change, and who plays in it. The caller writes the movements of chips.
pub fn write(db: &Connection, commit: &TournamentCommit) -> Result<(), StoreError> {
    let TournamentRecord { id, host, options, lots, phase, version, created_at, ended_at } = &commit.record;
    let key = id.to_string();
    let (phase, version, ended_at) =
        (word(phase)?, signed(*version)?, ended_at.map(|at| at.as_millisecond()));
    if commit.was.is_none() {
        let created_at = created_at.as_millisecond();
        db.prepare_cached(
            "insert into tournaments (id, host, options, lots, phase, version, created_at, ended_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            key,
            host.to_string(),
            json(options)?,
            lots.as_slice(),
            phase,
            version,
            created_at,
            ended_at
        ])?;
    } else {
        db.prepare_cached("update tournaments set phase = ?, version = ?, ended_at = ? where id = ?")?
            .execute(params![phase, version, ended_at, key])?;
    }
    let TournamentChange { at, author, body, .. } = &commit.change;
    db.prepare_cached(
        "insert into tournament_changes (tournament_id, version, at, author, body) values (?, ?, ?, ?, ?)",
    )?
    .execute(params![key, version, at.as_millisecond(), column::author(author), json(body)?])?;
    for player in &commit.registered {
        db.prepare_cached("insert or ignore into registrations (player_id, tournament_id) values (?, ?)")?
            .execute(params![player.to_string(), key])?;
    }
    for player in &commit.unregistered {
        db.prepare_cached("delete from registrations where player_id = ? and tournament_id = ?")?
            .execute(params![player.to_string(), key])?;
    }
    Ok(())
}
