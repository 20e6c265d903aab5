//! Reading tournaments and their logs.

use async_trait::async_trait;

use super::Sqlite;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::TournamentStore;
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use crate::store::column::{Row, signed};
use crate::store::tournament_rows::{DoneTournamentRequestRow, TournamentChangeRow, TournamentRow};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

#[async_trait]
impl TournamentStore for Sqlite {
    async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRecord>, StoreError> {
        let found = sqlx::query_as::<_, TournamentRow>("select * from tournaments where id = ?")
            .bind(id.to_string())
            .fetch_optional(&self.read)
            .await?;
        found.map(TournamentRow::tournament).transpose()
    }

    async fn tournaments(
        &self,
        open: bool,
        after: Option<TournamentId>,
        limit: u32,
    ) -> Result<Vec<TournamentRecord>, StoreError> {
        let rows = sqlx::query_as::<_, TournamentRow>(
            "select * from tournaments
            where (not ?1 or ended_at is null) and (?2 is null or id < ?2) order by id desc limit ?3",
        )
        .bind(open)
        .bind(after.map(|id| id.to_string()))
        .bind(limit)
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
}
