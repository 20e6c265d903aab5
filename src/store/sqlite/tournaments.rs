//! Reading tournaments and their logs.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Sqlite;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::{
    MOST_LOOKED_AT, TournamentFilter, TournamentStore, TournamentsFound,
};
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use crate::store::column::{Row, json, signed, word};
use crate::store::tournament_rows::{
    DoneTournamentRequestRow, TournamentChangeRow, TournamentFiguresRow, TournamentRow,
};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::player::statistics::TournamentFigures;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::GameKind;

#[async_trait]
impl TournamentStore for Sqlite {
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError> {
        let found = sqlx::query_as::<_, TournamentRow>("select * from tournaments where id = ?")
            .bind(id.to_string())
            .fetch_optional(&self.read)
            .await?;
        found.map(TournamentRow::tournament).transpose()
    }

    async fn tournaments(&self, filter: &TournamentFilter) -> Result<TournamentsFound, StoreError> {
        let listed = match filter {
            TournamentFilter { by_start: true, .. } => &BY_START,
            TournamentFilter { open: true, .. } => &OPEN,
            _ => &NEWEST,
        };
        let after = filter.after.map(|id| id.to_string());
        let rows = sqlx::query_as::<_, TournamentRow>(listed.found)
            .bind(&after)
            .bind(MOST_LOOKED_AT)
            .bind(filter.public)
            .bind(filter.phase.as_ref().map(word).transpose()?)
            .bind(filter.host.map(|id| id.to_string()))
            .bind(&filter.name)
            .bind(filter.game.map(GameKind::name))
            .bind(filter.free)
            .bind(filter.mine.map(|id| id.to_string()))
            .bind(filter.limit)
            .fetch_all(&self.read)
            .await?;
        let tournaments: Vec<TournamentRecord> =
            rows.into_iter().map(TournamentRow::tournament).collect::<Result<_, _>>()?;
        let next = match tournaments.last() {
            Some(last) if tournaments.len() == filter.limit as usize => Some(last.id),
            _ => {
                let end: Option<(String,)> = sqlx::query_as(listed.end)
                    .bind(&after)
                    .bind(MOST_LOOKED_AT - 1)
                    .fetch_optional(&self.read)
                    .await?;
                let id = |(id,): &(String,)| Row { table: "tournaments", key: id }.text("id", id);
                end.as_ref().map(id).transpose()?
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
            "select * from tournament_changes where tournament_id = ? and version > ? order by version limit ?",
        )
        .bind(id.to_string())
        .bind(signed(after)?)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(TournamentChangeRow::change).collect()
    }

    async fn done_tournament_request(
        &self,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<DoneTournamentRequest>, StoreError> {
        let found = sqlx::query_as::<_, DoneTournamentRequestRow>(
            "select * from done_tournament_requests where player_id = ? and key = ?",
        )
        .bind(player.to_string())
        .bind(key)
        .fetch_optional(&self.read)
        .await?;
        found.map(|row| row.request(player, key)).transpose()
    }

    async fn save_clocks(&self, tournaments: &[TournamentId], at: Timestamp) -> Result<(), StoreError> {
        sqlx::query(SAVE_CLOCKS)
            .bind(at.as_millisecond())
            .bind(json(tournaments)?)
            .execute(&mut *self.write.acquire().await?)
            .await?;
        Ok(())
    }

    async fn registered(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "select tournament_id from registrations where player_id = ? order by tournament_id desc",
        )
        .bind(player.to_string())
        .fetch_all(&self.read)
        .await?;
        let id = |(id,): &(String,)| Row { table: "registrations", key: id }.text("tournament_id", id);
        rows.iter().map(id).collect()
    }

    async fn tournament_figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
    ) -> Result<Vec<TournamentFigures>, StoreError> {
        let rows: Vec<TournamentFiguresRow> = sqlx::query_as(FIGURES)
            .bind(player.to_string())
            .bind(game.map(GameKind::name))
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(TournamentFiguresRow::figures).collect()
    }
}

const SAVE_CLOCKS: &str = "
update tournaments set saved_at = ?1 where ended_at is null and id in (select value from json_each(?2))";

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
                "select * from tournaments where id in (
                    select id from (
                        select id, host, name, game, price, starts_at, invite_code, phase from tournaments
                        where ",
                $of,
                " order by ",
                $order,
                " limit ?2)
                    where (not ?3 or invite_code is null) and (?4 is null or phase = ?4)
                        and (?5 is null or host = ?5) and (?6 is null or instr(lower(name), lower(?6)))
                        and (?7 is null or game = ?7) and (?8 is null or (price = 0) = ?8)
                        and (?9 is null or host = ?9 or (?9, id) in (select player_id, tournament_id from registrations))
                    order by ",
                $order,
                " limit ?10)
                order by ",
                $order
            ),
            end: concat!("select id from tournaments where ", $of, " order by ", $order, " limit 1 offset ?2"),
        }
    };
}

const NEWEST: Listed = listed!("(?1 is null or id < ?1)", "id desc");

const OPEN: Listed = listed!("ended_at is null and (?1 is null or id < ?1)", "id desc");

const BY_START: Listed = listed!(
    "ended_at is null and starts_at is not null
        and (?1 is null or (starts_at, id) > (select starts_at, id from tournaments where id = ?1))",
    "starts_at, id"
);

const FIGURES: &str = "
select game, count(*) as played, sum(case when place = 1 then 1 else 0 end) as won,
    sum(case when won > 0 then 1 else 0 end) as in_the_money, sum(paid) as paid, sum(won) as received
from tournament_results where player_id = ?1 and (?2 is null or game = ?2)
group by game order by game";
