//! The port that keeps everything: what the service asks of a database.

use async_trait::async_trait;
use jiff::Timestamp;

use super::change::{Change, Version};
use super::dealer::Shuffle;
use super::id::{EntryId, HandId, PlayerId, SessionId, TableId};
use super::ledger::{Audit, Entry};
use super::player::Player;
use super::session::{Session, TokenHash};
use super::table_options::TableOptions;
use super::table_state::TableState;
use crate::games::any::{AnySetup, GameKind};
use crate::games::game::{Chips, Seat};

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRecord {
    /// Which.
    pub id: TableId,
    /// What it was opened with.
    pub options: TableOptions,
    /// Its chairs, and what outlives hands.
    pub state: TableState,
    /// The count of its changes.
    pub version: Version,
    /// The hand that is being played.
    pub hand: Option<HandId>,
    /// When the clock has to look at it next.
    pub due_at: Option<Timestamp>,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// How many chairs are free.
    pub free_seats: u8,
    /// Since when.
    pub created_at: Timestamp,
    /// Since when it is closed.
    pub closed_at: Option<Timestamp>,
}

/// A hand as it is kept; its events are the table's changes from `first_version` to `last_version`.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRecord {
    /// Which.
    pub id: HandId,
    /// Where.
    pub table: TableId,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// Which release of the rules it was dealt under.
    pub rules_version: u32,
    /// Who plays, on what terms.
    pub setup: AnySetup,
    /// Who sat where; viewers resolve through it for ever.
    pub players: Vec<HandPlayer>,
    /// Its chance. Never sent.
    pub shuffle: Shuffle,
    /// The Merkle root that was published at its start.
    pub root: String,
    /// The players' share in the chance; empty so far.
    pub mix: String,
    /// When it was dealt.
    pub started_at: Timestamp,
    /// The change that dealt it.
    pub first_version: Version,
    /// The change that ended it.
    pub last_version: Option<Version>,
}

/// A player of a hand.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandPlayer {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub player: PlayerId,
    /// Their name at the time.
    pub name: String,
}

/// That a player's request with an idempotency key has been done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyRecord {
    /// Who asked.
    pub player: PlayerId,
    /// Their key, as sent.
    pub key: String,
    /// The digest of what they asked for; another request under the same key is refused.
    pub request: String,
    /// Which change did it.
    pub table: TableId,
    /// Which change did it.
    pub version: Version,
    /// When.
    pub at: Timestamp,
}

/// One change and all that goes with it: it happens whole, or not at all.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The version that the table must still have; `None` opens it.
    pub was: Option<Version>,
    /// The table after the change.
    pub table: TableRecord,
    /// The change.
    pub change: Change,
    /// The hand that it deals.
    pub hand_started: Option<HandRecord>,
    /// The hand that it ends.
    pub hand_ended: Option<HandId>,
    /// The chips that it moves. Wallets move with it.
    pub entries: Vec<Entry>,
    /// The key under which it was asked for.
    pub reply: Option<ReplyRecord>,
}

/// What became of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is on disk.
    Done,
    /// The table has another version by now, or exists already; nothing happened.
    Fenced,
    /// The player has used the key before; nothing happened.
    KeyUsed,
    /// A wallet holds less than was asked of it, or would hold more than [`MOST_CHIPS`]; nothing happened.
    ///
    /// [`MOST_CHIPS`]: crate::games::game::MOST_CHIPS
    Short,
}

/// What became of naming an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Done.
    Done,
    /// Somebody else signs in with that.
    LoginTaken,
    /// The player has an account.
    AlreadyNamed,
}

/// Which tables the lobby is asked for, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyFilter {
    /// Of this game.
    pub game: Option<GameKind>,
    /// With at least this stake (Hold'em: the big blind; Dou Dizhu: what a point is worth; Shengji: what a level costs).
    pub min_stake: Option<Chips>,
    /// With at most this stake.
    pub max_stake: Option<Chips>,
    /// With at least so many free chairs.
    pub free_seats: Option<u8>,
    /// Older than this one.
    pub after: Option<TableId>,
    /// At most so many.
    pub limit: u32,
}

/// What the service asks of a database.
///
/// What is not there is `None`; data that cannot be is [`StoreError::Impossible`].
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Whether it answers, for readiness.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Keeps a new player with the first chips and the first sign-in, in one piece.
    async fn create_player(
        &self,
        player: &Player,
        grant: &[Entry],
        session: &Session,
    ) -> Result<(), StoreError>;
    /// A player.
    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError>;
    /// Gives a player another name; false where there is no such player.
    async fn rename(&self, id: PlayerId, name: &str) -> Result<bool, StoreError>;
    /// Gives a guest an account to sign in to.
    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError>;
    /// Who signs in with this (in lower case), and the hash of their password.
    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError>;
    /// Gives an account another password, ends all its sign-ins and keeps this new one, in one piece; false, and
    /// nothing happens, where there is no account or its hash is not `was` any more.
    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError>;

    /// Keeps a new sign-in; false, and nothing happens, where the account's hash is not `password_hash` any more.
    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError>;
    /// The sign-in that this access token opens; expired ones too.
    async fn session_by_access(&self, access: TokenHash) -> Result<Option<Session>, StoreError>;
    /// The sign-in whose refresh token this is, or was before the last rotation.
    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError>;
    /// Replaces a sign-in's tokens; false, and nothing happens, where its refresh token is not `was` any more.
    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError>;
    /// Ends a sign-in; false where there is none.
    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError>;
    /// Ends all sign-ins of a player; how many.
    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError>;

    /// Writes changes, each whole or not at all, all of them durable when this returns; the answers in the same
    /// order. At most one change a table in a batch. An error leaves the outcome of all of them unknown.
    async fn commit(&self, batch: &[Commit]) -> Result<Vec<Committed>, StoreError>;
    /// A table.
    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError>;
    /// The open tables that the clock has to look at, and when.
    async fn due_tables(&self) -> Result<Vec<(TableId, Timestamp)>, StoreError>;
    /// How many open tables a player has opened.
    async fn hosted_tables(&self, host: PlayerId) -> Result<u64, StoreError>;
    /// The tables where a player sits, newest first, older than `after`, at most `limit`.
    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError>;
    /// Listed open tables, newest first.
    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<TableRecord>, StoreError>;
    /// A table's changes after a version, in order, at most `limit`.
    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError>;
    /// A hand.
    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError>;
    /// A table's hands, newest first, older than number `before`, at most `limit`.
    async fn hands(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<HandRecord>, StoreError>;
    /// What was done under a player's key.
    async fn reply(&self, player: PlayerId, key: &str) -> Result<Option<ReplyRecord>, StoreError>;

    /// A player's ledger, newest first, older than `after`, at most `limit`.
    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<EntryId>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError>;
    /// The whole house in figures, all read in one moment.
    async fn audit(&self) -> Result<Audit, StoreError>;
    /// Forgets replies older than `replies` and sign-ins that ended before `sessions`; how many rows.
    async fn forget(&self, replies: Timestamp, sessions: Timestamp) -> Result<u64, StoreError>;
}

/// The database failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It did not answer, or refused.
    #[error("the database failed")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It holds what it cannot hold.
    #[error("impossible data in {table}.{column} of row {row}")]
    Impossible {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's key.
        row: String,
        /// What is wrong with it; tells nothing of what is hidden.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
