//! Reading tournaments and their logs.

use async_trait::async_trait;
use uuid::Uuid;

use super::Postgres;
use crate::service::ports::error::StoreError;
use crate::service::ports::tournaments::TournamentStore;
use crate::service::tournaments::stored::{DoneTournamentRequest, TournamentChange, TournamentRecord};
use crate::store::column::signed;
use crate::store::tournament_rows::{DoneTournamentRequestRow, TournamentChangeRow, TournamentRow};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// The columns of a tournament.
macro_rules! tournament {
    ($then:literal) => {
        concat!(
            "select id::text, host::text, options::text, lots, invite_code, phase, version, created_at, ended_at from tournaments ",
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

    async fn tournaments(
        &self,
        open: bool,
        after: Option<TournamentId>,
        limit: u32,
    ) -> Result<Vec<TournamentRecord>, StoreError> {
        let rows = sqlx::query_as::<_, TournamentRow>(tournament!(
            "where (not $1 or ended_at is null) and ($2::uuid is null or id < $2) order by id desc limit $3"
        ))
        .bind(open)
        .bind(after.map(|id| id.0))
        .bind(i64::from(limit))
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

    async fn registered(&self, player: PlayerId) -> Result<Vec<TournamentId>, StoreError> {
        let rows: Vec<(Uuid,)> = sqlx::query_as(
            "select tournament_id from registrations where player_id = $1 order by tournament_id desc",
        )
        .bind(player.0)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(id,)| TournamentId(id)).collect())
    }
}
