//! Locks the rows that a batch depends on, and reads the facts that it is validated against.
//!
//! First tournaments are locked, then the heads of tables, then players, each in the order of their identifiers, so that two batches
//! never wait for each other. Counts are read after that: every transaction that changes them holds one of these locks.

use std::collections::{BTreeSet, HashSet};

use sqlx::PgConnection;
use uuid::Uuid;

use super::tournament_commits;
use crate::service::id::IdMap;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchFacts, PlayersOfBatch};
use crate::service::table::stored::commit::Commit;
use crate::store::batch_rows::{PeopleOfHands, unread_hands};
use crate::store::column::Row;
use crate::store::history_rows::people_of;
use cardroom_api::id::{HandId, PlayerId, TableId};
use cardroom_api::table::change::Version;

/// Locks the tables of a batch; returns the versions of those that exist.
pub async fn lock_tables(
    db: &mut PgConnection,
    batch: &[Box<Commit>],
) -> Result<IdMap<TableId, Version>, StoreError> {
    let ids: Vec<Uuid> = batch.iter().map(|commit| commit.table.record.id.0).collect();
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(LOCK_TABLES).bind(ids).fetch_all(db).await?;
    let version = |(id, version): (Uuid, i64)| {
        let key = id.to_string();
        Ok((TableId(id), Row { table: "heads", key: &key }.number("version", version)?))
    };
    rows.into_iter().map(version).collect()
}

/// Reads the people of the hands that end without having been in memory. They were written when the hand was dealt.
pub async fn people(db: &mut PgConnection, batch: &[Box<Commit>]) -> Result<PeopleOfHands, StoreError> {
    let ids: Vec<Uuid> = unread_hands(batch).map(|(_, hand)| hand.0).collect();
    if ids.is_empty() {
        return Ok(PeopleOfHands::default());
    }
    let rows: Vec<(Uuid, String)> = sqlx::query_as(READ_PLAYERS).bind(ids).fetch_all(db).await?;
    Ok(rows.into_iter().map(|(id, players)| (HandId(id), people_of(HandId(id), &players))).collect())
}

/// Locks the players whom a batch concerns, and reads its facts.
pub async fn read(db: &mut PgConnection, batch: &Batch) -> Result<BatchFacts, StoreError> {
    let mut facts = BatchFacts::default();
    let players = PlayersOfBatch::of(batch);
    lock_players(db, &players, &mut facts).await?;
    facts.used_keys = used_keys(db, batch).await?;
    count(db, &players, &mut facts).await?;
    tournament_commits::read_facts(db, batch, &mut facts).await?;
    Ok(facts)
}

async fn lock_players(
    db: &mut PgConnection,
    PlayersOfBatch { concerned, .. }: &PlayersOfBatch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    if concerned.is_empty() {
        return Ok(());
    }
    let rows: Vec<(Uuid, i64, bool)> =
        sqlx::query_as(LOCK_PLAYERS).bind(uuids(concerned)).fetch_all(db).await?;
    for (id, chips, is_deleted) in rows {
        let key = id.to_string();
        let chips = Row { table: "players", key: &key }.number("chips", chips)?;
        facts.wallets.insert(PlayerId(id), chips);
        if is_deleted {
            facts.deleted.insert(PlayerId(id));
        }
    }
    Ok(())
}

async fn used_keys(
    db: &mut PgConnection,
    batch: &[Box<Commit>],
) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let requests = batch.iter().filter_map(|commit| commit.request.as_ref());
    let (players, keys): (Vec<Uuid>, Vec<&str>) =
        requests.map(|request| (request.player.0, request.key.as_str())).unzip();
    if keys.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<(Uuid, String)> = sqlx::query_as(USED_KEYS).bind(players).bind(keys).fetch_all(db).await?;
    Ok(rows.into_iter().map(|(player, key)| (PlayerId(player), key)).collect())
}

/// Counts the chairs, tables and computer players that have a limit, if the batch adds some.
async fn count(
    db: &mut PgConnection,
    players: &PlayersOfBatch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    if !players.has_counts() {
        return Ok(());
    }
    let PlayersOfBatch { chair_takers, hosts, hosts_of_bots, .. } = players;
    if !hosts_of_bots.is_empty() {
        sqlx::query(LOCK_BOTS).execute(&mut *db).await?;
    }
    let counts =
        sqlx::query_as(COUNTS).bind(uuids(chair_takers)).bind(uuids(hosts)).bind(uuids(hosts_of_bots));
    let counts: Vec<(String, Uuid, i64)> = counts.fetch_all(db).await?;
    for (of, id, count) in counts {
        let key = id.to_string();
        let count: u64 = Row { table: "players", key: &key }.number("count", count)?;
        let counts = match of.as_str() {
            "seats" => &mut facts.seats,
            "hosted" => &mut facts.hosted,
            "bots_of_host" => &mut facts.bots_of_hosts,
            _ => {
                facts.bots = count;
                continue;
            }
        };
        counts.insert(PlayerId(id), count);
    }
    Ok(())
}

fn uuids(players: &BTreeSet<PlayerId>) -> Vec<Uuid> {
    players.iter().map(|player| player.0).collect()
}

/// A version is an ordinary column; so other transactions may still refer to the row by its key.
const LOCK_TABLES: &str = "
select table_id, version from heads where table_id = any($1) order by table_id for no key update";

const READ_PLAYERS: &str = "select id, players::text from hands where id = any($1)";

const LOCK_PLAYERS: &str = "
select id, chips, deleted_at is not null from players where id = any($1) order by id for no key update";

const USED_KEYS: &str = "
select player_id, key from done_requests
where (player_id, key) in (select * from unnest($1::uuid[], $2::text[]))";

/// The number of all computer players is in no row that could be locked.
const LOCK_BOTS: &str = "select 1 from locks where name = 'bots' for update";

const COUNTS: &str = "
select 'seats', player_id, count(*) from (
    select player_id from seats where player_id = any($1)
    union all select player_id from waiting where player_id = any($1)) as places
group by player_id
union all
select 'hosted', host, count(*) from tables where closed_at is null and host = any($2) group by host
union all
select 'bots_of_host', host, count(*) from bots join tables on tables.id = table_id
where closed_at is null and host = any($3) group by host
union all
select 'bots', '00000000-0000-0000-0000-000000000000'::uuid, count(*) from bots where cardinality($3) > 0";
