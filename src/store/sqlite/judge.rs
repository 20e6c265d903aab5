//! Judging a batch against the database before anything is written.
//!
//! The transaction that reads this has the only right to write, so what is judged stays true until it ends.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sqlx::SqliteConnection;

use crate::games::game::{Chips, MOST_CHIPS};
use crate::service::id::{PlayerId, TableId};
use crate::service::ports::commits::Committed;
use crate::service::ports::error::StoreError;
use crate::service::table::change::Version;
use crate::service::table::commit::{Commit, Write};
use crate::service::table::ledger::{Account, Movement};
use crate::store::column::{Row, json};

/// What a batch depends on, kept up as its commits are accepted.
pub struct Judge {
    versions: HashMap<TableId, Version>,
    used_keys: HashSet<(PlayerId, String)>,
    wallets: HashMap<PlayerId, Chips>,
    moved: HashSet<PlayerId>,
    /// How many computer players sit at all tables; read where one sits down.
    bots: u64,
    /// How many open tables those have who become the host of one.
    hosted: HashMap<PlayerId, u64>,
}

/// A wallet after the batch.
#[derive(Serialize)]
pub struct Wallet {
    id: PlayerId,
    chips: Chips,
}

impl Judge {
    /// Reads what the batch depends on.
    pub async fn read(db: &mut SqliteConnection, batch: &[Commit]) -> Result<Self, StoreError> {
        Ok(Self {
            versions: versions(db, batch).await?,
            used_keys: used_keys(db, batch).await?,
            wallets: wallets(db, batch).await?,
            moved: HashSet::new(),
            bots: bots(db, batch).await?,
            hosted: hosted(db, batch).await?,
        })
    }

    /// What becomes of one commit, after those before it.
    pub fn judge(&mut self, commit: &Commit) -> Committed {
        let key = commit.request.as_ref().map(|request| (request.player, request.key.clone()));
        if key.as_ref().is_some_and(|key| self.used_keys.contains(key)) {
            return Committed::KeyUsed;
        }
        let was = match commit.write {
            Write::Open => None,
            Write::Update { was, .. } => Some(was),
        };
        if self.versions.get(&commit.table.id).copied() != was {
            return Committed::Fenced;
        }
        if let Some(most) = commit.most_hosted {
            let hosted = self.hosted.entry(commit.table.state.host).or_default();
            if *hosted >= most {
                return Committed::TooManyTables { most };
            }
            *hosted += 1;
        }
        let Some(wallets) = self.moved(&commit.movements) else { return Committed::Short };
        let bots = self.bots + commit.bots.sat_down.len() as u64;
        if let Some(most) = commit.bots.most.filter(|&most| bots > most) {
            return Committed::TooManyBots { most };
        }
        self.bots = bots.saturating_sub(commit.bots.left.len() as u64);
        self.moved.extend(wallets.keys());
        self.wallets.extend(wallets);
        self.used_keys.extend(key);
        // A second change to the table is fenced, wherever it thinks the table stands.
        self.versions.insert(commit.table.id, Version::MAX);
        Committed::Done
    }

    /// The wallets that the accepted commits moved.
    pub fn into_moved(self) -> Vec<Wallet> {
        let Self { wallets, moved, .. } = self;
        wallets
            .into_iter()
            .filter(|(id, _)| moved.contains(id))
            .map(|(id, chips)| Wallet { id, chips })
            .collect()
    }

    /// The wallets after these movements; `None` where one holds too little, or would hold too much.
    fn moved(&self, movements: &[Movement]) -> Option<HashMap<PlayerId, Chips>> {
        let mut after = HashMap::new();
        let holds = |after: &HashMap<_, _>, id| after.get(&id).or_else(|| self.wallets.get(&id)).copied();
        for movement in movements {
            if let Account::Wallet(id) = movement.debit {
                after.insert(id, holds(&after, id)?.checked_sub(movement.amount)?);
            }
            if let Account::Wallet(id) = movement.credit {
                let chips = holds(&after, id)?.checked_add(movement.amount)?;
                after.insert(id, (chips <= MOST_CHIPS).then_some(chips)?);
            }
        }
        Some(after)
    }
}

async fn versions(
    db: &mut SqliteConnection,
    batch: &[Commit],
) -> Result<HashMap<TableId, Version>, StoreError> {
    let tables: Vec<_> = batch.iter().map(|commit| commit.table.id).collect();
    let rows: Vec<(String, i64)> =
        sqlx::query_as("select id, version from tables where id in (select value from json_each(?))")
            .bind(json(&tables)?)
            .fetch_all(db)
            .await?;
    let version = |(id, version): &(String, i64)| {
        let row = Row { table: "tables", key: id };
        Ok((row.text("id", id)?, row.number("version", *version)?))
    };
    rows.iter().map(version).collect()
}

/// How many computer players sit at all tables.
async fn bots(db: &mut SqliteConnection, batch: &[Commit]) -> Result<u64, StoreError> {
    if batch.iter().all(|commit| commit.bots.sat_down.is_empty()) {
        return Ok(0);
    }
    let (count,): (i64,) = sqlx::query_as("select count(*) from bots").fetch_one(db).await?;
    Row { table: "bots", key: "count" }.number("count", count)
}

async fn used_keys(
    db: &mut SqliteConnection,
    batch: &[Commit],
) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let asked = batch.iter().filter_map(|commit| commit.request.as_ref());
    let asked: Vec<_> = asked.map(|request| (request.player, &request.key)).collect();
    if asked.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<(String, String)> = sqlx::query_as(
        "select player_id, key from done_requests
        where (player_id, key) in (select value ->> 0, value ->> 1 from json_each(?))",
    )
    .bind(json(&asked)?)
    .fetch_all(db)
    .await?;
    let key = |(id, key): (String, String)| {
        Ok((Row { table: "done_requests", key: &id }.text("player_id", &id)?, key))
    };
    rows.into_iter().map(key).collect()
}

async fn wallets(
    db: &mut SqliteConnection,
    batch: &[Commit],
) -> Result<HashMap<PlayerId, Chips>, StoreError> {
    let accounts = batch
        .iter()
        .flat_map(|commit| &commit.movements)
        .flat_map(|movement| [movement.debit, movement.credit]);
    let wallet = |account| if let Account::Wallet(id) = account { Some(id) } else { None };
    let players: HashSet<_> = accounts.filter_map(wallet).collect();
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(String, i64)> =
        sqlx::query_as("select id, chips from players where id in (select value from json_each(?))")
            .bind(json(&players)?)
            .fetch_all(db)
            .await?;
    let chips = |(id, chips): &(String, i64)| {
        let row = Row { table: "players", key: id };
        Ok((row.text("id", id)?, row.number("chips", *chips)?))
    };
    rows.iter().map(chips).collect()
}

async fn hosted(db: &mut SqliteConnection, batch: &[Commit]) -> Result<HashMap<PlayerId, u64>, StoreError> {
    let is_new = |commit: &&Commit| commit.most_hosted.is_some();
    let hosts: HashSet<PlayerId> =
        batch.iter().filter(is_new).map(|commit| commit.table.state.host).collect();
    if hosts.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "select host, count(*) from tables
        where closed_at is null and host in (select value from json_each(?)) group by host",
    )
    .bind(json(&hosts)?)
    .fetch_all(db)
    .await?;
    let count = |(host, count): &(String, i64)| {
        let row = Row { table: "tables", key: host };
        Ok((row.text("host", host)?, row.number("host", *count)?))
    };
    rows.iter().map(count).collect()
}
