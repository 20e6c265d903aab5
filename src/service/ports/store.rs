//! The port that keeps everything: one small trait for each subject, and one that is all of them.

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
use super::refills::RefillStore;
use super::sessions::SessionStore;
use super::tables::TableStore;

/// The release of the form in which data is kept: each migration of the store begins another.
pub const DATA_RELEASE: u32 = 19;

/// What the service asks of a database. What is not there is `None`; data that cannot be is
/// [`StoreError::Impossible`].
#[async_trait]
pub trait Store:
    CommitStore
    + TableStore
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
{
    /// Whether it answers and takes what is written, for readiness: writes the time.
    async fn ping(&self, now: Timestamp) -> Result<(), StoreError>;
    /// Forgets requests that were done before `requests`, and sign-ins and device codes that ended before `now`; how many
    /// rows.
    async fn forget(&self, requests: Timestamp, now: Timestamp) -> Result<u64, StoreError>;
}
