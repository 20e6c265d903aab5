//! The port for tournaments and their logs. They are written by [`CommitStore`](super::commits::CommitStore), with their tables.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::tournaments::stored::{
    DoneTournamentRequest, StoredPhase, TournamentChange, TournamentRecord,
};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::player::statistics::TournamentFigures;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;

/// Reads tournaments and their logs.
#[async_trait]
pub trait TournamentStore: Send + Sync + 'static {
    /// A tournament.
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError>;
    /// Tournaments, newest first.
    async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<TournamentRecord>, StoreError>;
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
    /// Notes that the time of these tournaments has gone on until this moment, unless they have ended.
    async fn save_clocks(&self, tournaments: &[TournamentId], at: Timestamp) -> Result<(), StoreError>;
    /// The tournaments that have not ended and in which a player is registered, newest first.
    async fn registered(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError>;
    /// What the finished tournaments of a player have come to, by game.
    async fn tournament_figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
    ) -> Result<Vec<TournamentFigures>, StoreError>;
}

/// Which tournaments to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentFilter {
    /// Only those that are public.
    pub public: bool,
    /// Only those that have not ended.
    pub open: bool,
    /// Only those that are so far.
    pub phase: Option<StoredPhase>,
    /// Only those that this player has announced.
    pub host: Option<PlayerId>,
    /// Only those with this text in their name. Case does not matter in Latin letters.
    pub name: Option<String>,
    /// Only older ones.
    pub after: Option<TournamentId>,
    /// At most so many.
    pub limit: u32,
}
