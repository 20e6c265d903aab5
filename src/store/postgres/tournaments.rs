//! Reading tournaments and their logs.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::Postgres;
use super::tables::is_in_no_text;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::{
    MOST_LOOKED_AT, TournamentFilter, TournamentStore, TournamentsFound,
};
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use crate::store::column::{signed, word};
use crate::store::tournament_rows::{
    DoneTournamentRequestRow, TournamentChangeRow, TournamentFiguresRow, TournamentRow,
};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::player::statistics::TournamentFigures;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;

/// The columns of a tournament.
macro_rules! tournament {
    ($then:literal) => {
        concat!(
            "select id::text, host::text, options::text, lots, invite_code, phase, version, created_at, ended_at,
                due_at, saved_at, numbers::text from tournaments ",
            $then
        )
    };
}

/// The statements that list tournaments in one order.
struct Listed {
    /// Reads a page.
    found: &'static str,
    /// Reads the last one of those that are looked at for it, if more follow.
    end: &'static str,
}

/// The tournaments that this condition holds of, in this order. Only a bounded number of rows is looked at.
macro_rules! listed {
    ($of:literal, $order:literal) => {
        Listed {
            found: concat!(
                "select id::text, host::text, options::text, lots, invite_code, phase, version, created_at, ended_at,
                    due_at, saved_at, numbers::text
                from tournaments where tournaments.id in (
                    select id from (
                        select id, host, name, game, price, starts_at, invite_code, phase from tournaments
                        where ",
                $of,
                " order by ",
                $order,
                " limit $2) as looked_at
                    where (not $3 or invite_code is null) and ($4::text is null or phase = $4)
                        and ($5::uuid is null or host = $5)
                        and ($6::text is null or position(lower($6 collate \"C\") in lower(name)) > 0)
                        and ($7::text is null or game = $7) and ($8::boolean is null or (price = 0) = $8)
                        and ($9::uuid is null or host = $9
                            or ($9, id) in (select player_id, tournament_id from registrations))
                    order by ",
                $order,
                " limit $10)
                order by ",
                $order
            ),
            end: concat!("select id from tournaments where ", $of, " order by ", $order, " limit 1 offset $2"),
        }
    };
}

const NEWEST: Listed = listed!("($1::uuid is null or id < $1)", "id desc");

const OPEN: Listed = listed!("ended_at is null and ($1::uuid is null or id < $1)", "id desc");

const BY_START: Listed = listed!(
    "ended_at is null and starts_at is not null
        and ($1::uuid is null or (starts_at, id) > (select starts_at, id from tournaments where id = $1))",
    "starts_at, id"
);

#[async_trait]
impl TournamentStore for Postgres {
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError> {
        let found = sqlx::query_as::<_, TournamentRow>(tournament!("where id = $1"))
            .bind(id.0)
            .fetch_optional(&self.pool)
            .await?;
        found.map(TournamentRow::tournament).transpose()
    }

    async fn tournaments(&self, filter: &TournamentFilter) -> Result<TournamentsFound, StoreError> {
        if filter.name.as_deref().is_some_and(is_in_no_text) {
            return Ok(TournamentsFound::default());
        }
        let listed = match filter {
            TournamentFilter { by_start: true, .. } => &BY_START,
            TournamentFilter { open: true, .. } => &OPEN,
            _ => &NEWEST,
        };
        let after = filter.after.map(|id| id.0);
        let rows = sqlx::query_as::<_, TournamentRow>(listed.found)
            .bind(after)
            .bind(i64::from(MOST_LOOKED_AT))
            .bind(filter.public)
            .bind(filter.phase.as_ref().map(word).transpose()?)
            .bind(filter.host.map(|id| id.0))
            .bind(&filter.name)
            .bind(filter.game.map(GameKind::name))
            .bind(filter.free)
            .bind(filter.mine.map(|id| id.0))
            .bind(i64::from(filter.limit))
            .fetch_all(&self.pool)
            .await?;
        let tournaments: Vec<TournamentRecord> =
            rows.into_iter().map(TournamentRow::tournament).collect::<Result<_, _>>()?;
        let next = match tournaments.last() {
            Some(last) if tournaments.len() == filter.limit as usize => Some(last.id),
            _ => {
                let end: Option<Uuid> = sqlx::query_scalar(listed.end)
                    .bind(after)
                    .bind(i64::from(MOST_LOOKED_AT - 1))
                    .fetch_optional(&self.pool)
                    .await?;
                end.map(TournamentId)
            }
        };
        Ok(TournamentsFound { tournaments, next })
    }

    async fn tournament_changes(
        &self,
        id: TournamentId,
        after: Version,
        limit: u32,
    ) -> Result<Vec<TournamentChange>, StoreError> {
        let rows = sqlx::query_as::<_, TournamentChangeRow>(
            "select tournament_id::text, version, at, author, body::text from tournament_changes
            where tournament_id = $1 and version > $2 order by version limit $3",
        )
        .bind(id.0)
        .bind(signed(after)?)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(TournamentChangeRow::change).collect()
    }

    async fn done_tournament_request(
        &self,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<DoneTournamentRequest>, StoreError> {
        let found = sqlx::query_as::<_, DoneTournamentRequestRow>(
            "select digest, tournament_id::text, version, at from done_tournament_requests
            where player_id = $1 and key = $2",
        )
        .bind(player.0)
        .bind(key)
        .fetch_optional(&self.pool)
        .await?;
        found.map(|row| row.request(player, key)).transpose()
    }

    async fn save_clocks(&self, tournaments: &[TournamentId], at: Timestamp) -> Result<(), StoreError> {
        let ids: Vec<Uuid> = tournaments.iter().map(|id| id.0).collect();
        sqlx::query(SAVE_CLOCKS).bind(ids).bind(at.as_millisecond()).execute(&self.pool).await?;
        Ok(())
    }

    async fn registered(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError> {
        let rows: Vec<(Uuid,)> = sqlx::query_as(
            "select tournament_id from registrations where player_id = $1 order by tournament_id desc",
        )
        .bind(player.0)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(id,)| TournamentId(id)).collect())
    }

    async fn tournament_figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
    ) -> Result<Vec<TournamentFigures>, StoreError> {
        let rows: Vec<TournamentFiguresRow> = sqlx::query_as(FIGURES)
            .bind(player.0)
            .bind(game.map(GameKind::name))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(TournamentFiguresRow::figures).collect()
    }
}

/// Their rows are locked in the order of their identifiers, as those of a batch are.
const SAVE_CLOCKS: &str = "
update tournaments set saved_at = $2
where id in (select id from tournaments where id = any($1) and ended_at is null order by id for no key update)";

const FIGURES: &str = "
select game, count(*) as played, sum(case when place = 1 then 1 else 0 end)::bigint as won,
    sum(case when won > 0 then 1 else 0 end)::bigint as in_the_money, sum(paid)::bigint as paid, sum(won)::bigint as received
from tournament_results where player_id = $1 and ($2::text is null or game = $2)
group by game order by game";
