//! Reads the facts that a batch is validated against.
//!
//! The transaction that reads this is the only one that may write, so it stays true until the transaction ends.

use std::collections::{BTreeSet, HashSet};

use sqlx::{Arguments, SqliteConnection};
use uuid::Uuid;

use super::many_rows::{ManyRows, RowStatement};
use super::tournament_commits;
use crate::service::ports::commits::Batch;
use crate::service::ports::error::StoreError;
use crate::service::room::commands::batch_validator::{BatchFacts, PlayersOfBatch};
use crate::service::table::stored::commit::Commit;
use crate::store::batch_rows::{PeopleOfHands, unread_hands};
use crate::store::column::{Row, json};
use crate::store::history_rows::people_of;
use cardroom_api::id::{HandId, PlayerId, TableId};

/// Reads the facts of a batch.
pub async fn read(db: &mut SqliteConnection, batch: &Batch) -> Result<BatchFacts, StoreError> {
    let mut facts = BatchFacts { used_keys: used_keys(db, batch).await?, ..BatchFacts::default() };
    let players = PlayersOfBatch::of(batch);
    read_players(db, &players, &mut facts).await?;
    count(db, &players, &mut facts).await?;
    tournament_commits::read_facts(db, batch, &mut facts).await?;
    Ok(facts)
}

/// Reads the people of the hands that end without having been in memory. They were written when the hand was dealt. A hand that is not
/// its table's last one is left out: the table was repaired by hand.
pub async fn people(db: &mut SqliteConnection, batch: &[Box<Commit>]) -> Result<PeopleOfHands, StoreError> {
    let tables: BTreeSet<TableId> = unread_hands(batch).map(|(table, _)| table).collect();
    let mut people = PeopleOfHands::default();
    if tables.is_empty() {
        return Ok(people);
    }
    let rows: Vec<(String, String)> =
        sqlx::query_as(READ_PLAYERS_OF_HANDS).bind(json(&tables)?).fetch_all(db).await?;
    for (id, players) in rows {
        let hand: HandId = Row { table: "hands", key: &id }.text("id", &id)?;
        people.insert(hand, people_of(hand, &players));
    }
    Ok(people)
}

async fn used_keys(
    db: &mut SqliteConnection,
    batch: &[Box<Commit>],
) -> Result<HashSet<(PlayerId, String)>, StoreError> {
    let requests = batch.iter().filter_map(|commit| commit.request.as_ref());
    let mut requests = requests.collect::<Vec<_>>().into_iter();
    let mut used = HashSet::new();
    while requests.len() > 0 {
        let mut script = USED_KEYS.for_rows([requests.len()]);
        script.add(&mut requests, |values, request| {
            values.add(request.player.0)?;
            values.add(request.key.as_str())
        })?;
        let rows: Vec<(Uuid, String)> = script.fetch(&mut *db).await?;
        used.extend(rows.into_iter().map(|(player, key)| (PlayerId(player), key)));
    }
    Ok(used)
}

/// Reads the wallets that the batch moves chips into or out of, and which of its newcomers have been deleted.
async fn read_players(
    db: &mut SqliteConnection,
    PlayersOfBatch { concerned, .. }: &PlayersOfBatch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    if concerned.is_empty() {
        return Ok(());
    }
    let rows: Vec<(String, i64, bool)> =
        sqlx::query_as(READ_PLAYERS).bind(json(concerned)?).fetch_all(db).await?;
    for (id, chips, is_deleted) in rows {
        let row = Row { table: "players", key: &id };
        let player = row.text("id", &id)?;
        facts.wallets.insert(player, row.number("chips", chips)?);
        if is_deleted {
            facts.deleted.insert(player);
        }
    }
    Ok(())
}

/// Counts the chairs, tables and computer players that have a limit, if the batch adds some.
async fn count(
    db: &mut SqliteConnection,
    players: &PlayersOfBatch,
    facts: &mut BatchFacts,
) -> Result<(), StoreError> {
    if !players.has_counts() {
        return Ok(());
    }
    let PlayersOfBatch { chair_takers, hosts, hosts_of_bots, .. } = players;
    let counts =
        sqlx::query_as(COUNTS).bind(json(chair_takers)?).bind(json(hosts)?).bind(json(hosts_of_bots)?);
    let counts: Vec<(String, Option<String>, i64)> = counts.fetch_all(db).await?;
    for (of, id, count) in counts {
        let id = id.unwrap_or_default();
        let row = Row { table: "players", key: &id };
        let count = row.number("count", count)?;
        let counts = match of.as_str() {
            "seats" => &mut facts.seats,
            "hosted" => &mut facts.hosted,
            "bots_of_host" => &mut facts.bots_of_hosts,
            _ => {
                facts.bots = count;
                continue;
            }
        };
        counts.insert(row.text("id", &id)?, count);
    }
    Ok(())
}

const READ_PLAYERS_OF_HANDS: &str = "
select hands.id, players
from json_each(?) as asked
cross join heads on heads.table_id = asked.value
cross join hands on place = last_hand";

static USED_KEYS: ManyRows<1> = ManyRows::new([RowStatement {
    text: "
select player, key from (values ...) as asked
cross join done_requests on player = asked.column1 and key = asked.column2",
    columns: 2,
    rows: 1,
}]);

const READ_PLAYERS: &str = "
select players.id, chips, deleted_at is not null
from json_each(?) as asked cross join players on players.id = asked.value";

const COUNTS: &str = "
select 'seats', asked.value, (select count(*) from seats where player_id = asked.value)
    + (select count(*) from waiting where player_id = asked.value)
from json_each(?1) as asked
union all
select 'hosted', asked.value, (select count(*) from tables where closed_at is null and host = asked.value)
from json_each(?2) as asked
union all
select 'bots_of_host', asked.value, (
    select count(*) from tables join bots on table_id = tables.id where closed_at is null and host = asked.value)
from json_each(?3) as asked
union all
select 'bots', null, count(*) from bots where json_array_length(?3) > 0";
