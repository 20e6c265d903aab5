//! Writing a batch of changes in one transaction: validated one by one, written together.
//!
//! What every move writes goes row by row, with prepared statements; rare rows go as one JSON array.

use std::mem;
use std::sync::Arc;

use async_trait::async_trait;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, params};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::lazy_statement::LazyStatement;
use super::player_totals::PlayerTotals;
use super::tips::{TableTip, Tips};
use super::{Sqlite, batch_facts, tournament_commits};
use crate::service::ports::commits::{Batch, CommitStore, Committed};
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchValidator, Wallet};
use crate::service::table::stored::change::{Author, Change};
use crate::service::table::stored::commit::{Columns, Commit, DoneRequest, Write};
use crate::service::table::stored::record::{HandRecord, TableRecord};
use crate::service::table::time::day_of;
use crate::service::tournaments::stored::TournamentCommit;
use crate::store::column::{self, json, signed};
use crate::store::redacted;
use crate::store::rows::{ChangedTable, LedgerRow, NewHand, OpenedTable, due};
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Chips;

#[async_trait]
impl CommitStore for Sqlite {
    async fn commit(&self, batch: Arc<Batch>) -> Result<Vec<Committed>, StoreError> {
        let _permit = self.write.permit().await;
        self.commits.write(batch).await
    }
}

/// Writes a batch, each of its commits and groups whole or not at all. If that fails, the cached tips are dropped.
pub fn write(db: &Connection, known: &mut Tips, batch: &Batch) -> Result<Vec<Committed>, StoreError> {
    let mut tips = mem::take(known);
    let tx = Transaction::begin(db)?;
    tips.read(db, batch)?;
    let tournaments = tournament_commits::versions(db, batch)?;
    let mut validator = BatchValidator::new(batch_facts::read(db, batch)?);
    let verdicts = validator.validate_batch(
        batch,
        |table| tips.tables.get(&table).map(|tip| tip.version),
        |tournament| tournaments.get(&tournament).copied(),
    );
    let mut each_move = EachMove::new(db);
    let mut players = PlayerTotals::new(db, mem::take(&mut tips.players));
    let mut rows = Rows::default();
    for commit in verdicts.accepted(batch) {
        let table = commit.table.record.id;
        let tip = tips.tables.get(&table).copied();
        let after = each_move.write(db, commit, tip)?;
        tips.tables.insert(table, after);
        players.write(commit, ended_hand(commit, tip, after))?;
        rows.push(commit);
    }
    drop(each_move);
    for commit in verdicts.accepted_groups(batch) {
        tournament_commits::write(db, commit)?;
        players.write_movements(&commit.movements)?;
        rows.push_winnings(commit);
    }
    tips.players = players.finish()?;
    rows.wallets = validator.into_moved();
    rows.write(db)?;
    tx.commit()?;
    *known = tips;
    Ok(verdicts.outcomes(batch))
}

/// A write transaction, which may write before it reads, with prepared statements. It is rolled back when dropped.
struct Transaction<'a>(&'a Connection);

impl<'a> Transaction<'a> {
    fn begin(db: &'a Connection) -> rusqlite::Result<Self> {
        db.prepare_cached("begin immediate")?.execute([])?;
        Ok(Self(db))
    }

    fn commit(self) -> rusqlite::Result<()> {
        self.0.prepare_cached("commit")?.execute([])?;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        // After a commit, or a rollback by SQLite itself, no transaction is open.
        if !self.0.is_autocommit()
            && let Err(error) = self.0.execute_batch("rollback")
        {
            tracing::error!(%error, "a batch cannot be rolled back");
        }
    }
}

/// The statements of every move, and of every hand.
struct EachMove<'a> {
    change: LazyStatement<'a>,
    tip: LazyStatement<'a>,
    tip_and_due_bucket: LazyStatement<'a>,
    table: LazyStatement<'a>,
    hand: LazyStatement<'a>,
    request: LazyStatement<'a>,
}

impl<'a> EachMove<'a> {
    fn new(db: &'a Connection) -> Self {
        let lazy = |statement| LazyStatement::new(db, statement);
        Self {
            change: lazy(INSERT_CHANGE),
            tip: lazy(UPDATE_TIP),
            tip_and_due_bucket: lazy(UPDATE_TIP_AND_DUE_BUCKET),
            table: lazy(UPDATE_TABLE),
            hand: lazy(INSERT_HAND),
            request: lazy(INSERT_REQUEST),
        }
    }

    /// Writes each change behind the last one of its table, the dealt hand behind the last one, the table's new tip, and the
    /// request if it has a key. Returns the new tip.
    fn write(
        &mut self,
        db: &Connection,
        commit: &Commit,
        tip: Option<TableTip>,
    ) -> Result<TableTip, StoreError> {
        let mut tip = match commit.write {
            Write::Open => open_table(db, &commit.table.record)?,
            Write::Update { columns, .. } => {
                self.update_table(db, columns, &commit.table.record)?;
                tip.unwrap_or_default()
            }
        };
        for change in commit.changes() {
            let dealt = commit.hand_started.as_ref().filter(|hand| hand.first_version == change.version);
            if let Some(hand) = dealt {
                tip.last_hand = Some(self.write_hand(hand, tip.last_hand)?);
            }
            tip.last_change = Some(self.write_change(change, tip)?);
        }
        tip.version = commit.table.record.version;
        let (due_at, due_bucket) = due(&commit.table.record);
        let was_due = mem::replace(&mut tip.due_bucket, due_bucket);
        let TableTip { number, last_change, last_hand, .. } = tip;
        let version = signed(tip.version)?;
        if due_bucket == was_due {
            self.tip.get()?.execute(params![number, version, last_change, due_at, last_hand])?;
        } else {
            let update = self.tip_and_due_bucket.get()?;
            update.execute(params![number, version, last_change, due_at, last_hand, due_bucket])?;
        }
        if let Some(request) = &commit.request {
            self.write_request(request, number)?;
        }
        Ok(tip)
    }

    /// Writes a change of the table at this tip; returns its place.
    fn write_change(&mut self, change: &Change, tip: TableTip) -> Result<i64, StoreError> {
        let Change { version, at, hand, author, body, .. } = change;
        // If a change belongs to a hand, it is its table's last one.
        let (at, hand) = (at.as_millisecond(), hand.and(tip.last_hand));
        let (author, body) = (stored_author(author), json(&redacted::body(body))?);
        let version = signed(*version)?;
        let insert = self.change.get()?;
        Ok(insert.insert(params![tip.number, version, at, hand, author, body, tip.last_change])?)
    }

    /// Writes a hand that was just dealt, behind its table's last one; returns its place.
    fn write_hand(&mut self, hand: &HandRecord, previous: Option<i64>) -> Result<i64, StoreError> {
        let new = NewHand::of(hand)?;
        let NewHand { id, table_id, number, rules_version, setup, players, shuffle, .. } = new;
        let NewHand { root, mix, started_at, first_version, .. } = new;
        let (setup, players, shuffle) = (json(setup)?, json(&players)?, json(shuffle)?);
        let place = self.hand.get()?.insert(params![
            id,
            table_id,
            number,
            rules_version,
            setup,
            players,
            shuffle,
            root,
            mix,
            started_at,
            first_version,
            previous
        ])?;
        Ok(place)
    }

    /// Writes that a request was done, at the table with this tip.
    fn write_request(&mut self, request: &DoneRequest, head: i64) -> Result<(), StoreError> {
        let DoneRequest { player, key, digest, version, at, .. } = request;
        let (version, at) = (signed(*version)?, at.as_millisecond());
        self.request.get()?.execute(params![player.0.as_bytes(), key, digest, head, version, at])?;
        Ok(())
    }

    /// SQLite updates every index of a column that is named, even if its value stays; so unchanged columns are not named.
    fn update_table(
        &mut self,
        db: &Connection,
        columns: Columns,
        table: &TableRecord,
    ) -> Result<(), StoreError> {
        if columns == Columns::None {
            return Ok(());
        }
        let ChangedTable { id, state, hand_id, free_seats, listed, closed_at } = ChangedTable::of(table);
        self.table.get()?.execute(params![json(state)?, hand_id, free_seats, id])?;
        if columns == Columns::State {
            return Ok(());
        }
        db.prepare_cached(UPDATE_LISTING)?.execute(params![listed, closed_at, id])?;
        if columns == Columns::All {
            let OpenedTable { host, stake, options, invite_code, .. } = OpenedTable::of(table)?;
            let mut update = db.prepare_cached(UPDATE_RARE_COLUMNS)?;
            update.execute(params![host, stake, json(options)?, invite_code, id])?;
        }
        Ok(())
    }
}

/// The place of the hand that a commit ends: the table's last one before, unless the commit deals that hand itself.
fn ended_hand(commit: &Commit, before: Option<TableTip>, after: TableTip) -> Option<i64> {
    let ended = commit.hand_ended.as_ref()?;
    let is_dealt_here = commit.hand_started.as_ref().is_some_and(|hand| hand.id == ended.id);
    if is_dealt_here { after.last_hand } else { before?.last_hand }
}

/// The author of a change: the identifier of a player is a blob, a word is text.
fn stored_author(author: &Author) -> ToSqlOutput<'_> {
    let bytes = column::author(author);
    ToSqlOutput::Borrowed(match author {
        Author::Player(_) => ValueRef::Blob(bytes),
        Author::Clock | Author::Admin => ValueRef::Text(bytes),
    })
}

/// Writes a new table; returns its tip before the first change.
fn open_table(db: &Connection, record: &TableRecord) -> Result<TableTip, StoreError> {
    let OpenedTable { host, game, stake, options, created_at, invite_code, rest } = OpenedTable::of(record)?;
    let ChangedTable { id, state, hand_id, free_seats, listed, closed_at } = rest;
    let (options, state) = (json(options)?, json(state)?);
    let mut insert = db.prepare_cached(INSERT_TABLE)?;
    insert.execute(params![
        id,
        host,
        game,
        stake,
        options,
        state,
        hand_id,
        listed,
        free_seats,
        created_at,
        closed_at,
        invite_code
    ])?;
    let number = db.prepare_cached(INSERT_TIP)?.insert([id])?;
    Ok(TableTip::at(number))
}

/// The rare rows of the accepted commits.
#[derive(Default)]
struct Rows {
    wallets: Vec<Wallet>,
    left: Vec<Seat>,
    sat_down: Vec<Seat>,
    waits: Vec<Seat>,
    stops_waiting: Vec<Seat>,
    bots_left: Vec<PlayerId>,
    bots_sat_down: Vec<Seat>,
    bot_winnings: Vec<BotWinnings>,
}

/// What a player won from computer players in a hand.
#[derive(Serialize)]
struct BotWinnings {
    player_id: String,
    day: i64,
    chips: i64,
}

/// A chair at a table.
#[derive(Serialize)]
struct Seat {
    player_id: String,
    table_id: String,
}

impl Rows {
    fn push(&mut self, commit: &Commit) {
        let table = &commit.table.record;
        let seat = |player: &PlayerId| Seat { player_id: player.to_string(), table_id: table.id.to_string() };
        self.sat_down.extend(commit.sat_down.iter().map(seat));
        self.left.extend(commit.left.iter().map(seat));
        self.waits.extend(commit.waits.iter().map(seat));
        self.stops_waiting.extend(commit.stops_waiting.iter().map(seat));
        self.bots_sat_down.extend(commit.bots.sat_down.iter().map(seat));
        self.bots_left.extend(&commit.bots.left);
        let day = day_of(commit.change.at);
        let winnings =
            |&(player, chips): &(PlayerId, i64)| BotWinnings { player_id: player.to_string(), day, chips };
        self.bot_winnings.extend(commit.bots.won.iter().map(winnings));
    }

    fn push_winnings(&mut self, commit: &TournamentCommit) {
        let day = day_of(commit.change.at);
        let winnings = |&(player, chips): &(PlayerId, Chips)| BotWinnings {
            player_id: player.to_string(),
            day,
            chips: chips.cast_signed(),
        };
        self.bot_winnings.extend(commit.won_from_bots.iter().map(winnings));
    }

    fn write(&self, db: &Connection) -> Result<(), StoreError> {
        self.write_wallets(db)?;
        run(db, DELETE_SEATS, &self.left)?;
        run(db, INSERT_SEATS, &self.sat_down)?;
        run(db, DELETE_WAITING, &self.stops_waiting)?;
        run(db, INSERT_WAITING, &self.waits)?;
        // One that moves to another table leaves the first.
        run(db, DELETE_BOTS, &self.bots_left)?;
        run(db, INSERT_BOTS, &self.bots_sat_down)?;
        run(db, ADD_BOT_WINNINGS, &self.bot_winnings)
    }

    fn write_wallets(&self, db: &Connection) -> Result<(), StoreError> {
        let mut update = LazyStatement::new(db, UPDATE_WALLET);
        for Wallet { id, chips } in &self.wallets {
            update.get()?.execute((signed(*chips)?, id.to_string()))?;
        }
        Ok(())
    }
}

/// Writes movements, each with the place of its player's previous one; the caller changes the wallets.
pub async fn insert_ledger(db: &mut SqliteConnection, movements: &[LedgerRow]) -> Result<(), StoreError> {
    for LedgerRow { id, at, debit, credit, amount, reason, player_id, table_id, version } in movements {
        let inserted = sqlx::query(INSERT_MOVEMENT)
            .bind(id)
            .bind(at)
            .bind(debit)
            .bind(credit)
            .bind(amount)
            .bind(reason)
            .bind(player_id)
            .bind(table_id)
            .bind(version)
            .execute(&mut *db)
            .await?;
        if player_id.is_some() {
            let place = inserted.last_insert_rowid();
            sqlx::query(SET_LAST_MOVEMENT).bind(player_id).bind(place).execute(&mut *db).await?;
        }
    }
    Ok(())
}

/// Runs a statement on all rows at once, if there are any.
fn run<T: Serialize>(db: &Connection, statement: &'static str, rows: &[T]) -> Result<(), StoreError> {
    if !rows.is_empty() {
        db.prepare_cached(statement)?.execute([json(rows)?])?;
    }
    Ok(())
}

const INSERT_TABLE: &str = "
insert into tables (id, host, game, stake, options, state, hand_id, listed, free_seats, created_at, closed_at, invite_code)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const INSERT_TIP: &str = "
insert into heads (table_id, version) values (?, 0)";

const UPDATE_TIP: &str = "
update heads set version = ?2, last_change = ?3, due_at = ?4, last_hand = ?5 where number = ?1";

const UPDATE_TIP_AND_DUE_BUCKET: &str = "
update heads set version = ?2, last_change = ?3, due_at = ?4, last_hand = ?5, period = ?6 where number = ?1";

const UPDATE_TABLE: &str = "
update tables set state = ?, hand_id = ?, free_seats = ? where id = ?";

const UPDATE_LISTING: &str = "
update tables set listed = ?, closed_at = ? where id = ?";

const UPDATE_RARE_COLUMNS: &str = "
update tables set host = ?, stake = ?, options = ?, invite_code = ? where id = ?";

const INSERT_CHANGE: &str = "
insert into changes (head, version, at, hand, author, body, before) values (?, ?, ?, ?, ?, ?, ?)";

const INSERT_HAND: &str = "
insert into hands
    (id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, previous)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const UPDATE_WALLET: &str = "update players set chips = ? where id = ?";

const INSERT_MOVEMENT: &str = "
insert into ledger (id, at, debit, credit, amount, reason, player_id, table_id, version, before)
values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (select last_movement from heads_of_players where player_id = ?7))";

const SET_LAST_MOVEMENT: &str = "
insert into heads_of_players (player_id, last_movement) values (?, ?)
on conflict (player_id) do update set last_movement = excluded.last_movement";

const INSERT_REQUEST: &str = "
insert into done_requests (player, key, digest, head, version, at) values (?, ?, ?, ?, ?, ?)";

const DELETE_SEATS: &str = "
delete from seats where (player_id, table_id) in (
    select value ->> 'player_id', value ->> 'table_id' from json_each(?))";

const INSERT_SEATS: &str = "
insert into seats (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const DELETE_WAITING: &str = "
delete from waiting where (player_id, table_id) in (
    select value ->> 'player_id', value ->> 'table_id' from json_each(?))";

const INSERT_WAITING: &str = "
insert into waiting (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const INSERT_BOTS: &str = "
insert into bots (player_id, table_id)
select value ->> 'player_id', value ->> 'table_id'
from json_each(?)";

const DELETE_BOTS: &str = "
delete from bots where player_id in (select value from json_each(?))";

/// `where true` tells the parser that no join follows.
const ADD_BOT_WINNINGS: &str = "
insert into bot_winnings (player_id, day, chips)
select value ->> 'player_id', value ->> 'day', value ->> 'chips' from json_each(?) where true
on conflict do update set chips = chips + excluded.chips";
