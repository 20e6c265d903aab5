//! Writing a change of a tournament, within the transaction of its tables.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchFacts, announcers};
use crate::service::tournaments::stored::{TournamentChange, TournamentCommit, TournamentRecord};
use crate::store::column::{self, Row, json, signed, word};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// Locks the stored tournaments of a batch, in the order of their identifiers; returns their versions.
pub async fn lock(db: &mut PgConnection, batch: &Batch) -> Result<IdMap<TournamentId, Version>, StoreError> {
    let ids: Vec<Uuid> = batch.groups().iter().map(|group| group.tournament.record.id.0).collect();
    if ids.is_empty() {
        return Ok(IdMap::default());
    }
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(LOCK).bind(ids).fetch_all(db).await?;
    let version = |(id, version): (Uuid, i64)| {
        let key = id.to_string();
        Ok((TournamentId(id), Row { table: "tournaments", key: &key }.number("version", version)?))
    };
    rows.into_iter().map(version).collect()
}

/// Writes the tournament's row, its change, and who plays in it. The caller writes the movements of chips.
#[allow(clippy::too_many_lines, reason = "one statement after another")]
pub async fn write(db: &mut PgConnection, commit: &TournamentCommit) -> Result<(), StoreError> {
    let TournamentRecord { id, host, options, lots, invite_code, phase, version, created_at, ended_at } =
        &commit.record;
    let (phase, version, ended_at) =
        (word(phase)?, signed(*version)?, ended_at.map(jiff::Timestamp::as_millisecond));
    if commit.was.is_none() {
        sqlx::query(
            "insert into tournaments (id, host, options, lots, invite_code, phase, version, created_at, ended_at)
            values ($1, $2, $3::json, $4, $5, $6, $7, $8, $9)",
        )
        .bind(id.0)
        .bind(host.0)
        .bind(json(&**options)?)
        .bind(lots.to_vec())
        .bind(invite_code)
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
    if let Some(request) = &commit.request {
        sqlx::query(
            "insert into done_tournament_requests (player_id, key, digest, tournament_id, version, at)
            values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(request.player.0)
        .bind(&request.key)
        .bind(request.digest.to_vec())
        .bind(id.0)
        .bind(version)
        .bind(request.at.as_millisecond())
        .execute(&mut *db)
        .await?;
    }
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

/// Adds what the validity of the tournaments of a batch depends on to its facts. Their players are locked.
pub async fn read_facts(
    db: &mut PgConnection,
    batch: &Batch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    let requests = batch.groups().iter().filter_map(|group| group.tournament.request.as_ref());
    let (players, keys): (Vec<Uuid>, Vec<&str>) =
        requests.map(|request| (request.player.0, request.key.as_str())).unzip();
    if !keys.is_empty() {
        let rows: Vec<(Uuid, String)> =
            sqlx::query_as(USED_KEYS).bind(players).bind(keys).fetch_all(&mut *db).await?;
        facts.used_keys.extend(rows.into_iter().map(|(player, key)| (PlayerId(player), key)));
    }
    let hosts: Vec<Uuid> = announcers(batch).map(|host| host.0).collect();
    if !hosts.is_empty() {
        let rows: Vec<(Uuid, i64)> = sqlx::query_as(ANNOUNCED).bind(hosts).fetch_all(db).await?;
        for (host, count) in rows {
            let key = host.to_string();
            let count = Row { table: "tournaments", key: &key }.number("count", count)?;
            facts.announced.insert(PlayerId(host), count);
        }
    }
    Ok(())
}

const USED_KEYS: &str = "
select player_id, key from done_tournament_requests
where (player_id, key) in (select * from unnest($1::uuid[], $2::text[]))";

const ANNOUNCED: &str = "
select host, count(*) from tournaments where ended_at is null and host = any($1) group by host";

const LOCK: &str = "
select id, version from tournaments where id = any($1) order by id for no key update";
