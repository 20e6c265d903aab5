//! Writing the changes of tournaments of a batch, within the transaction of their tables: rows as JSON, because they are few.

use std::collections::BTreeSet;

use const_hex::encode;
use serde_json::{Value, json as value};
use sqlx::SqliteConnection;

use super::json_rows::run;
use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchFacts, announcers, entrants, sets_aside};
use crate::store::column::{Row, json};
use crate::store::tournament_batch_rows::{
    AnnouncedTournament, ChangedTournament, NewTournamentChange, NewTournamentRequest, NewTournamentResult,
    TournamentBatchRows,
};
use cardroom_api::id::{PlayerId, TournamentId};
use cardroom_api::table::change::Version;

/// The versions of the stored tournaments of a batch.
pub async fn versions(
    db: &mut SqliteConnection,
    batch: &Batch,
) -> Result<IdMap<TournamentId, Version>, StoreError> {
    let ids: BTreeSet<TournamentId> = batch.tournaments().map(|commit| commit.record.id).collect();
    if ids.is_empty() {
        return Ok(IdMap::default());
    }
    let rows: Vec<(String, i64)> = sqlx::query_as(READ_VERSIONS).bind(json(&ids)?).fetch_all(db).await?;
    let version = |(id, version): (String, i64)| {
        let row = Row { table: "tournaments", key: &id };
        Ok((row.text("id", &id)?, row.number("version", version)?))
    };
    rows.into_iter().map(version).collect()
}

/// Adds what the validity of the tournaments of a batch depends on to its facts.
pub async fn read_facts(
    db: &mut SqliteConnection,
    batch: &Batch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    let requests = batch.tournaments().filter_map(|commit| commit.request.as_ref());
    let requests: Vec<(PlayerId, &str)> =
        requests.map(|request| (request.player, request.key.as_str())).collect();
    if !requests.is_empty() {
        let rows: Vec<(String, String)> =
            sqlx::query_as(USED_KEYS).bind(json(&requests)?).fetch_all(&mut *db).await?;
        for (player, key) in rows {
            let row = Row { table: "done_tournament_requests", key: &key };
            let player = row.text("player_id", &player)?;
            facts.used_keys.insert((player, key));
        }
    }
    facts.announced = counts(db, COUNT_ANNOUNCED, announcers(batch).collect()).await?;
    facts.entered = counts(db, COUNT_ENTERED, entrants(batch).collect()).await?;
    if sets_aside(batch) {
        facts.house = sqlx::query_scalar(HOUSE).fetch_one(db).await?;
    }
    Ok(())
}

/// How many tournaments each of these players has, by a statement that counts them.
async fn counts(
    db: &mut SqliteConnection,
    statement: &'static str,
    players: BTreeSet<PlayerId>,
) -> Result<IdMap<PlayerId, u64>, StoreError> {
    if players.is_empty() {
        return Ok(IdMap::default());
    }
    let rows: Vec<(String, i64)> = sqlx::query_as(statement).bind(json(&players)?).fetch_all(db).await?;
    let count = |(player, count): (String, i64)| {
        let row = Row { table: "players", key: &player };
        Ok((row.text("id", &player)?, row.number("count", count)?))
    };
    rows.into_iter().map(count).collect()
}

/// Writes the rows of the tournaments of a batch, by one statement for each table that has some.
pub async fn write(db: &mut SqliteConnection, rows: TournamentBatchRows<'_>) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    run(db, INSERT_TOURNAMENTS, rows.announced.iter().map(announced)).await?;
    run(db, UPDATE_TOURNAMENTS, rows.changed.iter().map(changed)).await?;
    run(db, INSERT_CHANGES, rows.changes.iter().map(change)).await?;
    run(db, INSERT_REQUESTS, rows.requests.iter().map(request)).await?;
    run(db, REGISTER, rows.registered).await?;
    run(db, UNREGISTER, rows.unregistered).await?;
    run(db, INSERT_RESULTS, rows.results.iter().map(result)).await
}

fn announced(row: &AnnouncedTournament<'_>) -> Value {
    let AnnouncedTournament { host, name, game, price, starts_at, options, lots, created_at, rest } = row;
    let ChangedTournament { id, invite_code, phase, version, ended_at, due_at, numbers } = rest;
    value!([
        id,
        host,
        name,
        game,
        price,
        starts_at,
        options,
        encode(lots),
        invite_code,
        phase,
        version,
        created_at,
        ended_at,
        due_at,
        numbers
    ])
}

fn changed(row: &ChangedTournament<'_>) -> Value {
    let ChangedTournament { id, invite_code, phase, version, ended_at, due_at, numbers } = row;
    value!([id, invite_code, phase, version, ended_at, due_at, numbers])
}

fn change(row: &NewTournamentChange<'_>) -> Value {
    let NewTournamentChange { tournament_id, version, at, author, body } = row;
    value!([tournament_id, version, at, encode(author), body])
}

fn request(row: &NewTournamentRequest<'_>) -> Value {
    let NewTournamentRequest { player_id, key, digest, tournament_id, version, at } = row;
    value!([player_id, key, encode(digest), tournament_id, version, at])
}

fn result(row: &NewTournamentResult) -> Value {
    let NewTournamentResult { player_id, tournament_id, game, place, paid, won } = row;
    value!([player_id, tournament_id, game, place, paid, won])
}

const READ_VERSIONS: &str = "
select tournaments.id, version from json_each(?) as asked cross join tournaments on tournaments.id = asked.value";

const USED_KEYS: &str = "
select player_id, done_tournament_requests.key
from json_each(?) as asked
cross join done_tournament_requests
    on player_id = asked.value ->> 0 and done_tournament_requests.key = asked.value ->> 1";

const COUNT_ANNOUNCED: &str = "
select asked.value, (select count(*) from tournaments where ended_at is null and host = asked.value)
from json_each(?) as asked";

const COUNT_ENTERED: &str = "
select asked.value, (select count(*) from registrations where player_id = asked.value)
from json_each(?) as asked";

/// The operator alone puts chips of the house aside, so this may take as long as an audit.
const HOUSE: &str = "
select coalesce(sum(iif(credit = 'house', amount, -amount)), 0) from ledger where 'house' in (credit, debit)";

const INSERT_TOURNAMENTS: &str = "
insert into tournaments
    (id, host, name, game, price, starts_at, options, lots, invite_code, phase, version, created_at, ended_at, due_at, numbers)
select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, unhex(value ->> 7),
    value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14
from json_each(?)";

const UPDATE_TOURNAMENTS: &str = "
update tournaments
set invite_code = new.value ->> 1, phase = new.value ->> 2, version = new.value ->> 3, ended_at = new.value ->> 4,
    due_at = new.value ->> 5, numbers = new.value ->> 6
from json_each(?) as new where tournaments.id = new.value ->> 0";

const INSERT_CHANGES: &str = "
insert into tournament_changes (tournament_id, version, at, author, body)
select value ->> 0, value ->> 1, value ->> 2, unhex(value ->> 3), value ->> 4 from json_each(?)";

const INSERT_REQUESTS: &str = "
insert into done_tournament_requests (player_id, key, digest, tournament_id, version, at)
select value ->> 0, value ->> 1, unhex(value ->> 2), value ->> 3, value ->> 4, value ->> 5 from json_each(?)";

/// `where true` tells the parser that no join follows.
const REGISTER: &str = "
insert into registrations (player_id, tournament_id)
select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing";

const UNREGISTER: &str = "
delete from registrations where (player_id, tournament_id) in (select value ->> 0, value ->> 1 from json_each(?))";

const INSERT_RESULTS: &str = "
insert into tournament_results (player_id, tournament_id, game, place, paid, won)
select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from json_each(?)";
