//! The log of rated events, within a transaction.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::service::ports::error::StoreError;
use crate::service::ratings::network_tag::NetworkTag;
use crate::service::ratings::rated_result::RatedSource;
use crate::service::ratings::stored::{RatingChange, StoredRatedEvent, StoredRating};
use crate::store::column::{Row, json, word};
use crate::store::rating_log::{LogEnd, NetworkPair, RatingRows};
use crate::store::rating_rows::{
    LastRatingRow, RatedEventRow, RatingChangeRow, SeasonBounds, network_tag, source_columns, source_id,
};
use cardroom_api::id::{PlayerId, RatedEventId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::rating::score::COUNTED_EVENTS;

/// The log within a transaction.
pub struct SqliteRatingRows<'a>(pub &'a mut SqliteConnection);

/// The columns of an event.
macro_rules! rated_event {
    ($then:literal) => {
        concat!(
            "select rated_events.id, rated_events.game, rated_events.number, at, tournament_id, table_id, kind, players,
    voided_at ",
            $then
        )
    };
}

pub(super) use rated_event;

impl RatingRows for SqliteRatingRows<'_> {
    async fn lock_log(&mut self, game: GameKind) -> Result<LogEnd, StoreError> {
        sqlx::query(BEGIN_LOG).bind(game.name()).execute(&mut *self.0).await?;
        let (number, at): (i64, i64) =
            sqlx::query_as(LOCK_LOG).bind(game.name()).fetch_one(&mut *self.0).await?;
        let row = Row { table: "rating_logs", key: game.name() };
        Ok(LogEnd { number: row.number("last_number", number)?, at })
    }

    async fn with_account(&mut self, players: &[PlayerId]) -> Result<BTreeSet<PlayerId>, StoreError> {
        let ids: Vec<String> =
            sqlx::query_scalar(WITH_ACCOUNT).bind(json(players)?).fetch_all(&mut *self.0).await?;
        ids.iter().map(|id| Row { table: "accounts", key: id }.text("player_id", id)).collect()
    }

    async fn networks(&mut self, source: RatedSource) -> Result<BTreeMap<PlayerId, NetworkTag>, StoreError> {
        let rows: Vec<(String, Vec<u8>)> =
            sqlx::query_as(NETWORKS).bind(source_id(source).to_string()).fetch_all(&mut *self.0).await?;
        let network = |(id, tag): (String, Vec<u8>)| {
            let player = Row { table: "rated_networks", key: &id }.text("player_id", &id)?;
            Ok((player, network_tag(&id, tag)?))
        };
        rows.into_iter().map(network).collect()
    }

    async fn forget_networks(&mut self, source: RatedSource) -> Result<(), StoreError> {
        sqlx::query(FORGET_NETWORKS).bind(source_id(source).to_string()).execute(&mut *self.0).await?;
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
            .bind(json(players)?)
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
            .bind(json(players)?)
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
            .bind(event.id.to_string())
            .bind(event.game.name())
            .bind(i64::from(event.number))
            .bind(event.at.as_millisecond())
            .bind(tournament.map(|id| id.to_string()))
            .bind(table.map(|id| id.to_string()))
            .bind(word(&event.kind)?)
            .bind(i64::from(event.players))
            .execute(&mut *self.0)
            .await?;
        sqlx::query(WRITE_LOG_END)
            .bind(event.game.name())
            .bind(i64::from(event.number))
            .bind(event.at.as_millisecond())
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }

    async fn write_changes(
        &mut self,
        event: &StoredRatedEvent,
        changes: &[RatingChange],
    ) -> Result<(), StoreError> {
        // As text in JSON the numbers would lose their last bits.
        for change in changes {
            sqlx::query(WRITE_CHANGE)
                .bind(event.game.name())
                .bind(i64::from(event.number))
                .bind(change.player.to_string())
                .bind(i64::from(change.side))
                .bind(i64::from(change.place))
                .bind(change.is_rated)
                .bind(change.before.mu)
                .bind(change.before.sigma)
                .bind(change.after.mu)
                .bind(change.after.sigma)
                .bind(i64::from(change.events))
                .bind(i64::from(change.result_points))
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    async fn write_ratings(
        &mut self,
        game: GameKind,
        season: Season,
        ratings: &[(PlayerId, StoredRating)],
    ) -> Result<(), StoreError> {
        let SeasonBounds { season, begin, end } = season.into();
        for (player, stored) in ratings {
            let player = player.to_string();
            sqlx::query(WRITE_RATING)
                .bind(game.name())
                .bind(season)
                .bind(&player)
                .bind(stored.at.as_millisecond())
                .bind(stored.rating.mu)
                .bind(stored.rating.sigma)
                .bind(i64::from(stored.rating.points()))
                .bind(i64::from(stored.events))
                .execute(&mut *self.0)
                .await?;
            sqlx::query(WRITE_RESULT_POINTS)
                .bind(game.name())
                .bind(season)
                .bind(player)
                .bind(begin)
                .bind(end)
                .bind(i64::try_from(COUNTED_EVENTS).unwrap_or(i64::MAX))
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    async fn delete_ratings(
        &mut self,
        game: GameKind,
        from: Season,
        players: &[PlayerId],
    ) -> Result<(), StoreError> {
        let delete = sqlx::query(DELETE_RATINGS).bind(game.name()).bind(i64::from(from.number()));
        delete.bind(json(players)?).execute(&mut *self.0).await?;
        Ok(())
    }

    async fn event(&mut self, id: RatedEventId) -> Result<Option<StoredRatedEvent>, StoreError> {
        let found: Option<RatedEventRow> =
            sqlx::query_as(EVENT).bind(id.to_string()).fetch_optional(&mut *self.0).await?;
        found.map(|row| row.event()).transpose()
    }

    async fn mark_void(&mut self, id: RatedEventId, at: Timestamp) -> Result<(), StoreError> {
        sqlx::query(MARK_VOID).bind(id.to_string()).bind(at.as_millisecond()).execute(&mut *self.0).await?;
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
insert into rating_logs (game, last_number, last_at) values (?, 0, 0) on conflict do nothing";

/// The transaction is the only one that writes.
const LOCK_LOG: &str = "select last_number, last_at from rating_logs where game = ?";

const WITH_ACCOUNT: &str = "
select player_id from accounts join players on players.id = player_id
where player_id in (select value from json_each(?)) and deleted_at is null";

const NETWORKS: &str = "select player_id, tag from rated_networks where source_id = ?";

const FORGET_NETWORKS: &str = "delete from rated_networks where source_id = ?";

const MET: &str = "select events from rated_pairs where day = ? and one = ? and other = ?";

const MEET: &str = "
insert into rated_pairs (day, one, other, events) values (?, ?, ?, 1)
on conflict do update set events = events + 1";

const LAST_RATINGS: &str = "
select last.player_id, at, mu_after as mu, sigma_after as sigma, last.events
from json_each(?1) as asked
cross join rating_changes as last on last.player_id = asked.value and last.game = ?2 and last.number = (
    select number from rating_changes join rated_events using (game, number)
    where rating_changes.player_id = asked.value and game = ?2 and number < ?3 and is_rated and voided_at is null
    order by number desc limit 1)
join rated_events on rated_events.game = last.game and rated_events.number = last.number";

const LAST_OF_SEASON: &str = "
select last.player_id, at, mu_after as mu, sigma_after as sigma, last.events
from json_each(?1) as asked
cross join rating_changes as last on last.player_id = asked.value and last.game = ?2 and last.number = (
    select number from rating_changes join rated_events using (game, number)
    where rating_changes.player_id = asked.value and game = ?2 and at >= ?3 and at < ?4 and is_rated and voided_at is null
    order by number desc limit 1)
join rated_events on rated_events.game = last.game and rated_events.number = last.number";

const INSERT_EVENT: &str = "
insert into rated_events (id, game, number, at, tournament_id, table_id, kind, players)
values (?, ?, ?, ?, ?, ?, ?, ?)";

const WRITE_LOG_END: &str = "update rating_logs set last_number = ?2, last_at = ?3 where game = ?1";

const WRITE_CHANGE: &str = "
insert into rating_changes (game, number, player_id, side, place, is_rated, mu_before, sigma_before, mu_after, sigma_after,
    events, result_points)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict do update set mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu_after = excluded.mu_after,
    sigma_after = excluded.sigma_after, events = excluded.events";

const WRITE_RATING: &str = "
insert into ratings (game, season, player_id, at, mu, sigma, points, events, result_points)
values (?, ?, ?, ?, ?, ?, ?, ?, 0)
on conflict do update set at = excluded.at, mu = excluded.mu, sigma = excluded.sigma, points = excluded.points,
    events = excluded.events";

const WRITE_RESULT_POINTS: &str = "
update ratings set result_points = (
    select coalesce(sum(result_points), 0) from (
        select rating_changes.result_points from rating_changes join rated_events using (game, number)
        where rating_changes.player_id = ?3 and game = ?1 and at >= ?4 and at < ?5 and voided_at is null
        order by rating_changes.result_points desc limit ?6))
where game = ?1 and season = ?2 and player_id = ?3";

const DELETE_RATINGS: &str = "
delete from ratings where game = ? and season >= ? and player_id in (select value from json_each(?))";

const EVENT: &str = rated_event!("from rated_events where id = ?");

const MARK_VOID: &str = "update rated_events set voided_at = ?2 where id = ?1";

const EVENTS_AFTER: &str = rated_event!(
    "from rated_events where game = ? and number > ? and voided_at is null order by number limit ?"
);

const CHANGES_OF: &str = "
select player_id, side, place, is_rated, mu_before, sigma_before, mu_after, sigma_after, events, result_points
from rating_changes where game = ? and number = ? order by player_id";
