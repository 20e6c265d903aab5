//! Writing the changes of tournaments of a batch, within the transaction of their tables.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchFacts, announcers, entrants, sets_aside};
use crate::store::column::Row;
use crate::store::tournament_batch_rows::{
    AnnouncedTournament, ChangedTournament, InTournament, NewTournamentChange, NewTournamentRequest,
    NewTournamentResult, TournamentBatchRows,
};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// Locks the stored tournaments of a batch, in the order of their identifiers; returns their versions.
pub async fn lock(db: &mut PgConnection, batch: &Batch) -> Result<IdMap<TournamentId, Version>, StoreError> {
    let ids: Vec<Uuid> = batch.tournaments().map(|commit| commit.record.id.0).collect();
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

/// Adds what the validity of the tournaments of a batch depends on to its facts. Their players are locked.
pub async fn read_facts(
    db: &mut PgConnection,
    batch: &Batch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    let requests = batch.tournaments().filter_map(|commit| commit.request.as_ref());
    let (players, keys): (Vec<Uuid>, Vec<&str>) =
        requests.map(|request| (request.player.0, request.key.as_str())).unzip();
    if !keys.is_empty() {
        let rows: Vec<(Uuid, String)> =
            sqlx::query_as(USED_KEYS).bind(players).bind(keys).fetch_all(&mut *db).await?;
        facts.used_keys.extend(rows.into_iter().map(|(player, key)| (PlayerId(player), key)));
    }
    facts.announced = counts(db, COUNT_ANNOUNCED, announcers(batch)).await?;
    facts.entered = counts(db, COUNT_ENTERED, entrants(batch)).await?;
    if sets_aside(batch) {
        sqlx::query(LOCK_HOUSE).execute(&mut *db).await?;
        facts.house = sqlx::query_scalar(HOUSE).fetch_one(db).await?;
    }
    Ok(())
}

/// How many tournaments each of these players has, by a statement that counts them.
async fn counts(
    db: &mut PgConnection,
    statement: &'static str,
    players: impl Iterator<Item = PlayerId>,
) -> Result<IdMap<PlayerId, u64>, StoreError> {
    let players: Vec<Uuid> = players.map(|player| player.0).collect();
    if players.is_empty() {
        return Ok(IdMap::default());
    }
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(statement).bind(players).fetch_all(db).await?;
    let count = |(player, count): (Uuid, i64)| {
        let key = player.to_string();
        Ok((PlayerId(player), Row { table: "players", key: &key }.number("count", count)?))
    };
    rows.into_iter().map(count).collect()
}

/// Writes the rows of the tournaments of a batch, by one statement for each table that has some.
pub async fn write(db: &mut PgConnection, rows: TournamentBatchRows<'_>) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    announce(db, &rows.announced).await?;
    update(db, &rows.changed).await?;
    insert_changes(db, &rows.changes).await?;
    insert_requests(db, &rows.requests).await?;
    write_pairs(db, REGISTER, &rows.registered).await?;
    write_pairs(db, UNREGISTER, &rows.unregistered).await?;
    insert_results(db, &rows.results).await
}

/// A column of rows, as `unnest` takes it.
fn column<'r, R, T>(rows: &'r [R], of: impl FnMut(&'r R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

async fn announce(db: &mut PgConnection, rows: &[AnnouncedTournament<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_TOURNAMENTS)
        .bind(column(rows, |row| row.rest.id.0))
        .bind(column(rows, |row| row.host.0))
        .bind(column(rows, |row| row.name))
        .bind(column(rows, |row| row.game))
        .bind(column(rows, |row| row.price))
        .bind(column(rows, |row| row.starts_at))
        .bind(column(rows, |row| row.options.as_str()))
        .bind(column(rows, |row| row.lots))
        .bind(column(rows, |row| row.rest.invite_code))
        .bind(column(rows, |row| row.rest.phase.as_str()))
        .bind(column(rows, |row| row.rest.version))
        .bind(column(rows, |row| row.created_at))
        .bind(column(rows, |row| row.rest.ended_at))
        .bind(column(rows, |row| row.rest.due_at))
        .bind(column(rows, |row| row.rest.numbers.as_str()))
        .execute(db)
        .await?;
    Ok(())
}

async fn update(db: &mut PgConnection, rows: &[ChangedTournament<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(UPDATE_TOURNAMENTS)
        .bind(column(rows, |row| row.id.0))
        .bind(column(rows, |row| row.invite_code))
        .bind(column(rows, |row| row.phase.as_str()))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.ended_at))
        .bind(column(rows, |row| row.due_at))
        .bind(column(rows, |row| row.numbers.as_str()))
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_changes(db: &mut PgConnection, rows: &[NewTournamentChange<'_>]) -> Result<(), StoreError> {
    sqlx::query(INSERT_CHANGES)
        .bind(column(rows, |row| row.tournament_id.0))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.at))
        .bind(column(rows, |row| row.author))
        .bind(column(rows, |row| row.body.as_str()))
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_requests(db: &mut PgConnection, rows: &[NewTournamentRequest<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_REQUESTS)
        .bind(column(rows, |row| row.player_id.0))
        .bind(column(rows, |row| row.key))
        .bind(column(rows, |row| row.digest))
        .bind(column(rows, |row| row.tournament_id.0))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.at))
        .execute(db)
        .await?;
    Ok(())
}

async fn insert_results(db: &mut PgConnection, rows: &[NewTournamentResult]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_RESULTS)
        .bind(column(rows, |row| row.player_id.0))
        .bind(column(rows, |row| row.tournament_id.0))
        .bind(column(rows, |row| row.game))
        .bind(column(rows, |row| row.place))
        .bind(column(rows, |row| row.paid))
        .bind(column(rows, |row| row.won))
        .execute(db)
        .await?;
    Ok(())
}

async fn write_pairs(
    db: &mut PgConnection,
    statement: &'static str,
    rows: &[InTournament],
) -> Result<(), StoreError> {
    if !rows.is_empty() {
        let (players, tournaments) =
            (column(rows, |(player, _)| player.0), column(rows, |(_, tournament)| tournament.0));
        sqlx::query(statement).bind(players).bind(tournaments).execute(db).await?;
    }
    Ok(())
}

const LOCK: &str = "
select id, version from tournaments where id = any($1) order by id for no key update";

const USED_KEYS: &str = "
select player_id, key from done_tournament_requests
where (player_id, key) in (select * from unnest($1::uuid[], $2::text[]))";

const COUNT_ANNOUNCED: &str = "
select host, count(*) from tournaments where ended_at is null and host = any($1) group by host";

const COUNT_ENTERED: &str = "
select player_id, count(*) from registrations where player_id = any($1) group by player_id";

/// Two guarantees may not be put aside at once.
const LOCK_HOUSE: &str = "select 1 from locks where name = 'house' for update";

/// The operator alone puts chips of the house aside, so this may take as long as an audit.
const HOUSE: &str = "
select coalesce(sum(case credit when 'house' then amount else -amount end), 0)::bigint
from ledger where 'house' in (credit, debit)";

const INSERT_TOURNAMENTS: &str = "
insert into tournaments
    (id, host, name, game, price, starts_at, options, lots, invite_code, phase, version, created_at, ended_at, due_at, numbers)
select id, host, name, game, price, starts_at, options::json, lots, invite_code, phase, version, created_at, ended_at, due_at,
    numbers::json
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bytea[], $9::text[],
        $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[])
    as new (id, host, name, game, price, starts_at, options, lots, invite_code, phase, version, created_at, ended_at, due_at, numbers)";

const UPDATE_TOURNAMENTS: &str = "
update tournaments
set invite_code = new.invite_code, phase = new.phase, version = new.version, ended_at = new.ended_at,
    due_at = new.due_at, numbers = new.numbers::json
from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
    as new (id, invite_code, phase, version, ended_at, due_at, numbers)
where tournaments.id = new.id";

const INSERT_CHANGES: &str = "
insert into tournament_changes (tournament_id, version, at, author, body)
select tournament_id, version, at, author, body::json
from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[])
    as new (tournament_id, version, at, author, body)";

const INSERT_REQUESTS: &str = "
insert into done_tournament_requests (player_id, key, digest, tournament_id, version, at)
select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::uuid[], $5::bigint[], $6::bigint[])";

const REGISTER: &str = "
insert into registrations (player_id, tournament_id)
select * from unnest($1::uuid[], $2::uuid[]) on conflict do nothing";

const UNREGISTER: &str = "
delete from registrations where (player_id, tournament_id) in (select * from unnest($1::uuid[], $2::uuid[]))";

const INSERT_RESULTS: &str = "
insert into tournament_results (player_id, tournament_id, game, place, paid, won)
select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])";
