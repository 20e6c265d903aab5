//! The port that deletes players.

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::people::deletion::Deletion;
use cardroom_api::id::PlayerId;

/// Deletes players.
#[async_trait]
pub trait DeletionStore: Send + Sync + 'static {
    /// Deletes all data of a player but their identifier, in one transaction.
    async fn delete_player(&self, deletion: &Deletion) -> Result<Deleted, StoreError>;
}

/// The outcome of deleting a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deleted {
    /// Done.
    Done {
        /// Their friends, and the players with open requests from or to them.
        known_to: Vec<PlayerId>,
    },
    /// The player sits at a table, waits for a seat or is entered in a tournament; nothing happened.
    Seated,
    /// The account has another password by now, or an account was named meanwhile; nothing happened.
    OtherPassword,
    /// There is no such player any more.
    NoSuchPlayer,
}
