//! Reading ratings and leaderboards, and voiding rated events.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Postgres;
use super::rating_log::{PostgresRatingRows, rated_event};
use super::retry::retried;
use crate::service::ports::error::StoreError;
use crate::service::ports::ratings::{LeaderboardKey, LeaderboardOrder, RatingStore, Voided};
use crate::service::ratings::network_tag::{NetworkKey, NetworkTag};
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{
    RankedPlayer, RatingChange, RatingInGame, SeasonRating, StoredRatedEvent,
};
use crate::store::column::Row;
use crate::store::rating_log;
use crate::store::rating_rows::{
    RankedPlayerRow, RatedEventRow, RatingHistoryRow, SeasonRatingRow, source_id,
};
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::rating::points::{SETTLED_AFTER, SETTLED_BELOW};

#[async_trait]
impl RatingStore for Postgres {
    async fn network_key(&self, new: NetworkKey) -> Result<NetworkKey, StoreError> {
        sqlx::query(MAKE_KEY).bind(new.to_vec()).execute(&self.pool).await?;
        let key = sqlx::query_scalar("select key from network_key").fetch_one(&self.pool).await?;
        Row { table: "network_key", key: "1" }.bytes("key", key)
    }

    async fn note_rated_network(
        &self,
        source: RatedSource,
        player: PlayerId,
        tag: NetworkTag,
    ) -> Result<(), StoreError> {
        let note = sqlx::query(NOTE_NETWORK).bind(source_id(source)).bind(player.0).bind(tag.0.to_vec());
        note.execute(&self.pool).await?;
        Ok(())
    }

    async fn leaderboard(
        &self,
        key: LeaderboardKey,
        after: u32,
        limit: u32,
    ) -> Result<Vec<RankedPlayer>, StoreError> {
        let statement = match key.order {
            LeaderboardOrder::Ratings => BY_RATINGS,
            LeaderboardOrder::Results => BY_RESULTS,
        };
        let rows: Vec<RankedPlayerRow> = sqlx::query_as(statement)
            .bind(key.game.name())
            .bind(i64::from(key.season.number()))
            .bind(i64::from(SETTLED_AFTER))
            .bind(SETTLED_BELOW)
            .bind(i64::from(after))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(RankedPlayerRow::ranked).collect()
    }

    async fn place_on(&self, key: LeaderboardKey, player: PlayerId) -> Result<Option<u32>, StoreError> {
        let statement = match key.order {
            LeaderboardOrder::Ratings => PLACE_BY_RATINGS,
            LeaderboardOrder::Results => PLACE_BY_RESULTS,
        };
        let place: Option<i64> = sqlx::query_scalar(statement)
            .bind(key.game.name())
            .bind(i64::from(key.season.number()))
            .bind(i64::from(SETTLED_AFTER))
            .bind(SETTLED_BELOW)
            .bind(player.0)
            .fetch_optional(&self.pool)
            .await?;
        let id = player.to_string();
        place.map(|place| Row { table: "ratings", key: &id }.number("place", place)).transpose()
    }

    async fn season_rating(
        &self,
        player: PlayerId,
        game: GameKind,
        season: Season,
    ) -> Result<Option<SeasonRating>, StoreError> {
        let found: Option<SeasonRatingRow> = sqlx::query_as(SEASON_RATING)
            .bind(player.0)
            .bind(game.name())
            .bind(i64::from(season.number()))
            .fetch_optional(&self.pool)
            .await?;
        found.map(|row| row.rating()).transpose()
    }

    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<RatingInGame>, StoreError> {
        let rows: Vec<SeasonRatingRow> =
            sqlx::query_as(RATINGS_OF).bind(player.0).fetch_all(&self.pool).await?;
        rows.iter().map(SeasonRatingRow::in_game).collect()
    }

    async fn rating_changes(
        &self,
        player: PlayerId,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<(StoredRatedEvent, RatingChange)>, StoreError> {
        let rows: Vec<RatingHistoryRow> = sqlx::query_as(HISTORY)
            .bind(player.0)
            .bind(game.name())
            .bind(before.map(i64::from))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(RatingHistoryRow::parts).collect()
    }

    async fn rated_events(
        &self,
        game: GameKind,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredRatedEvent>, StoreError> {
        let rows: Vec<RatedEventRow> = sqlx::query_as(EVENTS)
            .bind(game.name())
            .bind(before.map(i64::from))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(RatedEventRow::event).collect()
    }

    async fn is_hidden(&self, player: PlayerId) -> Result<bool, StoreError> {
        let is_hidden = "select exists (select 1 from hidden_from_leaderboards where player_id = $1)";
        Ok(sqlx::query_scalar(is_hidden).bind(player.0).fetch_one(&self.pool).await?)
    }

    async fn hide(&self, player: PlayerId, hidden: bool) -> Result<(), StoreError> {
        sqlx::query(if hidden { HIDE } else { SHOW }).bind(player.0).execute(&self.pool).await?;
        Ok(())
    }

    async fn void_rated_event(&self, id: RatedEventId, now: Timestamp) -> Result<Voided, StoreError> {
        retried(|| async {
            let mut tx = self.pool.begin().await?;
            let voided = rating_log::void(&mut PostgresRatingRows(&mut tx), id, now).await?;
            tx.commit().await?;
            Ok(voided)
        })
        .await
    }
}

const MAKE_KEY: &str = "insert into network_key (id, key) values (1, $1) on conflict do nothing";

const NOTE_NETWORK: &str = "
insert into rated_networks (source_id, player_id, tag) values ($1, $2, $3)
on conflict (source_id, player_id) do update set tag = excluded.tag";

/// The players of a leaderboard with their places.
macro_rules! ranked {
    (Ratings, $what:literal, $then:literal) => {
        ranked!(@ $what, "ratings.points desc, ratings.mu desc, ratings.events, players.created_at",
            "ratings.events >= $3 and ratings.sigma <= $4", $then)
    };
    (Results, $what:literal, $then:literal) => {
        ranked!(@ $what, "ratings.result_points desc, ratings.events, players.created_at",
            "ratings.result_points > 0 and $3::bigint is not null and $4::float8 is not null", $then)
    };
    (@ $what:literal, $order:literal, $listed:literal, $then:literal) => {
        concat!(
            "select ", $what, " from (
    select rank() over (order by ", $order, ") as place, player_id as player, player_id::text, name, avatar, game, season, at, mu, sigma,
        ratings.events, result_points
    from ratings join players on players.id = player_id
    where game = $1 and season = $2 and ", $listed, " and deleted_at is null
        and not exists (select 1 from hidden_from_leaderboards as hidden where hidden.player_id = ratings.player_id)) as ranked ",
            $then
        )
    };
}

const BY_RATINGS: &str = ranked!(Ratings, "*", "order by place, player offset $5 limit $6");

const BY_RESULTS: &str = ranked!(Results, "*", "order by place, player offset $5 limit $6");

const PLACE_BY_RATINGS: &str = ranked!(Ratings, "place", "where player = $5");

const PLACE_BY_RESULTS: &str = ranked!(Results, "place", "where player = $5");

const SEASON_RATING: &str = "
select game, season, at, mu, sigma, events, result_points from ratings
where player_id = $1 and game = $2 and season = $3";

const RATINGS_OF: &str = "
select distinct on (game) game, season, at, mu, sigma, events, result_points from ratings
where player_id = $1 order by game, season desc";

const HISTORY: &str = rated_event!(
    ", player_id::text, side, place, is_rated, mu_before, sigma_before, mu_after, sigma_after, events, result_points
from rating_changes join rated_events using (game, number)
where player_id = $1 and rating_changes.game = $2 and ($3::bigint is null or rating_changes.number < $3)
order by rating_changes.number desc limit $4"
);

const EVENTS: &str = rated_event!(
    "from rated_events where game = $1 and ($2::bigint is null or number < $2) order by number desc limit $3"
);

const HIDE: &str = "insert into hidden_from_leaderboards (player_id) values ($1) on conflict do nothing";

const SHOW: &str = "delete from hidden_from_leaderboards where player_id = $1";
