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
use crate::service::table::commit::{Commit, MOST_SEATS, Write};
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
    /// How many sit at the tables of the hosts at whose tables one sits down.
    bots_of: HashMap<PlayerId, u64>,
    /// At how many tables those sit, or wait for a chair, who sit down or begin to wait.
    seats: HashMap<PlayerId, u64>,
    /// How many open tables those have who become the host of one.
    hosted: HashMap<PlayerId, u64>,
    /// Who of those that sit down, begin to wait, or become a host has been deleted.
    deleted: HashSet<PlayerId>,
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
            bots_of: bots_of_hosts(db, batch).await?,
            seats: seats(db, batch).await?,
            hosted: hosted(db, batch).await?,
            deleted: deleted(db, batch).await?,
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
        if newcomers(commit).any(|player| self.deleted.contains(&player)) {
            return Committed::NoSuchPlayer;
        }
        if let Some(most) = commit.most_hosted {
            let hosted = self.hosted.entry(commit.table.state.host).or_default();
            if *hosted >= most {
                return Committed::TooManyTables { most };
            }
            *hosted += 1;
        }
        let Some(wallets) = self.moved(&commit.movements) else { return Committed::Short };
        if let Some(refused) = self.crowded(commit) {
            return refused;
        }
        for player in commit.sat_down.iter().chain(&commit.waits) {
            *self.seats.entry(*player).or_default() += 1;
        }
        let (came, went) = (commit.bots.sat_down.len() as u64, commit.bots.left.len() as u64);
        self.bots = (self.bots + came).saturating_sub(went);
        let of_host = self.bots_of.entry(commit.table.state.host).or_default();
        *of_host = (*of_host + came).saturating_sub(went);
        self.moved.extend(wallets.keys());
        self.wallets.extend(wallets);
        self.used_keys.extend(key);
        // A second change to the table is fenced, wherever it thinks the table stands.
        self.versions.insert(commit.table.id, Version::MAX);
        Committed::Done
    }

    /// Whether more would sit down than may.
    fn crowded(&self, commit: &Commit) -> Option<Committed> {
        let came = commit.bots.sat_down.len() as u64;
        let of_host = self.bots_of.get(&commit.table.state.host).copied().unwrap_or(0);
        let has_all = |player: &&PlayerId| {
            let gives_up = u64::from(commit.stops_waiting.contains(player));
            self.seats.get(player).is_some_and(|&places| places >= MOST_SEATS + gives_up)
        };
        match commit.bots.most {
            Some(most) if self.bots + came > most.of_house => {
                Some(Committed::TooManyBots { most: most.of_house })
            }
            Some(most) if of_host + came > most.of_host => {
                Some(Committed::TooManyBotsOfHost { most: most.of_host })
            }
            _ => commit
                .sat_down
                .iter()
                .chain(&commit.waits)
                .find(has_all)
                .map(|_| Committed::TooManySeats { most: MOST_SEATS }),
        }
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

/// How many computer players sit at the tables of those hosts at whose tables one sits down.
async fn bots_of_hosts(
    db: &mut SqliteConnection,
    batch: &[Commit],
) -> Result<HashMap<PlayerId, u64>, StoreError> {
    let seats_one = |commit: &&Commit| !commit.bots.sat_down.is_empty();
    let hosts: HashSet<PlayerId> =
        batch.iter().filter(seats_one).map(|commit| commit.table.state.host).collect();
    counted(
        db,
        "select host, count(*) from tables join bots on table_id = tables.id
        where closed_at is null and host in (select value from json_each(?)) group by host",
        &hosts,
    )
    .await
}

/// At how many tables those sit, or wait for a chair, who sit down or begin to wait.
async fn seats(db: &mut SqliteConnection, batch: &[Commit]) -> Result<HashMap<PlayerId, u64>, StoreError> {
    let players: HashSet<PlayerId> =
        batch.iter().flat_map(|commit| commit.sat_down.iter().chain(&commit.waits)).copied().collect();
    counted(
        db,
        "select player_id, count(*) from (select * from seats union all select * from waiting)
        where player_id in (select value from json_each(?)) group by player_id",
        &players,
    )
    .await
}

/// What a statement counts for each of these players; it is not asked about nobody.
async fn counted(
    db: &mut SqliteConnection,
    statement: &'static str,
    players: &HashSet<PlayerId>,
) -> Result<HashMap<PlayerId, u64>, StoreError> {
    if players.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(String, i64)> = sqlx::query_as(statement).bind(json(players)?).fetch_all(db).await?;
    let count = |(player, count): &(String, i64)| {
        let row = Row { table: "players", key: player };
        Ok((row.text("id", player)?, row.number("count", *count)?))
    };
    rows.iter().map(count).collect()
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

/// The people who sit down by a commit, begin to wait for a chair, or become the host of a table.
fn newcomers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    let host = commit.most_hosted.map(|_| commit.table.state.host);
    commit.sat_down.iter().chain(&commit.waits).copied().chain(host)
}

async fn deleted(db: &mut SqliteConnection, batch: &[Commit]) -> Result<HashSet<PlayerId>, StoreError> {
    let newcomers: HashSet<PlayerId> = batch.iter().flat_map(newcomers).collect();
    if newcomers.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<(String,)> = sqlx::query_as(
        "select id from players where deleted_at is not null and id in (select value from json_each(?))",
    )
    .bind(json(&newcomers)?)
    .fetch_all(db)
    .await?;
    rows.iter().map(|(id,)| Row { table: "players", key: id }.text("id", id)).collect()
}

async fn hosted(db: &mut SqliteConnection, batch: &[Commit]) -> Result<HashMap<PlayerId, u64>, StoreError> {
    let is_new = |commit: &&Commit| commit.most_hosted.is_some();
    let hosts: HashSet<PlayerId> =
        batch.iter().filter(is_new).map(|commit| commit.table.state.host).collect();
    counted(
        db,
        "select host, count(*) from tables
        where closed_at is null and host in (select value from json_each(?)) group by host",
        &hosts,
    )
    .await
}
