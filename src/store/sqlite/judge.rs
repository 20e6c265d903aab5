//! Judging a batch against the database, and where its tables stand there, before anything is written.
//!
//! The transaction that reads this has the only right to write, so what is judged stays true until it ends.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension};

use super::heads::Head;
use super::taken::Taken;
use crate::service::id::{IdMap, IdSet, PlayerId, TableId};
use crate::service::ports::commits::Committed;
use crate::service::ports::error::StoreError;
use crate::service::table::commit::{Commit, MOST_SEATS, Write};
use crate::service::table::ledger::{Account, Movement};
use crate::store::column::Row;
use cardroom_rules::games::game::{Chips, MOST_CHIPS};

/// What a batch depends on, kept up as its commits are accepted.
pub struct Judge {
    /// A second commit of a table is fenced, wherever it thinks the table stands.
    changed: IdSet<TableId>,
    used_keys: HashSet<(PlayerId, String)>,
    wallets: IdMap<PlayerId, Chips>,
    moved: IdSet<PlayerId>,
    /// How many computer players sit at all tables; read where one sits down.
    bots: u64,
    /// How many sit at the tables of the hosts at whose tables one sits down.
    bots_of: IdMap<PlayerId, u64>,
    /// At how many tables those sit, or wait for a chair, who sit down or begin to wait.
    seats: IdMap<PlayerId, u64>,
    /// How many open tables those have who become the host of one.
    hosted: IdMap<PlayerId, u64>,
    /// Who of those that sit down, begin to wait, or become a host has been deleted.
    deleted: IdSet<PlayerId>,
}

/// A wallet after the batch.
pub struct Wallet {
    /// Whose.
    pub id: PlayerId,
    /// What is in it.
    pub chips: Chips,
}

impl Judge {
    /// Reads what the batch depends on.
    pub fn read(db: &Connection, batch: &[Box<Commit>]) -> Result<Self, StoreError> {
        Ok(Self {
            changed: IdSet::default(),
            used_keys: used_keys(db, batch)?,
            wallets: wallets(db, batch)?,
            moved: IdSet::default(),
            bots: bots(db, batch)?,
            bots_of: bots_of_hosts(db, batch)?,
            seats: seats(db, batch)?,
            hosted: hosted(db, batch)?,
            deleted: deleted(db, batch)?,
        })
    }

    /// What becomes of one commit, after those before it, at a table that stands here; `None` for a new one.
    pub fn judge(&mut self, commit: &Commit, head: Option<Head>) -> Committed {
        let key = commit.request.as_ref().map(|request| (request.player, request.key.clone()));
        if key.as_ref().is_some_and(|key| self.used_keys.contains(key)) {
            return Committed::KeyUsed;
        }
        let was = match commit.write {
            Write::Open => None,
            Write::Update { was, .. } => Some(was),
        };
        if head.map(|head| head.version) != was || self.changed.contains(&commit.table.record.id) {
            return Committed::Fenced;
        }
        if newcomers(commit).any(|player| self.deleted.contains(&player)) {
            return Committed::NoSuchPlayer;
        }
        let host = commit.table.record.state.host;
        if let Some(most) = commit.most_hosted
            && self.hosted.get(&host).is_some_and(|&hosted| hosted >= most)
        {
            return Committed::TooManyTables { most };
        }
        let Some(wallets) = self.moved(&commit.movements) else { return Committed::Short };
        if let Some(refused) = self.crowded(commit) {
            return refused;
        }
        if commit.most_hosted.is_some() {
            *self.hosted.entry(host).or_default() += 1;
        }
        for player in commit.sat_down.iter().chain(&commit.waits) {
            *self.seats.entry(*player).or_default() += 1;
        }
        let (came, went) = (commit.bots.sat_down.len() as u64, commit.bots.left.len() as u64);
        if came + went > 0 {
            self.bots = (self.bots + came).saturating_sub(went);
            let of_host = self.bots_of.entry(host).or_default();
            *of_host = (*of_host + came).saturating_sub(went);
        }
        self.moved.extend(wallets.keys());
        self.wallets.extend(wallets);
        self.used_keys.extend(key);
        self.changed.insert(commit.table.record.id);
        Committed::Done
    }

    /// Whether more would sit down than may.
    fn crowded(&self, commit: &Commit) -> Option<Committed> {
        let came = commit.bots.sat_down.len() as u64;
        let of_host = self.bots_of.get(&commit.table.record.state.host).copied().unwrap_or(0);
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
    fn moved(&self, movements: &[Movement]) -> Option<IdMap<PlayerId, Chips>> {
        let mut after = IdMap::default();
        let holds = |after: &IdMap<_, _>, id| after.get(&id).or_else(|| self.wallets.get(&id)).copied();
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

/// How many computer players sit at all tables.
fn bots(db: &Connection, batch: &[Box<Commit>]) -> Result<u64, StoreError> {
    if batch.iter().all(|commit| commit.bots.sat_down.is_empty()) {
        return Ok(0);
    }
    let count = db.prepare_cached("select count(*) from bots")?.query_row([], |row| row.get(0))?;
    Row { table: "bots", key: "count" }.number("count", count)
}

/// How many computer players sit at the tables of those hosts at whose tables one sits down.
fn bots_of_hosts(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let seat_some = batch.iter().filter(|commit| !commit.bots.sat_down.is_empty());
    let hosts = seat_some.map(|commit| commit.table.record.state.host);
    counted(
        db,
        "select count(*) from tables join bots on table_id = tables.id where closed_at is null and host = ?",
        hosts,
    )
}

/// At how many tables those sit, or wait for a chair, who sit down or begin to wait.
fn seats(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let players = batch.iter().flat_map(|commit| commit.sat_down.iter().chain(&commit.waits)).copied();
    counted(
        db,
        "select (select count(*) from seats where player_id = ?1) + (select count(*) from waiting where player_id = ?1)",
        players,
    )
}

/// What a statement counts for each of these players.
fn counted(
    db: &Connection,
    statement: &'static str,
    players: impl Iterator<Item = PlayerId>,
) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let (mut counts, mut read) = (IdMap::default(), Taken::new(db, statement));
    for player in players {
        let id = player.to_string();
        let count = read.get()?.query_row([&id], |row| row.get(0))?;
        counts.insert(player, Row { table: "players", key: &id }.number("count", count)?);
    }
    Ok(counts)
}

fn used_keys(db: &Connection, batch: &[Box<Commit>]) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let mut used = HashSet::new();
    let mut look = Taken::new(db, "select 1 from done_requests where player = ? and key = ?");
    for request in batch.iter().filter_map(|commit| commit.request.as_ref()) {
        if look.get()?.exists((request.player.0.as_bytes(), &request.key))? {
            used.insert((request.player, request.key.clone()));
        }
    }
    Ok(used)
}

fn wallets(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, Chips>, StoreError> {
    let accounts = batch
        .iter()
        .flat_map(|commit| &commit.movements)
        .flat_map(|movement| [movement.debit, movement.credit]);
    let wallet = |account| if let Account::Wallet(id) = account { Some(id) } else { None };
    let mut wallets = IdMap::default();
    let mut read = Taken::new(db, "select chips from players where id = ?");
    for player in accounts.filter_map(wallet) {
        let id = player.to_string();
        if let Some(chips) = read.get()?.query_row([&id], |row| row.get(0)).optional()? {
            wallets.insert(player, Row { table: "players", key: &id }.number("chips", chips)?);
        }
    }
    Ok(wallets)
}

/// The people who sit down by a commit, begin to wait for a chair, or become the host of a table.
fn newcomers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    let host = commit.most_hosted.map(|_| commit.table.record.state.host);
    commit.sat_down.iter().chain(&commit.waits).copied().chain(host)
}

fn deleted(db: &Connection, batch: &[Box<Commit>]) -> Result<IdSet<PlayerId>, StoreError> {
    let mut deleted = IdSet::default();
    let mut look = Taken::new(db, "select 1 from players where deleted_at is not null and id = ?");
    for player in batch.iter().flat_map(|commit| newcomers(commit)) {
        if look.get()?.exists([player.to_string()])? {
            deleted.insert(player);
        }
    }
    Ok(deleted)
}

fn hosted(db: &Connection, batch: &[Box<Commit>]) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let new = batch.iter().filter(|commit| commit.most_hosted.is_some());
    let hosts = new.map(|commit| commit.table.record.state.host);
    counted(db, "select count(*) from tables where closed_at is null and host = ?", hosts)
}
