//! Reading tournaments and their logs.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Sqlite;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::{TournamentFilter, TournamentStore};
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

    async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<TournamentRecord>, StoreError> {
        let rows = sqlx::query_as::<_, TournamentRow>(
            "select * from tournaments
            where (not ?1 or invite_code is null) and (not ?2 or ended_at is null)
                and (?3 is null or phase = ?3) and (?4 is null or host = ?4)
                and (?5 is null or instr(lower(iif(json_valid(options), options ->> '$.name', '')), lower(?5)))
                and (?6 is null or id < ?6)
            order by id desc limit ?7",
        )
        .bind(filter.public)
        .bind(filter.open)
        .bind(filter.phase.as_ref().map(word).transpose()?)
        .bind(filter.host.map(|id| id.to_string()))
        .bind(&filter.name)
        .bind(filter.after.map(|id| id.to_string()))
        .bind(filter.limit)
        .fetch_all(&self.read)
        .await?;
        rows.into_iter().map(TournamentRow::tournament).collect()
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

const FIGURES: &str = "
select game, count(*) as played, sum(case when place = 1 then 1 else 0 end) as won,
    sum(case when won > 0 then 1 else 0 end) as in_the_money, sum(paid) as paid, sum(won) as received
from tournament_results where player_id = ?1 and (?2 is null or game = ?2)
group by game order by game";
