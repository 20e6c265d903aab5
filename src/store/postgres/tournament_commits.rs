//! Writing a change of a tournament, within the transaction of its tables.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{TournamentChange, TournamentCommit, TournamentRecord};
use crate::store::column::{self, Row, json, signed, word};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// Locks a stored tournament; returns its version. A tournament is locked before its tables, and these before players.
pub async fn lock(db: &mut PgConnection, id: TournamentId) -> Result<Option<Version>, StoreError> {
    let found: Option<(i64,)> =
        sqlx::query_as("select version from tournaments where id = $1 for no key update")
            .bind(id.0)
            .fetch_optional(db)
            .await?;
    let key = id.to_string();
    found.map(|(version,)| Row { table: "tournaments", key: &key }.number("version", version)).transpose()
}

/// Writes the tournament's row, its change, and who plays in it. The caller writes the movements of chips.
pub async fn write(db: &mut PgConnection, commit: &TournamentCommit) -> Result<(), StoreError> {
    let TournamentRecord { id, host, options, lots, phase, version, created_at, ended_at } = &commit.record;
    let (phase, version, ended_at) =
        (word(phase)?, signed(*version)?, ended_at.map(|at| at.as_millisecond()));
    if commit.was.is_none() {
        sqlx::query(
            "insert into tournaments (id, host, options, lots, phase, version, created_at, ended_at)
            values ($1, $2, $3::json, $4, $5, $6, $7, $8)",
        )
        .bind(id.0)
        .bind(host.0)
        .bind(json(options)?)
        .bind(lots.to_vec())
        .bind(phase)
        .bind(version)
        .bind(created_at.as_millisecond())
        .bind(ended_at)
        .execute(&mut *db)
        .await?;
    } else {
        sqlx::query("update tournaments set phase = $1, version = $2, ended_at = $3 where id = $4")
            .bind(phase)
            .bind(version)
            .bind(ended_at)
            .bind(id.0)
            .execute(&mut *db)
            .await?;
    }
    let TournamentChange { at, author, body, .. } = &commit.change;
    sqlx::query(
        "insert into tournament_changes (tournament_id, version, at, author, body)
        values ($1, $2, $3, $4, $5::json)",
    )
    .bind(id.0)
    .bind(version)
    .bind(at.as_millisecond())
    .bind(column::author(author).to_vec())
    .bind(json(body)?)
    .execute(&mut *db)
    .await?;
    let ids = |players: &[PlayerId]| players.iter().map(|player| player.0).collect::<Vec<Uuid>>();
    if !commit.registered.is_empty() {
        sqlx::query(
            "insert into registrations (player_id, tournament_id)
            select player, $2 from unnest($1::uuid[]) as player on conflict do nothing",
        )
        .bind(ids(&commit.registered))
        .bind(id.0)
        .execute(&mut *db)
        .await?;
    }
    if !commit.unregistered.is_empty() {
        sqlx::query("delete from registrations where tournament_id = $2 and player_id = any($1)")
            .bind(ids(&commit.unregistered))
            .bind(id.0)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
