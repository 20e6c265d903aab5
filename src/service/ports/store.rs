//! The port for all data: one small trait for each subject, and one that is all of them.

use async_trait::async_trait;
use jiff::Timestamp;

use super::accounts::AccountStore;
use super::blocks::BlockStore;
use super::codes::CodeStore;
use super::commits::CommitStore;
use super::deletion::DeletionStore;
use super::error::StoreError;
use super::friends::FriendStore;
use super::history::HistoryStore;
use super::ledger::LedgerStore;
use super::players::PlayerStore;
use super::ratings::RatingStore;
use super::refills::RefillStore;
use super::sessions::SessionStore;
use super::shared::SharedStore;
use super::tables::TableStore;
use super::tournaments::TournamentStore;

/// The release of the data format. Each migration of the store increases it.
pub const DATA_RELEASE: u32 = 22;

/// All that the service needs of a database. What is not there is `None`; data that cannot be is [`StoreError::Impossible`].
#[async_trait]
pub trait Store:
    CommitStore
    + TableStore
    + TournamentStore
    + HistoryStore
    + LedgerStore
    + PlayerStore
    + AccountStore
    + SessionStore
    + CodeStore
    + DeletionStore
    + FriendStore
    + BlockStore
    + RefillStore
    + RatingStore
{
    /// Checks that the database answers and accepts writes: writes the time.
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError>;
    /// Deletes requests that were done before `requests`, and sign-ins and device codes that expired before `now`; returns how
    /// many rows.
    async fn forget(&self, requests: Timestamp, now: Timestamp) -> Result<u64, StoreError>;
    /// What several servers share, if the database can be used by several.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }
}
