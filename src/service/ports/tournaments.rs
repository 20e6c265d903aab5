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
    /// A page of tournaments. It looks at a bounded number of them, so that it may have fewer than the filter asks for, or none,
    /// although more follow.
    async fn tournaments(&self, filter: &TournamentFilter) -> Result<TournamentsFound, StoreError>;
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

/// How many tournaments are looked at for a page.
pub const MOST_LOOKED_AT: u32 = 1_000;

/// A page of tournaments.
#[derive(Clone, Default)]
pub struct TournamentsFound {
    /// The tournaments, in the order of the filter.
    pub tournaments: Vec<TournamentRecord>,
    /// The next page begins after this one; `None` on the last page.
    pub next: Option<TournamentId>,
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
    /// Only those of this game.
    pub game: Option<GameKind>,
    /// Only those whose entry costs nothing, or only those that cost something.
    pub free: Option<bool>,
    /// Only those that this player has announced, or plays in.
    pub mine: Option<PlayerId>,
    /// Only those that start at a set time and have not ended, the earliest first; else all, the newest first.
    pub by_start: bool,
    /// Only those behind this one.
    pub after: Option<TournamentId>,
    /// At most so many.
    pub limit: u32,
}
