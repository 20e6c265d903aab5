//! Rows of ratings and of their log, on both databases.

use sqlx::FromRow;

use super::column::Row;
use super::rows::picture;
use crate::service::ports::error::StoreError;
use crate::service::ratings::network_tag::NetworkTag;
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{
    RankedPlayer, RatingChange, RatingInGame, SeasonRating, StoredRatedEvent, StoredRating,
};
use cardroom_api::id::PlayerId;
use cardroom_api::rating::season::Season;
use cardroom_rules::tournament::rating::Rating;

/// A row of `rated_events`.
#[derive(FromRow)]
pub struct RatedEventRow {
    id: String,
    game: String,
    number: i64,
    at: i64,
    tournament_id: Option<String>,
    table_id: Option<String>,
    kind: String,
    players: i64,
    voided_at: Option<i64>,
}

impl RatedEventRow {
    /// The event it holds.
    pub fn event(&self) -> Result<StoredRatedEvent, StoreError> {
        let row = Row { table: "rated_events", key: &self.id };
        let source = match (&self.tournament_id, &self.table_id) {
            (Some(tournament), None) => RatedSource::Tournament(row.text("tournament_id", tournament)?),
            (None, Some(table)) => RatedSource::Table(row.text("table_id", table)?),
            _ => return Err(row.missing("table_id")),
        };
        Ok(StoredRatedEvent {
            id: row.text("id", &self.id)?,
            game: row.word("game", &self.game)?,
            number: row.number("number", self.number)?,
            at: row.time("at", self.at)?,
            source,
            kind: row.word("kind", &self.kind)?,
            players: row.number("players", self.players)?,
            voided_at: self.voided_at.map(|at| row.time("voided_at", at)).transpose()?,
        })
    }
}

/// A row of `rating_changes`, without its event.
#[derive(FromRow)]
pub struct RatingChangeRow {
    player_id: String,
    side: i64,
    place: i64,
    is_rated: bool,
    mu_before: f64,
    sigma_before: f64,
    mu_after: f64,
    sigma_after: f64,
    events: i64,
    result_points: i64,
}

impl RatingChangeRow {
    /// The change it holds.
    pub fn change(&self) -> Result<RatingChange, StoreError> {
        let row = Row { table: "rating_changes", key: &self.player_id };
        Ok(RatingChange {
            player: row.text("player_id", &self.player_id)?,
            side: row.number("side", self.side)?,
            place: row.number("place", self.place)?,
            is_rated: self.is_rated,
            before: Rating { mu: self.mu_before, sigma: self.sigma_before },
            after: Rating { mu: self.mu_after, sigma: self.sigma_after },
            events: row.number("events", self.events)?,
            result_points: row.number("result_points", self.result_points)?,
        })
    }
}

/// What an event has changed for a player, with the event.
#[derive(FromRow)]
pub struct RatingHistoryRow {
    #[sqlx(flatten)]
    event: RatedEventRow,
    #[sqlx(flatten)]
    change: RatingChangeRow,
}

impl RatingHistoryRow {
    /// The event and the change.
    pub fn parts(&self) -> Result<(StoredRatedEvent, RatingChange), StoreError> {
        Ok((self.event.event()?, self.change.change()?))
    }
}

/// A player's rating after an event.
#[derive(FromRow)]
pub struct LastRatingRow {
    player_id: String,
    at: i64,
    mu: f64,
    sigma: f64,
    events: i64,
}

impl LastRatingRow {
    /// The player and the rating.
    pub fn rating(&self) -> Result<(PlayerId, StoredRating), StoreError> {
        let row = Row { table: "rating_changes", key: &self.player_id };
        let at = row.time("at", self.at)?;
        let stored = StoredRating {
            season: Season::of(at),
            at,
            rating: Rating { mu: self.mu, sigma: self.sigma },
            events: row.number("events", self.events)?,
        };
        Ok((row.text("player_id", &self.player_id)?, stored))
    }
}

/// A row of `ratings`, without its player.
#[derive(FromRow)]
pub struct SeasonRatingRow {
    game: String,
    season: i64,
    at: i64,
    mu: f64,
    sigma: f64,
    events: i64,
    result_points: i64,
}

impl SeasonRatingRow {
    /// The rating it holds.
    pub fn rating(&self) -> Result<SeasonRating, StoreError> {
        let row = Row { table: "ratings", key: &self.game };
        let number = row.number("season", self.season)?;
        let stored = StoredRating {
            season: Season::from_number(number).map_err(|_| row.missing("season"))?,
            at: row.time("at", self.at)?,
            rating: Rating { mu: self.mu, sigma: self.sigma },
            events: row.number("events", self.events)?,
        };
        Ok(SeasonRating { stored, result_points: row.number("result_points", self.result_points)? })
    }

    /// The rating with its game.
    pub fn in_game(&self) -> Result<RatingInGame, StoreError> {
        let row = Row { table: "ratings", key: &self.game };
        Ok(RatingInGame { game: row.word("game", &self.game)?, last: self.rating()? })
    }
}

/// A row of a leaderboard.
#[derive(FromRow)]
pub struct RankedPlayerRow {
    place: i64,
    player_id: String,
    name: String,
    avatar: Option<String>,
    #[sqlx(flatten)]
    rating: SeasonRatingRow,
}

impl RankedPlayerRow {
    /// The player it holds.
    pub fn ranked(self) -> Result<RankedPlayer, StoreError> {
        let row = Row { table: "ratings", key: &self.player_id };
        let player = row.text("player_id", &self.player_id)?;
        Ok(RankedPlayer {
            place: row.number("place", self.place)?,
            player,
            avatar: picture(player, self.avatar.as_deref()),
            rating: self.rating.rating()?,
            name: self.name,
        })
    }
}

/// The network of a player, from its bytes.
pub fn network_tag(player: &str, bytes: Vec<u8>) -> Result<NetworkTag, StoreError> {
    let row = Row { table: "rated_networks", key: player };
    bytes.try_into().map(NetworkTag).map_err(|_| row.missing("tag"))
}

/// The columns of a place in the log that name where an event was played.
pub fn source_columns(source: RatedSource) -> (Option<uuid::Uuid>, Option<uuid::Uuid>) {
    match source {
        RatedSource::Tournament(id) => (Some(id.0), None),
        RatedSource::Table(id) => (None, Some(id.0)),
    }
}

/// The identifier of where an event is played.
pub fn source_id(source: RatedSource) -> uuid::Uuid {
    match source {
        RatedSource::Tournament(id) => id.0,
        RatedSource::Table(id) => id.0,
    }
}

/// A season as SQL knows it.
pub struct SeasonBounds {
    /// The number of the season.
    pub season: i64,
    /// When it begins, in Unix milliseconds.
    pub begin: i64,
    /// When it ends.
    pub end: i64,
}

impl From<Season> for SeasonBounds {
    fn from(season: Season) -> Self {
        let (begin, end) = (season.begin().as_millisecond(), season.next().begin().as_millisecond());
        Self { season: season.number().into(), begin, end }
    }
}
