//! Reading tournaments and their logs.

use async_trait::async_trait;
use jiff::Timestamp;
use uuid::Uuid;

use super::Postgres;
use super::tables::is_in_no_text;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::{TournamentFilter, TournamentStore};
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
                due_at, saved_at from tournaments ",
            $then
        )
    };
}

#[async_trait]
impl TournamentStore for Postgres {
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError> {
        let found = sqlx::query_as::<_, TournamentRow>(tournament!("where id = $1"))
            .bind(id.0)
            .fetch_optional(&self.pool)
            .await?;
        found.map(TournamentRow::tournament).transpose()
    }

    async fn tournaments(&self, filter: &TournamentFilter) -> Result<Vec<TournamentRecord>, StoreError> {
        if filter.name.as_deref().is_some_and(is_in_no_text) {
            return Ok(Vec::new());
        }
        let rows = sqlx::query_as::<_, TournamentRow>(tournament!(
            "where (not $1 or invite_code is null) and (not $2 or ended_at is null)
                and ($3::text is null or phase = $3) and ($4::uuid is null or host = $4)
                and ($5::text is null
                    or position(lower($5 collate \"C\") in lower((options ->> 'name') collate \"C\")) > 0)
                and ($6::uuid is null or id < $6)
            order by id desc limit $7"
        ))
        .bind(filter.public)
        .bind(filter.open)
        .bind(filter.phase.as_ref().map(word).transpose()?)
        .bind(filter.host.map(|id| id.0))
        .bind(&filter.name)
        .bind(filter.after.map(|id| id.0))
        .bind(i64::from(filter.limit))
        .fetch_all(&self.pool)
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
