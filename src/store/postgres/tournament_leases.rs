//! Leases on the time of tournaments: of several servers, one keeps it.

use sqlx::PgPool;
use uuid::Uuid;

use crate::service::ports::error::StoreError;
use crate::service::ports::shared::{Lease, ServerId};
use crate::store::column::Row;
use cardroom_api::id::TournamentId;
use cardroom_api::table::change::Version;

/// The versions of these tournaments.
pub(super) async fn versions(
    db: &PgPool,
    tournaments: &[TournamentId],
) -> Result<Vec<(TournamentId, Version)>, StoreError> {
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(VERSIONS).bind(uuids(tournaments)).fetch_all(db).await?;
    let version = |(id, version): (Uuid, i64)| {
        let key = id.to_string();
        Ok((TournamentId(id), Row { table: "tournaments", key: &key }.number("version", version)?))
    };
    rows.into_iter().map(version).collect()
}

/// Which of these tournaments have ended.
pub(super) async fn ended(db: &PgPool, of: &[TournamentId]) -> Result<Vec<TournamentId>, StoreError> {
    let ids: Vec<Uuid> = sqlx::query_scalar(ENDED).bind(uuids(of)).fetch_all(db).await?;
    Ok(ids.into_iter().map(TournamentId).collect())
}

/// Takes leases on tournaments whose time has to be kept and on which no server has one.
pub(super) async fn take_overdue(
    db: &PgPool,
    lease: Lease,
    limit: u32,
) -> Result<Vec<TournamentId>, StoreError> {
    let ids: Vec<Uuid> = sqlx::query_scalar(TAKE_OVERDUE)
        .bind(lease.now.as_millisecond())
        .bind(lease.until.as_millisecond())
        .bind(lease.server.0)
        .bind(i64::from(limit))
        .fetch_all(db)
        .await?;
    Ok(ids.into_iter().map(TournamentId).collect())
}

/// Renews a server's leases; returns those that it still has.
pub(super) async fn keep(
    db: &PgPool,
    tournaments: &[TournamentId],
    lease: Lease,
) -> Result<Vec<TournamentId>, StoreError> {
    let ids: Vec<Uuid> = sqlx::query_scalar(KEEP)
        .bind(uuids(tournaments))
        .bind(lease.until.as_millisecond())
        .bind(lease.server.0)
        .fetch_all(db)
        .await?;
    Ok(ids.into_iter().map(TournamentId).collect())
}

/// Ends a server's leases.
pub(super) async fn let_go(
    db: &PgPool,
    tournaments: &[TournamentId],
    server: ServerId,
) -> Result<(), StoreError> {
    sqlx::query(LET_GO).bind(uuids(tournaments)).bind(server.0).execute(db).await?;
    Ok(())
}

fn uuids(tournaments: &[TournamentId]) -> Vec<Uuid> {
    tournaments.iter().map(|tournament| tournament.0).collect()
}

const VERSIONS: &str = "select id, version from tournaments where id = any($1)";

const ENDED: &str = "select id from tournaments where id = any($1) and ended_at is not null";

/// Leases are taken in the order of tournaments, so that two servers never wait for each other.
const TAKE_OVERDUE: &str = "
with overdue as (
    select tournaments.id from tournaments left join leases on leases.table_id = tournaments.id
    where ended_at is null and due_at <= $1 and (leases.table_id is null or leases.until <= $1)
    order by due_at limit $4
)
insert into leases (table_id, version, server_id, until)
select id, 0, $3, $2 from overdue order by id
on conflict (table_id) do update set server_id = excluded.server_id, until = excluded.until
where leases.until <= $1
returning table_id";

const KEEP: &str = "
update leases set until = $2
where table_id in (
    select table_id from leases where table_id = any($1) and server_id = $3 order by table_id for update)
returning table_id";

const LET_GO: &str = "
delete from leases where table_id in (
    select table_id from leases where table_id = any($1) and server_id = $2 order by table_id for update)";
