//! The store on SQLite: one connection that writes, a few that read, one process for the folder.

use std::fs::File;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::SqlitePool;

use crate::service::change::{Change, Version};
use crate::service::id::{EntryId, HandId, PlayerId, SessionId, TableId};
use crate::service::ledger::{Audit, Entry};
use crate::service::player::Player;
use crate::service::session::{Session, TokenHash};
use crate::service::store::{
    Commit, Committed, HandRecord, LobbyFilter, Named, ReplyRecord, Store, StoreError, TableRecord,
};

mod accounts;
mod audit;
mod commit;
mod judge;
pub mod open;
mod players;
mod sessions;
mod tables;

/// The store on SQLite. [`Sqlite::open`] opens it.
#[derive(Debug)]
pub struct Sqlite {
    /// One connection, so that writes queue here and not on the file's lock.
    write: SqlitePool,
    /// The connections that read; in memory, the one that writes.
    read: SqlitePool,
    /// Locked while this process owns the file; `None` in memory.
    lock: Option<File>,
}

#[async_trait]
impl Store for Sqlite {
    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&self.read).await?;
        Ok(())
    }

    async fn create_player(
        &self,
        player: &Player,
        grant: &[Entry],
        session: &Session,
    ) -> Result<(), StoreError> {
        players::create(&self.write, player, grant, session).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        players::read(&self.read, id).await
    }

    async fn rename(&self, id: PlayerId, name: &str) -> Result<bool, StoreError> {
        players::rename(&self.write, id, name).await
    }

    async fn name_account(
        &self,
        id: PlayerId,
        login: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        accounts::name_account(&self.write, id, login, password_hash, at).await
    }

    async fn account(&self, login: &str) -> Result<Option<(PlayerId, String)>, StoreError> {
        accounts::account(&self.read, login).await
    }

    async fn change_password(
        &self,
        was: &str,
        password_hash: &str,
        session: &Session,
    ) -> Result<bool, StoreError> {
        accounts::change_password(&self.write, was, password_hash, session).await
    }

    async fn sign_in(&self, password_hash: &str, session: &Session) -> Result<bool, StoreError> {
        accounts::sign_in(&self.write, password_hash, session).await
    }

    async fn session_by_access(&self, access: TokenHash) -> Result<Option<Session>, StoreError> {
        sessions::by_access(&self.read, access).await
    }

    async fn session_by_refresh(&self, refresh: TokenHash) -> Result<Option<Session>, StoreError> {
        sessions::by_refresh(&self.read, refresh).await
    }

    async fn rotate(&self, was: TokenHash, session: &Session) -> Result<bool, StoreError> {
        sessions::rotate(&self.write, was, session).await
    }

    async fn revoke(&self, id: SessionId) -> Result<bool, StoreError> {
        sessions::revoke(&self.write, id).await
    }

    async fn revoke_all(&self, player: PlayerId) -> Result<u64, StoreError> {
        sessions::revoke_all(&self.write, player).await
    }

    async fn commit(&self, batch: &[Commit]) -> Result<Vec<Committed>, StoreError> {
        commit::commit(&self.write, batch).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        tables::read(&self.read, id).await
    }

    async fn due_tables(&self) -> Result<Vec<(TableId, Timestamp)>, StoreError> {
        tables::due(&self.read).await
    }

    async fn hosted_tables(&self, host: PlayerId) -> Result<u64, StoreError> {
        tables::hosted(&self.read, host).await
    }

    async fn seated(
        &self,
        player: PlayerId,
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableRecord>, StoreError> {
        tables::seated(&self.read, player, after, limit).await
    }

    async fn lobby(&self, filter: &LobbyFilter) -> Result<Vec<TableRecord>, StoreError> {
        tables::lobby(&self.read, filter).await
    }

    async fn changes(&self, table: TableId, after: Version, limit: u32) -> Result<Vec<Change>, StoreError> {
        tables::changes(&self.read, table, after, limit).await
    }

    async fn hand(&self, id: HandId) -> Result<Option<HandRecord>, StoreError> {
        tables::hand(&self.read, id).await
    }

    async fn hands(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<HandRecord>, StoreError> {
        tables::hands(&self.read, table, before, limit).await
    }

    async fn reply(&self, player: PlayerId, key: &str) -> Result<Option<ReplyRecord>, StoreError> {
        players::reply(&self.read, player, key).await
    }

    async fn ledger(
        &self,
        player: PlayerId,
        after: Option<EntryId>,
        limit: u32,
    ) -> Result<Vec<Entry>, StoreError> {
        players::ledger(&self.read, player, after, limit).await
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        audit::audit(&self.read).await
    }

    async fn forget(&self, replies: Timestamp, sessions: Timestamp) -> Result<u64, StoreError> {
        sessions::forget(&self.write, replies, sessions).await
    }
}
