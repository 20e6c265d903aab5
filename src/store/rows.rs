//! Rows of the database, and their conversion from and to domain types.
//!
//! A row is read by the names of its columns.

use jiff::Timestamp;
use sqlx::FromRow;

use super::column::Row;
use crate::service::people::device::Device;
use crate::service::people::player::Player;
use crate::service::people::session::{Replaced, Session, TokenHash};
use crate::service::ports::error::StoreError;
use crate::service::table::stored::change::Change;
use crate::service::table::stored::commit::DoneRequest;
use crate::service::table::stored::decision::SharedDecisions;
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::record::{HandRecord, ListedTable, TableRecord};
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::player::name::DELETED;

/// A row of `players`, with the login of its account.
#[derive(FromRow)]
pub struct PlayerRow {
    id: String,
    name: String,
    avatar: Option<String>,
    login: Option<String>,
    created_at: i64,
    chips: i64,
    refilled_at: Option<i64>,
}

/// A player's picture; the default one if they chose none that this release knows.
pub fn picture(player: PlayerId, chosen: Option<&str>) -> Avatar {
    chosen.and_then(|name| name.parse().ok()).unwrap_or_else(|| Avatar::of(player.0))
}

impl PlayerRow {
    /// The player it holds.
    pub fn player(self) -> Result<Player, StoreError> {
        let row = Row { table: "players", key: &self.id };
        let id = row.text("id", &self.id)?;
        Ok(Player {
            id,
            avatar: picture(id, self.avatar.as_deref()),
            refilled_at: self.refilled_at.map(|at| row.time("refilled_at", at)).transpose()?,
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
    family: Option<Vec<u8>>,
    created_at: i64,
    device: Option<String>,
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
            family: self.family.map(|family| row.bytes("family", family).map(TokenHash)).transpose()?,
            created_at: row.time("created_at", self.created_at)?,
            device: self.device.and_then(|device| Device::of(device.as_bytes())),
        })
    }
}

/// Ten minutes, in milliseconds. A table's due bucket is this coarse, so that few moves change it.
const DUE_BUCKET: i64 = 600_000;

/// The due bucket of a moment: its ten minutes.
pub fn due_bucket(at: Timestamp) -> i64 {
    at.as_millisecond().div_euclid(DUE_BUCKET)
}

/// A table's next deadline, and its due bucket. A closed table has none.
pub fn due(table: &TableRecord) -> (Option<i64>, Option<i64>) {
    let due_at = table.due_at.filter(|_| table.closed_at.is_none());
    (due_at.map(Timestamp::as_millisecond), due_at.map(due_bucket))
}

/// The name of a table's host.
fn host_name(name: Option<&String>) -> String {
    name.map_or(DELETED, String::as_str).to_owned()
}

/// A row of `tables` and its tip, with the decisions that the table's last change left open.
#[derive(FromRow)]
pub struct TableRow {
    id: String,
    host_name: Option<String>,
    options: String,
    state: String,
    version: i64,
    hand_id: Option<String>,
    due_at: Option<i64>,
    listed: bool,
    free_seats: i64,
    created_at: i64,
    closed_at: Option<i64>,
    decisions: Option<String>,
}

impl TableRow {
    /// The table it holds.
    pub fn table(&self) -> Result<TableRecord, StoreError> {
        let row = Row { table: "tables", key: &self.id };
        let head = Row { table: "heads", key: &self.id };
        let decisions: SharedDecisions = match &self.decisions {
            Some(decisions) => row.json("decisions", decisions)?,
            None => return Err(row.missing("changes.body")),
        };
        Ok(TableRecord {
            id: row.text("id", &self.id)?,
            host_name: host_name(self.host_name.as_ref()),
            options: row.json("options", &self.options)?,
            state: row.json("state", &self.state)?,
            decisions,
            version: head.number("version", self.version)?,
            hand: self.hand_id.as_ref().map(|id| row.text("hand_id", id)).transpose()?,
            due_at: self.due_at.map(|at| head.time("due_at", at)).transpose()?,
            listed: self.listed,
            free_seats: row.number("free_seats", self.free_seats)?,
            created_at: row.time("created_at", self.created_at)?,
            closed_at: self.closed_at.map(|at| row.time("closed_at", at)).transpose()?,
        })
    }

    /// Its key, to go on from.
    pub fn key(&self) -> &str {
        &self.id
    }
}

/// The columns of `tables` that the lobby shows.
#[derive(FromRow)]
pub struct ListedTableRow {
    id: String,
    host_name: Option<String>,
    options: String,
    hand_id: Option<String>,
    free_seats: i64,
    seated: Option<String>,
    created_at: i64,
}

impl ListedTableRow {
    /// The table it holds.
    pub fn table(&self) -> Result<ListedTable, StoreError> {
        let row = Row { table: "tables", key: &self.id };
        Ok(ListedTable {
            id: row.text("id", &self.id)?,
            host_name: host_name(self.host_name.as_ref()),
            options: row.json("options", &self.options)?,
            in_hand: self.hand_id.is_some(),
            free_seats: row.number("free_seats", self.free_seats)?,
            seated: row.json("state", self.seated.as_deref().unwrap_or_default())?,
            created_at: row.time("created_at", self.created_at)?,
        })
    }

    /// Its key, to go on from.
    pub fn key(&self) -> &str {
        &self.id
    }
}

/// A row of `changes`, with the identifiers of its table and its hand.
#[derive(FromRow)]
pub struct ChangeRow {
    table_id: String,
    version: i64,
    at: i64,
    hand_id: Option<String>,
    author: Vec<u8>,
    body: String,
}

impl ChangeRow {
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

/// A row of `hands`, with the last version of the row of `ended_hands` that belongs to it.
#[derive(FromRow)]
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
    /// The hand's key, to go on from.
    pub fn key(&self) -> &str {
        &self.id
    }

    /// The hand's number at its table, from which the next page goes on.
    pub fn number(&self) -> i64 {
        self.number
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
            last_version: self
                .last_version
                .map(|last| row.number("ended_hands.last_version", last))
                .transpose()?,
        })
    }
}

/// A row of `ledger`.
#[derive(FromRow)]
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct LedgerRow {
    pub id: String,
    pub at: i64,
    pub debit: String,
    pub credit: String,
    pub amount: i64,
    pub reason: String,
    pub player_id: Option<String>,
    pub table_id: Option<String>,
    pub version: Option<i64>,
}

impl LedgerRow {
    /// The movement it holds.
    pub fn movement(&self) -> Result<ChipMovement, StoreError> {
        let row = Row { table: "ledger", key: &self.id };
        let table = self.table_id.as_ref().map(|id| row.text("table_id", id)).transpose()?;
        let version = self.version.map(|version| row.number("version", version)).transpose()?;
        Ok(ChipMovement {
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

/// A row of `done_requests`, with the table of its tip.
#[derive(FromRow)]
pub struct DoneRequestRow {
    digest: Vec<u8>,
    table_id: String,
    version: i64,
    at: i64,
}

impl DoneRequestRow {
    /// The request of the row, of this player and under this key.
    pub fn request(self, player: PlayerId, key: &str) -> Result<DoneRequest, StoreError> {
        let name = format!("{player}/{key}");
        let row = Row { table: "done_requests", key: &name };
        Ok(DoneRequest {
            player,
            key: key.to_owned(),
            digest: row.bytes("digest", self.digest)?,
            table: row.text("table_id", &self.table_id)?,
            version: row.number("version", self.version)?,
            at: row.time("at", self.at)?,
        })
    }
}
