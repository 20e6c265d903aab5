//! The port for ratings. A result is rated by [`CommitStore`](super::commits::CommitStore), with the change that ends the event.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::StoreError;
use crate::service::ratings::network_tag::{NetworkKey, NetworkTag};
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{
    RankedPlayer, RatingChange, RatingInGame, SeasonRating, StoredRatedEvent,
};
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;

/// How a leaderboard sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaderboardOrder {
    /// By the points of ratings.
    Ratings,
    /// By the points for results.
    Results,
}

/// A leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderboardKey {
    /// Its game.
    pub game: GameKind,
    /// Its season.
    pub season: Season,
    /// How it sorts.
    pub order: LeaderboardOrder,
}

/// The outcome of voiding a rated event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voided {
    /// It is void, now or since before.
    Done(StoredRatedEvent),
    /// There is no such event.
    NoSuchEvent,
    /// Too many events of its game have come after it; nothing happened.
    TooOld,
}

/// How many events after a voided one are computed again.
pub const MOST_RECOMPUTED: u32 = 5_000;

/// How many pairs of players they may have together: each pair is computed, in one transaction.
pub const MOST_PAIRS_RECOMPUTED: u64 = 100_000_000;

/// Reads and changes ratings.
#[async_trait]
pub trait RatingStore: Send + Sync + 'static {
    /// The key of the tags of networks; `new` becomes it if there is none.
    async fn network_key(&self, new: NetworkKey) -> Result<NetworkKey, StoreError>;
    /// Notes from which network a player takes part in an event that is to be rated.
    async fn note_rated_network(
        &self,
        source: RatedSource,
        player: PlayerId,
        tag: NetworkTag,
    ) -> Result<(), StoreError>;
    /// A page of a leaderboard after so many players. Nobody is on it who is hidden or deleted.
    async fn leaderboard(
        &self,
        key: LeaderboardKey,
        after: u32,
        limit: u32,
    ) -> Result<Vec<RankedPlayer>, StoreError>;
    /// A player's place on a leaderboard; `None` if they are not on it.
    async fn place_on(&self, key: LeaderboardKey, player: PlayerId) -> Result<Option<u32>, StoreError>;
    /// A player's rating in a game in a season; `None` if they have played no rated event in it.
    async fn season_rating(
        &self,
        player: PlayerId,
        game: GameKind,
        season: Season,
    ) -> Result<Option<SeasonRating>, StoreError>;
    /// A player's ratings, by game, each of the last season in which they have played.
    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<RatingInGame>, StoreError>;
    /// The rated events of a player in a game, newest first, before the event of this number, at most `limit`.
    async fn rating_changes(
        &self,
        player: PlayerId,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<(StoredRatedEvent, RatingChange)>, StoreError>;
    /// The rated events of a game, newest first, before the event of this number, at most `limit`.
    async fn rated_events(
        &self,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredRatedEvent>, StoreError>;
    /// Whether a player is hidden from leaderboards.
    async fn is_hidden(&self, player: PlayerId) -> Result<bool, StoreError>;
    /// Hides a player, or shows them again.
    async fn hide(&self, player: PlayerId, hidden: bool) -> Result<(), StoreError>;
    /// Voids a rated event, and computes all later ones of its game again, in one transaction.
    async fn void_rated_event(&self, id: RatedEventId, now: Timestamp) -> Result<Voided, StoreError>;
}
