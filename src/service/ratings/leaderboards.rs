//! Reading ratings and leaderboards, hiding from them, and voiding events.

use std::sync::Arc;

use jiff::Timestamp;

use super::rated_result::RatedSource;
use super::stored::{RatingChange, RatingInGame, SeasonRating, StoredRatedEvent, StoredRating};
use crate::service::ports::clock::Clock;
use crate::service::ports::error::StoreError;
use crate::service::ports::ratings::{LeaderboardKey, LeaderboardOrder, MOST_RECOMPUTED, Voided};
use crate::service::ports::store::Store;
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::leaderboard::{Leaderboard, LeaderboardRow, OwnPlace};
use cardroom_api::rating::player_rating::{MyRatings, PlayerRating};
use cardroom_api::rating::rated_event::{RatedEventView, RatedEvents, RatingChangeView, RatingHistory};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;

/// The ratings of all players.
#[derive(Clone)]
pub struct Leaderboards {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

/// Why a rated event was not voided.
#[derive(Debug, thiserror::Error)]
pub enum VoidEventError {
    /// There is no such event.
    #[error("there is no such rated event")]
    NoSuchEvent,
    /// Too many events have come after it.
    #[error(
        "more than {MOST_RECOMPUTED} rated events of its game have come after it, or with too many players together"
    )]
    TooOld,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Leaderboards {
    /// The ratings in this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// A page of a leaderboard after so many players, of this season or the current one, with the caller's own place.
    pub async fn leaderboard(
        &self,
        (game, season): (GameKind, Option<Season>),
        order: LeaderboardOrder,
        caller: Option<PlayerId>,
        (after, limit): (u32, u32),
    ) -> Result<Leaderboard, StoreError> {
        let season = season.unwrap_or_else(|| Season::of(self.clock.now()));
        let key = LeaderboardKey { game, season, order };
        // One row more shows whether there is a next page.
        let mut rows = self.store.leaderboard(key, after, limit + 1).await?;
        let next = (rows.len() > limit as usize).then(|| after.saturating_add(limit));
        rows.truncate(limit as usize);
        let players = rows.into_iter().map(|row| LeaderboardRow {
            place: row.place,
            player: row.player,
            name: row.name,
            avatar: row.avatar,
            rating: rating_of_season(game, &row.rating),
        });
        let players = players.collect();
        let you = match caller {
            Some(caller) => self.own_place(key, caller).await?,
            None => None,
        };
        Ok(Leaderboard { game, season, players, next, you })
    }

    async fn own_place(&self, key: LeaderboardKey, player: PlayerId) -> Result<Option<OwnPlace>, StoreError> {
        let Some(rating) = self.store.season_rating(player, key.game, key.season).await? else {
            return Ok(None);
        };
        let place = self.store.place_on(key, player).await?;
        Ok(Some(OwnPlace { place, rating: rating_of_season(key.game, &rating) }))
    }

    /// A player's ratings as they are now, for the player.
    pub async fn my_ratings(&self, player: PlayerId) -> Result<MyRatings, StoreError> {
        Ok(MyRatings { hidden: self.store.is_hidden(player).await?, ratings: self.ratings(player).await? })
    }

    /// A player's ratings as they are now, for others; none if the player is hidden.
    pub async fn ratings_for_others(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StoreError> {
        if self.store.is_hidden(player).await? { Ok(Vec::new()) } else { self.ratings(player).await }
    }

    /// Hides a player from leaderboards, or shows them again.
    pub async fn hide(&self, player: PlayerId, hidden: bool) -> Result<MyRatings, StoreError> {
        self.store.hide(player, hidden).await?;
        self.my_ratings(player).await
    }

    /// The rated events of a player in a game, newest first, before the event of this number.
    pub async fn history(
        &self,
        player: PlayerId,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<RatingHistory, StoreError> {
        let rows = self.store.rating_changes(player, game, before, limit).await?;
        let next = rows.last().filter(|_| rows.len() == limit as usize).map(|(event, _)| event.number);
        Ok(RatingHistory { changes: rows.iter().map(change_view).collect(), next })
    }

    /// The rated events of a game, newest first, before the event of this number.
    pub async fn events(
        &self,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<RatedEvents, StoreError> {
        let rows = self.store.rated_events(game, before, limit).await?;
        let next = rows.last().filter(|_| rows.len() == limit as usize).map(|event| event.number);
        Ok(RatedEvents { events: rows.iter().map(event_view).collect(), next })
    }

    /// Voids a rated event: all later ones of its game are computed again.
    pub async fn void_event(&self, id: RatedEventId) -> Result<RatedEventView, VoidEventError> {
        match self.store.void_rated_event(id, self.clock.now()).await? {
            Voided::Done(event) => Ok(event_view(&event)),
            Voided::NoSuchEvent => Err(VoidEventError::NoSuchEvent),
            Voided::TooOld => Err(VoidEventError::TooOld),
        }
    }

    async fn ratings(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StoreError> {
        let now = self.clock.now();
        let ratings = self.store.ratings_of(player).await?;
        Ok(ratings.iter().map(|rating| rating_now(rating, now)).collect())
    }
}

/// A rating at this moment. What the last season has left of it is computed here, and stored with the next event.
fn rating_now(RatingInGame { game, last }: &RatingInGame, now: Timestamp) -> PlayerRating {
    let stored = StoredRating::as_of(Some(last.stored), now);
    let is_of_season = stored.season == last.stored.season;
    let result_points = if is_of_season { last.result_points } else { 0 };
    rating_of_season(*game, &SeasonRating { stored, result_points })
}

/// A rating of a season. Within a season nobody pauses long enough for the deviation to grow.
fn rating_of_season(game: GameKind, season: &SeasonRating) -> PlayerRating {
    let StoredRating { season: of, rating, events, .. } = season.stored;
    PlayerRating {
        game,
        season: of,
        points: rating.points(),
        mu: rating.mu,
        sigma: rating.sigma,
        events,
        provisional: rating.is_provisional(events),
        result_points: season.result_points,
    }
}

fn event_view(event: &StoredRatedEvent) -> RatedEventView {
    let (tournament, table) = match event.source {
        RatedSource::Tournament(id) => (Some(id), None),
        RatedSource::Table(id) => (None, Some(id)),
    };
    RatedEventView {
        id: event.id,
        game: event.game,
        number: event.number,
        season: event.season(),
        at: event.at,
        tournament,
        table,
        voided_at: event.voided_at,
        players: event.players,
    }
}

fn change_view((event, change): &(StoredRatedEvent, RatingChange)) -> RatingChangeView {
    let &RatingChange { place, is_rated, before, after, result_points, .. } = change;
    RatingChangeView { event: event_view(event), place, rated: is_rated, before, after, result_points }
}
