//! Reads the facts that a batch is validated against.
//!
//! The transaction that reads this is the only one that may write, so it stays true until the transaction ends.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension};

use super::lazy_statement::LazyStatement;
use crate::service::id::{IdMap, IdSet};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{
    BatchFacts, chair_takers, host_of_new_bots, new_host, newcomers, owners_of_wallets, wallet_owners,
};
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::stored::{CommitGroup, TournamentCommit};
use crate::store::column::Row;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Chips;

/// Reads the facts of a batch.
pub fn read(db: &Connection, batch: &[Box<Commit>]) -> Result<BatchFacts, StoreError> {
    Ok(BatchFacts {
        used_keys: used_keys(db, batch)?,
        wallets: wallets(db, batch)?,
        bots: bots(db, batch)?,
        bots_of_hosts: bots_of_hosts(db, batch)?,
        seats: seats(db, batch)?,
        hosted: hosted(db, batch)?,
        deleted: deleted(db, batch)?,
    })
}

/// Reads the facts of a group.
pub fn read_group(db: &Connection, group: &CommitGroup) -> Result<BatchFacts, StoreError> {
    let mut facts = read(db, &group.tables)?;
    let TournamentCommit { registered, movements, .. } = &group.tournament;
    facts.wallets.extend(wallets_of(db, owners_of_wallets(movements))?);
    facts.deleted.extend(deleted_of(db, registered.iter().copied())?);
    Ok(facts)
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

fn used_keys(db: &Connection, batch: &[Box<Commit>]) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let mut used = HashSet::new();
    let mut look = LazyStatement::new(db, "select 1 from done_requests where player = ? and key = ?");
    for request in batch.iter().filter_map(|commit| commit.request.as_ref()) {
        if look.get()?.exists((request.player.0.as_bytes(), &request.key))? {
            used.insert((request.player, request.key.clone()));
        }
    }
    Ok(used)
}

fn wallets(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, Chips>, StoreError> {
    wallets_of(db, batch.iter().flat_map(|commit| wallet_owners(commit)))
}

fn wallets_of(
    db: &Connection,
    owners: impl Iterator<Item = PlayerId>,
) -> Result<IdMap<PlayerId, Chips>, StoreError> {
    let mut wallets = IdMap::default();
    let mut read = LazyStatement::new(db, "select chips from players where id = ?");
    for player in owners {
        let id = player.to_string();
        if let Some(chips) = read.get()?.query_row([&id], |row| row.get(0)).optional()? {
            wallets.insert(player, Row { table: "players", key: &id }.number("chips", chips)?);
        }
    }
    Ok(wallets)
}

fn deleted(db: &Connection, batch: &[Box<Commit>]) -> Result<IdSet<PlayerId>, StoreError> {
    deleted_of(db, batch.iter().flat_map(|commit| newcomers(commit)))
}

fn deleted_of(
    db: &Connection,
    players: impl Iterator<Item = PlayerId>,
) -> Result<IdSet<PlayerId>, StoreError> {
    let mut deleted = IdSet::default();
    let mut look = LazyStatement::new(db, "select 1 from players where deleted_at is not null and id = ?");
    for player in players {
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
