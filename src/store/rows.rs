//! Rows as the database has them, and their way to and from the domain.
//!
//! A row is read by its columns' names and written as JSON under the same names, many rows in one statement.

use jiff::Timestamp;
use serde::Serialize;
use sqlx::FromRow;

use super::cell::{Row, author, json, signed, word};
use crate::service::change::Change;
use crate::service::ledger::Entry;
use crate::service::player::Player;
use crate::service::session::{Replaced, Session, TokenHash};
use crate::service::store::{HandRecord, ReplyRecord, StoreError, TableRecord};

/// A row of `players`, with the login of its account.
#[derive(FromRow)]
pub struct PlayerRow {
    id: String,
    name: String,
    login: Option<String>,
    created_at: i64,
    chips: i64,
}

impl PlayerRow {
    /// The player it holds.
    pub fn player(self) -> Result<Player, StoreError> {
        let row = Row { table: "players", key: &self.id };
        Ok(Player {
            id: row.text("id", &self.id)?,
            created_at: row.time("created_at", self.created_at)?,
            chips: row.number("chips", self.chips)?,
            name: self.name,
            login: self.login,
        })
    }
}

/// A row of `sessions`.
#[derive(FromRow)]
pub struct SessionRow {
    id: String,
    player_id: String,
    access: Vec<u8>,
    access_until: i64,
    refresh: Vec<u8>,
    refresh_until: i64,
    replaced: Option<Vec<u8>>,
    replaced_at: Option<i64>,
    replaced_salt: Option<Vec<u8>>,
    created_at: i64,
}

impl SessionRow {
    /// The sign-in it holds.
    pub fn session(self) -> Result<Session, StoreError> {
        let row = Row { table: "sessions", key: &self.id };
        let replaced = match (self.replaced, self.replaced_at, self.replaced_salt) {
            (Some(refresh), Some(at), Some(salt)) => Some(Replaced {
                refresh: TokenHash(row.bytes("replaced", refresh)?),
                at: row.time("replaced_at", at)?,
                salt: row.bytes("replaced_salt", salt)?,
            }),
            _ => None,
        };
        Ok(Session {
            id: row.text("id", &self.id)?,
            player: row.text("player_id", &self.player_id)?,
            access: TokenHash(row.bytes("access", self.access)?),
            access_until: row.time("access_until", self.access_until)?,
            refresh: TokenHash(row.bytes("refresh", self.refresh)?),
            refresh_until: row.time("refresh_until", self.refresh_until)?,
            replaced,
            created_at: row.time("created_at", self.created_at)?,
        })
    }
}

/// A row of `tables`.
#[derive(FromRow, Serialize)]
pub struct TableRow {
    id: String,
    host: String,
    game: String,
    stake: i64,
    options: String,
    state: String,
    version: i64,
    hand_id: Option<String>,
    due_at: Option<i64>,
    listed: i64,
    free_seats: i64,
    created_at: i64,
    closed_at: Option<i64>,
}

impl TableRow {
    /// The row that holds a table.
    pub fn of(table: &TableRecord) -> Result<Self, StoreError> {
        Ok(Self {
            id: table.id.to_string(),
            host: table.state.host.to_string(),
            game: table.options.game.kind().name().to_owned(),
            stake: signed(table.options.game.stake())?,
            options: json(&table.options)?,
            state: json(&table.state)?,
            version: signed(table.version)?,
            hand_id: table.hand.as_ref().map(ToString::to_string),
            due_at: table.due_at.map(Timestamp::as_millisecond),
            listed: table.listed.into(),
            free_seats: table.free_seats.into(),
            created_at: table.created_at.as_millisecond(),
            closed_at: table.closed_at.map(Timestamp::as_millisecond),
        })
    }

    /// The table it holds.
    pub fn table(&self) -> Result<TableRecord, StoreError> {
        let row = Row { table: "tables", key: &self.id };
        Ok(TableRecord {
            id: row.text("id", &self.id)?,
            options: row.json("options", &self.options)?,
            state: row.json("state", &self.state)?,
            version: row.number("version", self.version)?,
            hand: self.hand_id.as_ref().map(|id| row.text("hand_id", id)).transpose()?,
            due_at: self.due_at.map(|at| row.time("due_at", at)).transpose()?,
            listed: self.listed != 0,
            free_seats: row.number("free_seats", self.free_seats)?,
            created_at: row.time("created_at", self.created_at)?,
            closed_at: self.closed_at.map(|at| row.time("closed_at", at)).transpose()?,
        })
    }
}

/// A row of `changes`.
#[derive(FromRow, Serialize)]
pub struct ChangeRow {
    table_id: String,
    version: i64,
    at: i64,
    hand_id: Option<String>,
    author: String,
    body: String,
}

impl ChangeRow {
    /// The row that holds a change.
    pub fn of(change: &Change) -> Result<Self, StoreError> {
        Ok(Self {
            table_id: change.table.to_string(),
            version: signed(change.version)?,
            at: change.at.as_millisecond(),
            hand_id: change.hand.as_ref().map(ToString::to_string),
            author: author(change.author),
            body: json(&change.body)?,
        })
    }

    /// The change it holds.
    pub fn change(&self) -> Result<Change, StoreError> {
        let key = format!("{}/{}", self.table_id, self.version);
        let row = Row { table: "changes", key: &key };
        Ok(Change {
            table: row.text("table_id", &self.table_id)?,
            version: row.number("version", self.version)?,
            at: row.time("at", self.at)?,
            hand: self.hand_id.as_ref().map(|id| row.text("hand_id", id)).transpose()?,
            author: row.author("author", &self.author)?,
            body: row.json("body", &self.body)?,
        })
    }
}

/// A row of `hands`.
#[derive(FromRow, Serialize)]
pub struct HandRow {
    id: String,
    table_id: String,
    number: i64,
    rules_version: i64,
    setup: String,
    players: String,
    shuffle: String,
    root: String,
    mix: String,
    started_at: i64,
    first_version: i64,
    last_version: Option<i64>,
}

impl HandRow {
    /// The row that holds a hand.
    pub fn of(hand: &HandRecord) -> Result<Self, StoreError> {
        Ok(Self {
            id: hand.id.to_string(),
            table_id: hand.table.to_string(),
            number: signed(hand.number)?,
            rules_version: hand.rules_version.into(),
            setup: json(&hand.setup)?,
            players: json(&hand.players)?,
            shuffle: json(&hand.shuffle)?,
            root: hand.root.clone(),
            mix: hand.mix.clone(),
            started_at: hand.started_at.as_millisecond(),
            first_version: signed(hand.first_version)?,
            last_version: hand.last_version.map(signed).transpose()?,
        })
    }

    /// The hand it holds.
    pub fn hand(self) -> Result<HandRecord, StoreError> {
        let row = Row { table: "hands", key: &self.id };
        Ok(HandRecord {
            id: row.text("id", &self.id)?,
            table: row.text("table_id", &self.table_id)?,
            number: row.number("number", self.number)?,
            rules_version: row.number("rules_version", self.rules_version)?,
            setup: row.json("setup", &self.setup)?,
            players: row.json("players", &self.players)?,
            shuffle: row.json("shuffle", &self.shuffle)?,
            root: self.root,
            mix: self.mix,
            started_at: row.time("started_at", self.started_at)?,
            first_version: row.number("first_version", self.first_version)?,
            last_version: self.last_version.map(|last| row.number("last_version", last)).transpose()?,
        })
    }
}

/// A row of `ledger`.
#[derive(FromRow, Serialize)]
pub struct LedgerRow {
    id: String,
    at: i64,
    debit: String,
    credit: String,
    amount: i64,
    reason: String,
    player_id: Option<String>,
    table_id: Option<String>,
    version: Option<i64>,
}

impl LedgerRow {
    /// The row that holds a movement.
    pub fn of(entry: &Entry) -> Result<Self, StoreError> {
        Ok(Self {
            id: entry.id.to_string(),
            at: entry.at.as_millisecond(),
            debit: entry.debit.to_string(),
            credit: entry.credit.to_string(),
            amount: signed(entry.amount)?,
            reason: word(&entry.reason)?,
            player_id: entry.player.as_ref().map(ToString::to_string),
            table_id: entry.table.as_ref().map(|(table, _)| table.to_string()),
            version: entry.table.map(|(_, version)| signed(version)).transpose()?,
        })
    }

    /// The movement it holds.
    pub fn entry(&self) -> Result<Entry, StoreError> {
        let row = Row { table: "ledger", key: &self.id };
        let table = self.table_id.as_ref().map(|id| row.text("table_id", id)).transpose()?;
        let version = self.version.map(|version| row.number("version", version)).transpose()?;
        Ok(Entry {
            id: row.text("id", &self.id)?,
            at: row.time("at", self.at)?,
            debit: row.text("debit", &self.debit)?,
            credit: row.text("credit", &self.credit)?,
            amount: row.number("amount", self.amount)?,
            reason: row.word("reason", &self.reason)?,
            player: self.player_id.as_ref().map(|id| row.text("player_id", id)).transpose()?,
            table: table.zip(version),
        })
    }
}

/// A row of `replies`.
#[derive(FromRow, Serialize)]
pub struct ReplyRow {
    player_id: String,
    key: String,
    request: String,
    table_id: String,
    version: i64,
    at: i64,
}

impl ReplyRow {
    /// The row that holds a reply.
    pub fn of(reply: &ReplyRecord) -> Result<Self, StoreError> {
        Ok(Self {
            player_id: reply.player.to_string(),
            key: reply.key.clone(),
            request: reply.request.clone(),
            table_id: reply.table.to_string(),
            version: signed(reply.version)?,
            at: reply.at.as_millisecond(),
        })
    }

    /// The reply it holds.
    pub fn reply(self) -> Result<ReplyRecord, StoreError> {
        let key = format!("{}/{}", self.player_id, self.key);
        let row = Row { table: "replies", key: &key };
        Ok(ReplyRecord {
            player: row.text("player_id", &self.player_id)?,
            table: row.text("table_id", &self.table_id)?,
            version: row.number("version", self.version)?,
            at: row.time("at", self.at)?,
            key: self.key,
            request: self.request,
        })
    }
}
