//! The port that changes are written through.

use std::sync::Arc;

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::table::commit::Commit;

/// Writes changes.
#[async_trait]
pub trait CommitStore: Send + Sync + 'static {
    /// Writes changes, each whole or not at all, all of them durable when this returns; the answers in the same
    /// order. At most one commit a table in a batch, each in the box in which it came: they are long. An error leaves the outcome of all
    /// of them unknown.
    async fn commit(&self, batch: Arc<[Box<Commit>]>) -> Result<Vec<Committed>, StoreError>;
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
    /// [`MOST_CHIPS`]: cardroom_rules::games::game::MOST_CHIPS
    Short,
    /// Who sits down, or opens the table, has been deleted; nothing happened.
    NoSuchPlayer,
    /// As many computer players sit at all tables as may; nothing happened.
    TooManyBots {
        /// How many may.
        most: u64,
    },
    /// As many computer players sit at the tables of this host as may; nothing happened.
    TooManyBotsOfHost {
        /// How many may.
        most: u64,
    },
    /// The player has as many chairs as one may; nothing happened.
    TooManySeats {
        /// How many one may have.
        most: u64,
    },
    /// The host has as many open tables as one may; nothing happened.
    TooManyTables {
        /// How many one may have.
        most: u64,
    },
}
