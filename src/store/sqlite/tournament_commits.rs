//! Writing a change of a tournament, within the transaction of its tables.

use rusqlite::{Connection, OptionalExtension, params};

use super::lazy_statement::LazyStatement;
use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{TournamentChange, TournamentCommit, TournamentRecord};
use crate::store::column::{self, Row, json, signed, word};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// The versions of the stored tournaments of a batch.
pub fn versions(db: &Connection, batch: &Batch) -> Result<IdMap<TournamentId, Version>, StoreError> {
    let mut versions = IdMap::default();
    let mut read = LazyStatement::new(db, "select version from tournaments where id = ?");
    for id in batch.groups().iter().map(|group| group.tournament.record.id) {
        let key = id.to_string();
        if let Some(version) = read.get()?.query_row([&key], |row| row.get(0)).optional()? {
            versions.insert(id, Row { table: "tournaments", key: &key }.number("version", version)?);
        }
    }
    Ok(versions)
}

/// Writes the tournament's row, its change, and who plays in it. The caller writes the movements of chips.
pub fn write(db: &Connection, commit: &TournamentCommit) -> Result<(), StoreError> {
    let TournamentRecord { id, host, options, lots, invite_code, phase, version, created_at, ended_at } =
        &commit.record;
    let key = id.to_string();
    let (phase, version, ended_at) =
        (word(phase)?, signed(*version)?, ended_at.map(jiff::Timestamp::as_millisecond));
    if commit.was.is_none() {
        let created_at = created_at.as_millisecond();
        db.prepare_cached(
            "insert into tournaments (id, host, options, lots, invite_code, phase, version, created_at, ended_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            key,
            host.to_string(),
            json(&**options)?,
            lots.as_slice(),
            invite_code,
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
    if let Some(request) = &commit.request {
        let (player, at) = (request.player.to_string(), request.at.as_millisecond());
        db.prepare_cached(
            "insert into done_tournament_requests (player_id, key, digest, tournament_id, version, at)
            values (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![player, request.key, request.digest.as_slice(), key, version, at])?;
    }
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

/// The keys of the requests of a batch that were used in tournaments before.
pub fn used_keys(db: &Connection, batch: &Batch) -> Result<Vec<(PlayerId, String)>, StoreError> {
    let mut used = Vec::new();
    let mut look =
        LazyStatement::new(db, "select 1 from done_tournament_requests where player_id = ? and key = ?");
    for request in batch.groups().iter().filter_map(|group| group.tournament.request.as_ref()) {
        if look.get()?.exists((request.player.to_string(), &request.key))? {
            used.push((request.player, request.key.clone()));
        }
    }
    Ok(used)
}
