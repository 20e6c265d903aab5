//! The port for writing changes.

use std::sync::Arc;

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::table::stored::commit::Commit;
use crate::service::tournaments::stored::CommitGroup;

/// Writes changes.
#[async_trait]
pub trait CommitStore: Send + Sync + 'static {
    /// Writes changes, each whole or not at all, all of them durable when this returns; the outcomes in the same order. A batch
    /// has at most one commit of each table. After an error the outcome of all of them is unknown.
    async fn commit(&self, batch: Arc<[Box<Commit>]>) -> Result<Vec<Committed>, StoreError>;
    /// Writes a change of a tournament and the changes of its tables in one transaction: all of it, or nothing. It is durable
    /// when this returns. After an error the outcome is unknown.
    async fn commit_group(&self, group: Arc<CommitGroup>) -> Result<Committed, StoreError>;
}

/// The outcome of a [`Commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is on disk.
    Done,
    /// The table has another version by now, or exists already; nothing happened.
    Fenced,
    /// The player has used the key before; nothing happened.
    KeyUsed,
    /// A wallet holds too little, or would hold more than [`MOST_CHIPS`]; nothing happened.
    ///
    /// [`MOST_CHIPS`]: cardroom_rules::games::game::MOST_CHIPS
    Short,
    /// The player who sits down, or opens the table, has been deleted; nothing happened.
    NoSuchPlayer,
    /// The limit of computer players at all tables is reached; nothing happened.
    TooManyBots {
        /// How many may.
        most: u64,
    },
    /// The limit of computer players at the tables of this host is reached; nothing happened.
    TooManyBotsOfHost {
        /// How many may.
        most: u64,
    },
    /// The player's limit of chairs is reached; nothing happened.
    TooManySeats {
        /// How many one may have.
        most: u64,
    },
    /// The host's limit of open tables is reached; nothing happened.
    TooManyTables {
        /// How many one may have.
        most: u64,
    },
}
