//! The log of rated events, within a transaction.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::service::ratings::network_tag::NetworkTag;
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{RatingChange, StoredRatedEvent, StoredRating};
use crate::store::column::{Row, word};
use crate::store::rating_log::{LogEnd, NetworkPair, RatingRows};
use crate::store::rating_rows::{
    LastRatingRow, RatedEventRow, RatingChangeRow, SeasonBounds, network_tag, source_columns, source_id,
};
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::rating::score::COUNTED_EVENTS;

/// The log within a transaction.
pub struct PostgresRatingRows<'a>(pub &'a mut PgConnection);

/// The columns of an event.
macro_rules! rated_event {
    ($then:literal) => {
        concat!(
            "select rated_events.id::text, rated_events.game, rated_events.number, at, tournament_id::text, table_id::text, kind, players,
    voided_at ",
            $then
        )
    };
}

pub(super) use rated_event;

fn uuids(players: &[PlayerId]) -> Vec<Uuid> {
    players.iter().map(|player| player.0).collect()
}

impl RatingRows for PostgresRatingRows<'_> {
    async fn lock_log(&mut self, game: GameKind) -> Result<LogEnd, StoreError> {
        sqlx::query(BEGIN_LOG).bind(game.name()).execute(&mut *self.0).await?;
        let (number, at): (i64, i64) =
            sqlx::query_as(LOCK_LOG).bind(game.name()).fetch_one(&mut *self.0).await?;
        let row = Row { table: "rating_logs", key: game.name() };
        Ok(LogEnd { number: row.number("last_number", number)?, at })
    }

    async fn with_account(&mut self, players: &[PlayerId]) -> Result<BTreeSet<PlayerId>, StoreError> {
        let ids: Vec<Uuid> =
            sqlx::query_scalar(WITH_ACCOUNT).bind(uuids(players)).fetch_all(&mut *self.0).await?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    async fn networks(&mut self, source: RatedSource) -> Result<BTreeMap<PlayerId, NetworkTag>, StoreError> {
        let rows: Vec<(Uuid, Vec<u8>)> =
            sqlx::query_as(NETWORKS).bind(source_id(source)).fetch_all(&mut *self.0).await?;
        rows.into_iter().map(|(id, tag)| Ok((PlayerId(id), network_tag(&id.to_string(), tag)?))).collect()
    }

    async fn forget_networks(&mut self, source: RatedSource) -> Result<(), StoreError> {
        sqlx::query(FORGET_NETWORKS).bind(source_id(source)).execute(&mut *self.0).await?;
        Ok(())
    }

    async fn met(&mut self, day: i64, (one, other): NetworkPair) -> Result<u64, StoreError> {
        let events: Option<i64> = sqlx::query_scalar(MET)
            .bind(day)
            .bind(one.0.to_vec())
            .bind(other.0.to_vec())
            .fetch_optional(&mut *self.0)
            .await?;
        Row { table: "rated_pairs", key: "" }.number("events", events.unwrap_or(0))
    }

    async fn meet(&mut self, day: i64, (one, other): NetworkPair) -> Result<(), StoreError> {
        let meet = sqlx::query(MEET).bind(day).bind(one.0.to_vec()).bind(other.0.to_vec());
        meet.execute(&mut *self.0).await?;
        Ok(())
    }

    async fn last_ratings(
        &mut self,
        game: GameKind,
        before: u32,
        players: &[PlayerId],
    ) -> Result<BTreeMap<PlayerId, StoredRating>, StoreError> {
        let rows: Vec<LastRatingRow> = sqlx::query_as(LAST_RATINGS)
            .bind(uuids(players))
            .bind(game.name())
            .bind(i64::from(before))
            .fetch_all(&mut *self.0)
            .await?;
        rows.iter().map(LastRatingRow::rating).collect()
    }

    async fn last_of_season(
        &mut self,
        game: GameKind,
        season: Season,
        players: &[PlayerId],
    ) -> Result<BTreeMap<PlayerId, StoredRating>, StoreError> {
        let SeasonBounds { begin, end, .. } = season.into();
        let rows: Vec<LastRatingRow> = sqlx::query_as(LAST_OF_SEASON)
            .bind(uuids(players))
            .bind(game.name())
            .bind(begin)
            .bind(end)
            .fetch_all(&mut *self.0)
            .await?;
        rows.iter().map(LastRatingRow::rating).collect()
    }

    async fn insert_event(&mut self, event: &StoredRatedEvent) -> Result<(), StoreError> {
        let (tournament, table) = source_columns(event.source);
        sqlx::query(INSERT_EVENT)
            .bind(event.id.0)
            .bind(event.game.name())
            .bind(i64::from(event.number))
            .bind(event.at.as_millisecond())
            .bind(tournament)
            .bind(table)
            .bind(word(&event.kind)?)
            .bind(i64::from(event.players))
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }

    async fn write_changes(
        &mut self,
        event: &StoredRatedEvent,
        changes: &[RatingChange],
    ) -> Result<(), StoreError> {
        let numbers =
            |of: fn(&RatingChange) -> u32| changes.iter().map(|it| i64::from(of(it))).collect::<Vec<_>>();
        let reals = |of: fn(&RatingChange) -> f64| changes.iter().map(of).collect::<Vec<_>>();
        sqlx::query(WRITE_CHANGES)
            .bind(event.game.name())
            .bind(i64::from(event.number))
            .bind(changes.iter().map(|change| change.player.0).collect::<Vec<_>>())
            .bind(numbers(|change| change.side.into()))
            .bind(numbers(|change| change.place))
            .bind(changes.iter().map(|change| change.is_rated).collect::<Vec<_>>())
            .bind(reals(|change| change.before.mu))
            .bind(reals(|change| change.before.sigma))
            .bind(reals(|change| change.after.mu))
            .bind(reals(|change| change.after.sigma))
            .bind(numbers(|change| change.events))
            .bind(numbers(|change| change.result_points))
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }

    async fn write_ratings(
        &mut self,
        game: GameKind,
        season: Season,
        ratings: &[(PlayerId, StoredRating)],
    ) -> Result<(), StoreError> {
        if ratings.is_empty() {
            return Ok(());
        }
        let SeasonBounds { season, begin, end } = season.into();
        let players: Vec<Uuid> = ratings.iter().map(|(player, _)| player.0).collect();
        let numbers = |of: fn(&StoredRating) -> i64| ratings.iter().map(|(_, it)| of(it)).collect::<Vec<_>>();
        let reals = |of: fn(&StoredRating) -> f64| ratings.iter().map(|(_, it)| of(it)).collect::<Vec<_>>();
        sqlx::query(WRITE_RATINGS)
            .bind(game.name())
            .bind(season)
            .bind(&players)
            .bind(numbers(|it| it.at.as_millisecond()))
            .bind(reals(|it| it.rating.mu))
            .bind(reals(|it| it.rating.sigma))
            .bind(numbers(|it| it.rating.points().into()))
            .bind(numbers(|it| it.events.into()))
            .execute(&mut *self.0)
            .await?;
        sqlx::query(WRITE_RESULT_POINTS)
            .bind(game.name())
            .bind(season)
            .bind(players)
            .bind(begin)
            .bind(end)
            .bind(i64::try_from(COUNTED_EVENTS).unwrap_or(i64::MAX))
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }

    async fn delete_ratings(
        &mut self,
        game: GameKind,
        from: Season,
        players: &[PlayerId],
    ) -> Result<(), StoreError> {
        let delete = sqlx::query(DELETE_RATINGS).bind(game.name()).bind(i64::from(from.number()));
        delete.bind(uuids(players)).execute(&mut *self.0).await?;
        Ok(())
    }

    async fn event(&mut self, id: RatedEventId) -> Result<Option<StoredRatedEvent>, StoreError> {
        let found: Option<RatedEventRow> =
            sqlx::query_as(EVENT).bind(id.0).fetch_optional(&mut *self.0).await?;
        found.map(|row| row.event()).transpose()
    }

    async fn mark_void(&mut self, id: RatedEventId, at: Timestamp) -> Result<(), StoreError> {
        sqlx::query(MARK_VOID).bind(id.0).bind(at.as_millisecond()).execute(&mut *self.0).await?;
        Ok(())
    }

    async fn events_after(
        &mut self,
        game: GameKind,
        number: u32,
        limit: u32,
    ) -> Result<Vec<StoredRatedEvent>, StoreError> {
        let rows: Vec<RatedEventRow> = sqlx::query_as(EVENTS_AFTER)
            .bind(game.name())
            .bind(i64::from(number))
            .bind(i64::from(limit))
            .fetch_all(&mut *self.0)
            .await?;
        rows.iter().map(RatedEventRow::event).collect()
    }

    async fn changes_of(&mut self, event: &StoredRatedEvent) -> Result<Vec<RatingChange>, StoreError> {
        let rows: Vec<RatingChangeRow> = sqlx::query_as(CHANGES_OF)
            .bind(event.game.name())
            .bind(i64::from(event.number))
            .fetch_all(&mut *self.0)
            .await?;
        rows.iter().map(RatingChangeRow::change).collect()
    }
}

const BEGIN_LOG: &str = "
insert into rating_logs (game, last_number, last_at) values ($1, 0, 0) on conflict do nothing";

const LOCK_LOG: &str = "select last_number, last_at from rating_logs where game = $1 for update";

const WITH_ACCOUNT: &str = "
select player_id from accounts join players on players.id = player_id
where player_id = any($1) and deleted_at is null";

const NETWORKS: &str = "select player_id, tag from rated_networks where source_id = $1";

const FORGET_NETWORKS: &str = "delete from rated_networks where source_id = $1";

const MET: &str = "select events from rated_pairs where day = $1 and one = $2 and other = $3";

const MEET: &str = "
insert into rated_pairs as pairs (day, one, other, events) values ($1, $2, $3, 1)
on conflict (day, one, other) do update set events = pairs.events + 1";

const LAST_RATINGS: &str = "
select last.* from unnest($1::uuid[]) as asked (player_id)
cross join lateral (
    select player_id::text, at, mu_after as mu, sigma_after as sigma, rating_changes.events
    from rating_changes join rated_events using (game, number)
    where rating_changes.player_id = asked.player_id and game = $2 and number < $3 and is_rated and voided_at is null
    order by number desc limit 1) as last";

const LAST_OF_SEASON: &str = "
select last.* from unnest($1::uuid[]) as asked (player_id)
cross join lateral (
    select player_id::text, at, mu_after as mu, sigma_after as sigma, rating_changes.events
    from rating_changes join rated_events using (game, number)
    where rating_changes.player_id = asked.player_id and game = $2 and at >= $3 and at < $4 and is_rated
        and voided_at is null
    order by number desc limit 1) as last";

const INSERT_EVENT: &str = "
with logged as (update rating_logs set last_number = $3, last_at = $4 where game = $2)
insert into rated_events (id, game, number, at, tournament_id, table_id, kind, players)
values ($1, $2, $3, $4, $5, $6, $7, $8)";

const WRITE_CHANGES: &str = "
insert into rating_changes (game, number, player_id, side, place, is_rated, mu_before, sigma_before, mu_after, sigma_after,
    events, result_points)
select $1, $2, * from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::boolean[], $7::float8[], $8::float8[], $9::float8[],
    $10::float8[], $11::bigint[], $12::bigint[])
on conflict (game, number, player_id) do update set mu_before = excluded.mu_before, sigma_before = excluded.sigma_before,
    mu_after = excluded.mu_after, sigma_after = excluded.sigma_after, events = excluded.events";

const WRITE_RATINGS: &str = "
insert into ratings (game, season, player_id, at, mu, sigma, points, events, result_points)
select $1, $2, *, 0
from unnest($3::uuid[], $4::bigint[], $5::float8[], $6::float8[], $7::bigint[], $8::bigint[])
on conflict (game, season, player_id) do update set at = excluded.at, mu = excluded.mu, sigma = excluded.sigma,
    points = excluded.points, events = excluded.events";

const WRITE_RESULT_POINTS: &str = "
update ratings set result_points = (
    select coalesce(sum(best.result_points), 0)::bigint from (
        select rating_changes.result_points from rating_changes join rated_events using (game, number)
        where rating_changes.player_id = ratings.player_id and game = $1 and at >= $4 and at < $5 and voided_at is null
        order by rating_changes.result_points desc limit $6) as best)
where game = $1 and season = $2 and player_id = any($3)";

const DELETE_RATINGS: &str = "delete from ratings where game = $1 and season >= $2 and player_id = any($3)";

const EVENT: &str = rated_event!("from rated_events where id = $1");

const MARK_VOID: &str = "update rated_events set voided_at = $2 where id = $1";

const EVENTS_AFTER: &str = rated_event!(
    "from rated_events where game = $1 and number > $2 and voided_at is null order by number limit $3"
);

const CHANGES_OF: &str = "
select player_id::text, side, place, is_rated, mu_before, sigma_before, mu_after, sigma_after, events, result_points
from rating_changes where game = $1 and number = $2 order by player_id";
