//! Reads the facts that a batch is validated against.
//!
//! The transaction that reads this is the only one that may write, so it stays true until the transaction ends.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension};

use super::lazy_statement::LazyStatement;
use super::tournament_commits;
use crate::service::id::{IdMap, IdSet};
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{
    BatchFacts, announcers, chair_takers, host_of_new_bots, new_host, newcomers_of, wallet_owners,
};
use crate::service::table::stored::commit::Commit;
use crate::store::column::Row;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Chips;

/// Reads the facts of a batch.
pub fn read(db: &Connection, batch: &Batch) -> Result<BatchFacts, StoreError> {
    Ok(BatchFacts {
        used_keys: used_keys(db, batch)?,
        wallets: wallets(db, batch)?,
        bots: bots(db, batch)?,
        bots_of_hosts: bots_of_hosts(db, batch)?,
        seats: seats(db, batch)?,
        hosted: hosted(db, batch)?,
        announced: announced(db, batch)?,
        deleted: deleted(db, batch)?,
    })
}

/// How many computer players sit at all tables; 0 if the batch seats none.
fn bots(db: &Connection, batch: &[Box<Commit>]) -> Result<u64, StoreError> {
    if batch.iter().all(|commit| host_of_new_bots(commit).is_none()) {
        return Ok(0);
    }
    let count = db.prepare_cached("select count(*) from bots")?.query_row([], |row| row.get(0))?;
    Row { table: "bots", key: "count" }.number("count", count)
}

/// How many computer players sit at all tables of each host at whose table one sits down.
fn bots_of_hosts(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let hosts = batch.iter().filter_map(|commit| host_of_new_bots(commit));
    counted(
        db,
        "select count(*) from tables join bots on table_id = tables.id where closed_at is null and host = ?",
        hosts,
    )
}

/// At how many tables each player sits or waits for a chair, of the players who sit down or start to wait.
fn seats(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let players = batch.iter().flat_map(|commit| chair_takers(commit));
    counted(
        db,
        "select (select count(*) from seats where player_id = ?1) + (select count(*) from waiting where player_id = ?1)",
        players,
    )
}

/// The count that a statement returns for each of these players.
fn counted(
    db: &Connection,
    statement: &'static str,
    players: impl Iterator<Item = PlayerId>,
) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let (mut counts, mut read) = (IdMap::default(), LazyStatement::new(db, statement));
    for player in players {
        let id = player.to_string();
        let count = read.get()?.query_row([&id], |row| row.get(0))?;
        counts.insert(player, Row { table: "players", key: &id }.number("count", count)?);
    }
    Ok(counts)
}

fn used_keys(db: &Connection, batch: &Batch) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let mut used: HashSet<_> = tournament_commits::used_keys(db, batch)?.into_iter().collect();
    let mut look = LazyStatement::new(db, "select 1 from done_requests where player = ? and key = ?");
    for request in batch.iter().filter_map(|commit| commit.request.as_ref()) {
        if look.get()?.exists((request.player.0.as_bytes(), &request.key))? {
            used.insert((request.player, request.key.clone()));
        }
    }
    Ok(used)
}

fn wallets(db: &Connection, batch: &Batch) -> Result<IdMap<PlayerId, Chips>, StoreError> {
    let mut wallets = IdMap::default();
    let mut read = LazyStatement::new(db, "select chips from players where id = ?");
    for player in wallet_owners(batch) {
        let id = player.to_string();
        if let Some(chips) = read.get()?.query_row([&id], |row| row.get(0)).optional()? {
            wallets.insert(player, Row { table: "players", key: &id }.number("chips", chips)?);
        }
    }
    Ok(wallets)
}

fn deleted(db: &Connection, batch: &Batch) -> Result<IdSet<PlayerId>, StoreError> {
    let mut deleted = IdSet::default();
    let mut look = LazyStatement::new(db, "select 1 from players where deleted_at is not null and id = ?");
    for player in newcomers_of(batch) {
        if look.get()?.exists([player.to_string()])? {
            deleted.insert(player);
        }
    }
    Ok(deleted)
}

fn hosted(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let hosts = batch.iter().filter_map(|commit| new_host(commit));
    counted(db, "select count(*) from tables where closed_at is null and host = ?", hosts)
}

/// How many open tournaments each player has announced who announces one.
fn announced(db: &Connection, batch: &Batch) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let announced = "select count(*) from tournaments where ended_at is null and host = ?";
    counted(db, announced, announcers(batch))
}
