//! The port for tournaments and their logs. They are written by [`CommitStore`](super::commits::CommitStore), with their tables.

use async_trait::async_trait;

use super::error::StoreError;
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// Reads tournaments and their logs.
#[async_trait]
pub trait TournamentStore: Send + Sync + 'static {
    /// A tournament.
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError>;
    /// Tournaments, newest first, older than `after`, at most `limit`; only those that have not ended if `open`.
    async fn tournaments(
        &self,
        open: bool,
        after: Option<TournamentId>,
        limit: u32,
    ) -> Result<Vec<TournamentRecord>, StoreError>;
    /// A tournament's changes after a version, in order, at most `limit`.
    async fn tournament_changes(
        &self,
        id: TournamentId,
        after: Version,
        limit: u32,
    ) -> Result<Vec<TournamentChange>, StoreError>;
    /// The request of a player under this key, if it was done in a tournament.
    async fn done_tournament_request(
        &self,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<DoneTournamentRequest>, StoreError>;
    /// The tournaments that have not ended and in which a player is registered, newest first.
    async fn registered(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError>;
}
